"""Codes that transfer a result from the web page to the teacher: short lines with a signature.

The page works without a server, so it must contain the key that signs the code. This is never the key of the
assignment. From that key, Langkah derives a separate key for each student and task, which is part of the student's
link. A code therefore proves that a score was not simply typed, and was not copied from another student, task or year.
It does not prove who did the work, and a student who extracts the key from the link can sign any score for that task.
The code of a run by hand also contains the steps of the run, which the judge replays: they cannot be invented without
doing the work.
"""

import base64
import hmac
import json
from dataclasses import asdict, dataclass
from hashlib import sha256

from langkah.language import _

HEAD = "L1"
SIGNATURE = 16  # characters of a signature
MOST_CHARACTERS = 4_000  # characters of a code


@dataclass(frozen=True)
class PageResult:
    """The result of a task that a student did on the web page."""

    task: str
    student: str
    seed: str
    right: int
    of: int
    seconds: int = 0
    hints: int = 0
    taken: tuple[int, ...] = ()  # the expanded nodes, if the task was a search by hand

    @property
    def share(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / self.of if self.of else 0.0


def make_student_key(key: str, seed: str, student: str, task: str) -> str:
    """The key that signs the results of one student in one task. It does not reveal the key of the assignment.

    >>> make_student_key("secret", "7", "ani", "bfs") == make_student_key("secret", "7", "budi", "bfs")
    False
    """
    words = json.dumps([seed, student, task])
    return base64.urlsafe_b64encode(hmac.new(key.encode(), words.encode(), sha256).digest()).decode()[:22]


def write_code(result: PageResult, key: str) -> str:
    """The code of a result: one line.

    >>> read_code(write_code(PageResult("bfs", "ani", "1", 9, 10), "secret"), "secret").right
    9
    """
    text = json.dumps(asdict(result), separators=(",", ":"), sort_keys=True)
    body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return f"{HEAD}.{body}.{_sign(body, key)}"


def read_code(line: str, key: str) -> PageResult | str:
    """The result in a code, or a message about the mistake in it."""
    body, _dot, signature = line.strip().removeprefix(f"{HEAD}.").partition(".")
    result = read_claim(line)
    if result is None:
        return _("{line}: this is not a result code").format(line=line[:40])
    if not hmac.compare_digest(signature.encode(), _sign(body, key).encode()):
        return _("{line}...: the signature is wrong").format(line=line[:20])
    return result


def read_claim(line: str) -> PageResult | None:
    """The result in a code, without checking the signature; None if the line is not a code."""
    head, _dot, rest = line.strip().partition(".")
    if head != HEAD or len(line) > MOST_CHARACTERS:
        return None
    body = rest.partition(".")[0]
    try:
        found = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        result = PageResult(**{**found, "taken": tuple(found.get("taken", ()))})
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    texts, numbers = (result.task, result.student, result.seed), (result.right, result.of, *result.taken)
    good = all(isinstance(each, str) for each in texts) and all(
        type(each) is int for each in (*numbers, result.seconds, result.hints)
    )
    return result if good and 0 <= result.right <= result.of else None


def _sign(body: str, key: str) -> str:
    digest = hmac.new(key.encode(), body.encode(), sha256).digest()
    return base64.urlsafe_b64encode(digest).decode()[:SIGNATURE]
