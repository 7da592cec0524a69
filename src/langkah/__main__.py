"""`python -m langkah` is the `langkah` program; so is the script. Ctrl-C is heard from here on, also while the rest is
still being loaded."""

import sys


def main() -> int:
    """Load and run the program; its exit code."""
    try:
        from langkah.apps.cli.main import main as run_program

        return run_program()
    except KeyboardInterrupt:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        from langkah.apps.cli.main import report_interrupt

        return report_interrupt(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
