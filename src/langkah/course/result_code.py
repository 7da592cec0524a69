"""Codes that carry a result from the page to the teacher: short lines with a signature.

The page works without a server, so it must hold what it signs with. That is never the assignment's key: each student
has a key of their own for each task, made from it, and finds it in their own link. So a code shows that a score was not
simply typed, and not copied from another student, task or year. It does not show who sat there, and a student who takes
the key out of the own link can sign any score for that one task. A run by hand therefore carries its steps, which the
judge follows again: those cannot be made up without doing the work.
"""

import base64
import hmac
import json
from dataclasses import asdict, dataclass
from hashlib import sha256

from langkah.language import _

HEAD = "L1"
SIGNATURE = 16  # characters
MOST_CHARACTERS = 4_000  # of a code


@dataclass(frozen=True)
class PageResult:
    """What somebody did on the page."""

    task: str
    student: str
    seed: str
    right: int
    of: int
    seconds: int = 0
    hints: int = 0
    taken: tuple[int, ...] = ()  # the nodes that were expanded, where a search was done by hand

    @property
    def share(self) -> float:
        """How much of it was right."""
        return self.right / self.of if self.of else 0.0


def make_student_key(key: str, seed: str, student: str, task: str) -> str:
    """What the results of one student in one task are signed with; it tells nothing of the assignment's key.

    >>> make_student_key("secret", "7", "ani", "bfs") == make_student_key("secret", "7", "budi", "bfs")
    False
    """
    words = json.dumps([seed, student, task])
    return base64.urlsafe_b64encode(hmac.new(key.encode(), words.encode(), sha256).digest()).decode()[:22]


def write_code(result: PageResult, key: str) -> str:
    """The result as one line.

    >>> read_code(write_code(PageResult("bfs", "ani", "1", 9, 10), "secret"), "secret").right
    9
    """
    text = json.dumps(asdict(result), separators=(",", ":"), sort_keys=True)
    body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return f"{HEAD}.{body}.{_sign(body, key)}"


def read_code(line: str, key: str) -> PageResult | str:
    """The result in a line, or what is wrong with the line."""
    body, _dot, signature = line.strip().removeprefix(f"{HEAD}.").partition(".")
    result = read_claim(line)
    if result is None:
        return _("{line}: this is no code").format(line=line[:40])
    if not hmac.compare_digest(signature.encode(), _sign(body, key).encode()):
        return _("{line}...: the signature is wrong").format(line=line[:20])
    return result


def read_claim(line: str) -> PageResult | None:
    """What a line says, whoever signed it; None where it is no code."""
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
