"""`python -m langkah` and the `langkah` script start here. Ctrl-C is handled from here on, even while other modules are
still loading. Once the task is done, Ctrl-C no longer changes the exit code; it ends the program at once.
"""

import os
import sys

INTERRUPTED = 130
REPEAT_SECONDS = 0.05  # time before a lost Ctrl-C is repeated


def main() -> int:
    """Load and run the program; return its exit code."""
    try:
        sys.unraisablehook = _repeat_lost_interrupt
        try:
            import atexit
            import signal

            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # runs last, after all other exit handlers
            from langkah.apps.cli.main import main as run_program

            code = run_program()
        except KeyboardInterrupt:
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)  # ignore any further Ctrl-C
            from langkah.apps.cli.main import report_interrupt

            code = report_interrupt(sys.argv[1:])
        signal.signal(signal.SIGINT, lambda *_given: os._exit(code))
        _flush_streams()  # now, while Ctrl-C can end the program: Python's own flush at exit cannot be interrupted
        exec("")  # Python drops a Ctrl-C that arrives inside a nested exec; it would end the process without our code
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _repeat_lost_interrupt(lost: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that arrived while Python was freeing an object. An exception raised at such a moment does not
    stop the program: Python only prints the exception.
    """
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    while True:
        try:
            import _thread
            import signal
            import threading

            before = signal.signal(signal.SIGINT, lambda *_given: None)  # one repeat is enough for several Ctrl-C
            break
        except KeyboardInterrupt:
            continue
    try:
        threading.Timer(REPEAT_SECONDS, _thread.interrupt_main).start()
    except RuntimeError:  # Python is shutting down
        return
    finally:
        signal.signal(signal.SIGINT, before)


def _flush_streams() -> None:
    """Flush standard output and standard error. If one of them is a full pipe, this blocks until its reader reads."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # there is no stream, its reader is gone, or it is closed
            continue


if __name__ == "__main__":
    sys.exit(main())
