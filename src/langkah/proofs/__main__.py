"""`python -m langkah.proofs FILE [PROBLEM]`: the same check as `langkah check`, in a program that loads no search."""

import sys
from pathlib import Path

from langkah.errors import LangkahError
from langkah.language import _
from langkah.proofs.verdict import check_certificate


def main(file: str, problem: str | None = None) -> int:
    """Print what a certificate proves, or where it fails; returns the exit code of `langkah check`."""
    try:
        with Path(file).open("rb") as opened:
            verdict = check_certificate(opened, problem)
    except OSError as error:
        print(_("{path} cannot be read: {why}").format(path=file, why=error.strerror), file=sys.stderr)
        return 2
    except LangkahError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(_("proved: {what}").format(what=verdict.proved))
    for each in verdict.unproved:
        print(_("not proved: {what}").format(what=each))
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
