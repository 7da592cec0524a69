"""`python -m tools.commit_subject FILE`: check the message of a commit, as git's hook commit-msg does."""

import sys
from pathlib import Path

LONGEST_SUBJECT = 72  # characters: what git and its viewers show on a line
BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ")  # subjects that git writes


def find_mistake(message: str) -> str:
    """The mistake in a message; "" if there is none."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if subject.startswith(BY_GIT):
        return ""
    if not subject:
        return "The subject is empty."
    if len(subject) > LONGEST_SUBJECT:
        return f"The subject has {len(subject)} characters; at most {LONGEST_SUBJECT} are allowed."
    area, colon, _rest = subject.partition(": ")
    if not colon or " " in area.replace(", ", ","):
        return "The subject must begin with its area, as in 'klotski: merge equivalent blocks'."
    if subject.endswith("."):
        return "The subject ends with a full stop."
    return "The line after the subject must be blank." if len(lines) > 1 and lines[1] else ""


if __name__ == "__main__":
    sys.exit(find_mistake(Path(sys.argv[1]).read_text(encoding="utf-8")) or 0)
