"""`python -m langkah` is the `langkah` program; so is the script. Ctrl-C is heard from here on, also while the rest is
still being loaded; pressed after the program has said all it had to say, it makes it go at once, with the same code."""

import os
import sys

INTERRUPTED = 130


def main() -> int:
    """Load and run the program; its exit code."""
    try:
        try:
            import atexit
            import signal

            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # the very last of what is done at the end
            from langkah.apps.cli.main import main as run_program

            code = run_program()
        except KeyboardInterrupt:
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
            from langkah.apps.cli.main import report_interrupt

            code = report_interrupt(sys.argv[1:])
        signal.signal(signal.SIGINT, lambda *_given: os._exit(code))  # nothing is left to be told
        exec("")  # Python forgets a Ctrl-C that came inside another exec: it would end by the signal, without our code
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


if __name__ == "__main__":
    sys.exit(main())
