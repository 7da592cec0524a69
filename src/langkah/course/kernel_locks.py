"""Restrictions enforced by the kernel: files through Landlock, system calls through seccomp. Linux 5.13 and later only.

The audit hook of `sandbox` sees only requests to Python: native code, or Python code that changes the hook's own
modules, can bypass it. These two restrictions work below Python: a process imposes them on itself, and cannot remove
them. No package offers both without a compiler, so the few structures are written here by hand.
"""

import ctypes
import os
import platform
import re
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 22, 38
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # numbers of system calls, the same on every machine
READ = 1 << 2 | 1 << 3  # files and folders
ALL_ACCESS = {
    1: (1 << 13) - 1,
    2: (1 << 14) - 1,
    3: (1 << 15) - 1,
    5: (1 << 16) - 1,
}  # all kinds of access, by version of Landlock's interface
CONNECTIONS, SIGNALS = 0b11, 0b11  # TCP from version 4; signals and abstract sockets from version 6
SYSTEM_FILES = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/urandom")

ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column below; the kernel's identifier
# System calls that a search never needs, with their numbers on x86-64 and on ARM (0: not defined)
REFUSED = """
fork 57 0 | vfork 58 0 | execve 59 221 | execveat 322 281 | ptrace 101 117 | socket 41 198 | socketpair 53 199
connect 42 203 | bind 49 200 | tkill 200 130 | rt_sigqueueinfo 129 138 | rt_tgsigqueueinfo 297 240
pidfd_open 434 434 | pidfd_send_signal 424 424 | pidfd_getfd 438 438 | process_vm_readv 310 270
process_vm_writev 311 271 | shmget 29 194 | mount 165 40 | umount2 166 39 | pivot_root 155 41 | chroot 161 51
unshare 272 97 | setns 308 268 | bpf 321 280 | perf_event_open 298 241 | userfaultfd 323 282
io_uring_setup 425 425 | keyctl 250 219 | add_key 248 217 | request_key 249 218 | setpriority 141 140
sched_setaffinity 203 122 | chmod 90 0 | fchmod 91 52 | fchmodat 268 53 | fchmodat2 452 452 | chown 92 0
fchown 93 55 | lchown 94 0 | fchownat 260 54 | utime 132 0 | utimes 235 0 | futimesat 261 0 | utimensat 280 88
setxattr 188 5 | lsetxattr 189 6 | fsetxattr 190 7 | removexattr 197 14 | lremovexattr 198 15
fremovexattr 199 16 | mknod 133 0 | mknodat 259 33
"""
CLONE, CLONE3, CLONE_THREAD = (56, 220), (435, 435), 0x10000
OWN_PROCESS_ONLY = {
    "kill": (62, 129),
    "tgkill": (234, 131),
    "prlimit64": (302, 261),
}  # calls whose first argument is a process id
FOREIGN_NUMBERS = 0x40000000  # from here on: calls of another interface (x32) of the same machine

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # operation codes of the kernel's packet filter
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in the data that the filter reads
ALLOW, REFUSE, NO_SUCH_CALL = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38
Instruction = tuple[int, int, int, int]  # code, steps if true, steps if false, value


def find_landlock() -> int:
    """The version of Landlock's interface; 0 if Landlock is not supported."""
    if sys.platform != "linux":
        return 0
    return max(0, int(ctypes.CDLL(None).syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1)))


def can_lock() -> bool:
    """Whether this system can restrict both the files and the system calls of a process."""
    return find_landlock() > 0 and platform.machine() in ARCHITECTURES


def lock_files(readable: Sequence[str]) -> bool:
    """Restrict this process to reading below these folders, without writing, creating or removing files, and without
    signals to other processes. Returns False if the kernel does not support this.
    """
    version, libc = find_landlock(), ctypes.CDLL(None, use_errno=True)
    if not version:
        return False
    handled = ALL_ACCESS[max(each for each in ALL_ACCESS if each <= version)]
    attributes = struct.pack("=QQQ", handled, CONNECTIONS, SIGNALS)[: 24 if version > 5 else 16 if version > 3 else 8]
    rules = libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    try:
        for path in (*readable, *SYSTEM_FILES):
            _allow_reading(libc, rules, path)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return bool(libc.syscall(RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow_reading(libc: ctypes.CDLL, rules: int, path: str) -> None:
    """Add a rule that allows reading a file, or everything in a folder. Do nothing if the path does not exist."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        access = READ if Path(path).is_dir() else 1 << 2
        libc.syscall(ADD_RULE, rules, 1, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)


def lock_calls() -> bool:
    """Forbid this process to start processes, open connections, or act on other processes. Returns False on failure."""
    if sys.platform != "linux" or platform.machine() not in ARCHITECTURES:
        return False
    program = b"".join(struct.pack("=HBBI", *each) for each in _write_filter(*ARCHITECTURES[platform.machine()]))
    libc, code = ctypes.CDLL(None, use_errno=True), ctypes.create_string_buffer(program)
    head = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return bool(libc.prctl(PR_SET_SECCOMP, 2, head, 0, 0) == 0)


def _write_filter(column: int, architecture: int) -> Iterator[Instruction]:
    """Yield the instructions of the filter that the kernel runs before each system call. Each test either leads to the
    return that follows it, or skips that return.
    """
    yield from ((LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, REFUSE))
    yield from ((LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, FOREIGN_NUMBERS), (RETURN, 0, 0, REFUSE))
    for call in re.split(r"[|\n]", REFUSED.strip()):
        if number := int(call.split()[column + 1]):
            yield from ((EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE))
    yield from (
        (EQUAL, 0, 1, CLONE3[column]),
        (RETURN, 0, 0, NO_SUCH_CALL),
    )  # the flags of this call are in memory that a filter cannot read
    yield from ((EQUAL, 0, 4, CLONE[column]), (LOAD, 0, 0, FIRST_ARGUMENT), (ANY_BIT, 1, 0, CLONE_THREAD))
    yield from ((RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW))
    for name, numbers in OWN_PROCESS_ONLY.items():
        yield from ((EQUAL, 0, 5, numbers[column]), (LOAD, 0, 0, FIRST_ARGUMENT), (EQUAL, 2, 0, os.getpid()))
        yield from ((EQUAL, 1, 0, 0 if name == "prlimit64" else os.getpid()), (RETURN, 0, 0, REFUSE))
        yield (RETURN, 0, 0, ALLOW)
    yield (RETURN, 0, 0, ALLOW)
