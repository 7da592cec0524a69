"""Malicious submissions. Each attack is Python code that stands before a correct function `misplaced`. MARK is the path
of a file that no submission may change.
"""

BEFORE = """
import os, sys, time, threading

def write_everywhere(line):
    for number in range(3, 64):
        try:
            os.write(number, line + bytes([10]))
        except OSError:
            pass
"""
ATTACKS = {
    "prints": """
for n in range(2000):
    print('x' * 500_000)
""",
    "threads": """
for n in range(8):
    threading.Thread(target=time.sleep, args=(1000,)).start()
""",
    "hangs up": """
for n in range(3, 64):
    try: os.close(n)
    except OSError: pass
time.sleep(1000)
""",
    "large number": """
import json
line = json.dumps({'values': ['1e999999999'] * 360, 'done': 1})
write_everywhere(line.encode())
""",
    "infinite": """
write_everywhere(b'{"values": [1e999, NaN], "rows": [[1, [[1e999, 1]], 1]], "done": 1}')
""",
    "endless line": """
for n in range(3, 64):
    try:
        while True: os.write(n, b'[' * 65536)
    except OSError: pass
""",
    "native fork": """
import _posixsubprocess
words, pipes = [b'/bin/rm', MARK.encode()], [-1, -1, -1, -1, -1, -1, *os.pipe()]
_posixsubprocess.fork_exec(
    words, words[:1], True, (), None, None, *pipes, False, False, -1, None, None, None, -1, None, False
)
""",
    "patched hook": """
import builtins
import langkah.course.sandbox as hook
hook.DENIED = hook.LISTED = ()
os.O_WRONLY = os.O_CREAT = os.O_RDWR = 0
builtins.any = lambda each: True
builtins.isinstance = lambda *each: False
os.path.realpath = lambda path: os.getcwd()
open(MARK, 'w').write('x')
""",
    "deeper patch": """
import posixpath
posixpath._joinrealpath = lambda *each: (os.getcwd(), True)
print(open(MARK).read())
open(MARK, 'w').write('x')
""",
    "chdir": """
os.chdir(os.path.dirname(MARK))
open(os.path.basename(MARK), 'w').write('x')
""",
    "sqlite": """
import sqlite3
sqlite3.connect(MARK).execute('create table x (y)')
""",
    "garbage": """
import gc
for each in gc.get_objects():
    if getattr(each, '__name__', '') == 'hook':
        each.__code__ = (lambda event, arguments: None).__code__
open(MARK, 'w').write('x')
""",
    "ctypes": """
import ctypes
ctypes.CDLL(None).creat(MARK.encode(), 511)
""",
    "kills": """
import signal
signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 9)
""",
    "limits": """
import resource
resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))
""",
    "disk": """
for n in range(10 ** 6):
    open(f'{n}', 'wb').write(bytes(1 << 20))
""",
    "proc": """
print(open(f'/proc/{os.getppid()}/environ').read(), open('/proc/self/maps').read())
""",
    "recursion": """
sys.setrecursionlimit(10 ** 9)
def f(): f()
f()
""",
    "signals": """
import signal
for n in range(1, 64):
    try: signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: pass
""",
}
FINE = ("prints", "threads")  # these are harmless: their function is marked as usual
EVIL_VALUES = """
class Evil(int):
    def __eq__(self, other): return True
    def __gt__(self, other): return False
    __hash__ = int.__hash__
    def __reduce__(self): return (eval, ("1",))
    def __str__(self): return "0"
    numerator = denominator = property(lambda self: 1)

def misplaced(problem, state):
    return Evil(99)
"""
