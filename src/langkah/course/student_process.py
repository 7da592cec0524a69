"""Runs a student's code in a separate process: the judge sends questions, reads answers, and enforces a deadline."""

import base64
import json
import os
import pickle
import select
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from langkah.language import _, format_bytes, format_number

MEMORY = 2 << 30  # bytes of address space; Python itself needs a few hundred million
MOST_ANSWER = 16 << 20  # bytes of one line that are accepted
MOST_ASKED = 2_000_000  # requests that one search may send to the judge
PIPE_BYTES = 1 << 16
MOST_BYTES, MOST_FILES = 200 << 20, 2_000  # size of one submission


def pack(value: Any) -> str:
    """Encode a value for the student's process."""
    return base64.b64encode(pickle.dumps(value)).decode()


class StudentFailed(Exception):
    """Raised if the student's code does not answer; the message tells the student why."""


def ask_student(
    folder: Path,
    question: dict[str, Any],
    seconds: float,
    answer: Callable[[dict[str, Any]], Any] | None = None,
    extra: tuple[Path, ...] = (),
) -> dict[str, Any]:
    """Copy a submission into a temporary folder, run its code there, and return its answer to `question`. `answer`
    handles the requests that the code sends while it runs. `extra` files are copied beside the submission. Raises
    `StudentFailed` if there is no answer, because the code was too slow, used too much memory, crashed or exited early.
    """
    with tempfile.TemporaryDirectory(prefix="langkah-grade-") as place:
        copy = Path(place) / "submission"
        copy_plainly(folder, copy)
        for file in extra:
            shutil.copy(file, copy / file.name)
        with _Process(copy, seconds) as process:
            process.write(question)
            for _asked in range(MOST_ASKED):
                told = process.read()
                if told.get("done"):
                    return told
                if "ask" not in told or answer is None:
                    raise StudentFailed(_("the program sent data that is not a valid answer"))
                process.write(answer(told["ask"]))
            raise StudentFailed(_("the search made more than {n} calls to the puzzle").format(n=MOST_ASKED))


def copy_plainly(folder: Path, copy: Path) -> None:
    """Copy the regular files of a folder, without links, pipes and bytecode, which are not safe.

    Raises `StudentFailed` if there are too many files or bytes.
    """
    copy.mkdir()
    files, size = 0, 0
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__" and not (Path(place) / name).is_symlink()]
        inside = copy / Path(place).relative_to(folder)
        for name in names:
            source = Path(place) / name
            with suppress(OSError):
                info = source.lstat()
                if not stat.S_ISREG(info.st_mode):
                    continue
                files, size = files + 1, size + info.st_size
                if files > MOST_FILES or size > MOST_BYTES:
                    text = _("the submission is too large: at most {n} files and {size} are allowed")
                    raise StudentFailed(text.format(n=format_number(MOST_FILES), size=format_bytes(MOST_BYTES)))
                inside.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, inside / name)


class _Process:
    """The student's process, with its two pipes and its deadline."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder, self.seconds = folder, seconds
        self.deadline = time.monotonic() + seconds
        self.kept = bytearray()

    def __enter__(self) -> "_Process":
        (read_in, self.writer), (self.reader, write_out) = os.pipe(), os.pipe()
        words = [sys.executable, "-m", "langkah.course.student_worker", str(self.folder)]
        words += [str(self.seconds), str(MEMORY), str(read_in), str(write_out)]
        own = str(Path(__file__).parents[2])  # the folder of this package; Python finds everything else itself
        environment = {"PATH": "", "PYTHONPATH": own, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            words,
            pass_fds=(read_in, write_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=self.folder,
            start_new_session=True,
        )
        os.close(read_in)
        os.close(write_out)
        return self

    def __exit__(self, *_why: object) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, 9)
        self.process.kill()
        self.process.wait()
        os.close(self.reader)
        os.close(self.writer)

    def write(self, value: Any) -> None:
        """Send a value as a line, within the deadline. Raises `StudentFailed` if the process does not accept it or has
        ended.
        """
        data = (json.dumps(value) + "\n").encode()
        os.set_blocking(self.writer, False)
        while data:
            self._wait([], [self.writer])
            try:
                data = data[os.write(self.writer, data[:PIPE_BYTES]) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._make_end() from None

    def read(self) -> dict[str, Any]:
        """Read the next line, within the deadline. Raises `StudentFailed` if none arrives, or if it is not a JSON
        object.
        """
        seen = 0
        while (end := self.kept.find(b"\n", seen)) < 0:
            seen = len(self.kept)
            self._wait([self.reader], [])
            part = os.read(self.reader, PIPE_BYTES)
            if not part:
                raise self._make_end()
            self.kept += part
            if len(self.kept) > MOST_ANSWER:
                raise StudentFailed(_("the program's answer is too long"))
        line = bytes(self.kept[:end])
        del self.kept[: end + 1]
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise StudentFailed(_("the program sent data that is not a valid answer"))
        return found

    def _wait(self, reading: list[int], writing: list[int]) -> None:
        left = self.deadline - time.monotonic()
        if left <= 0 or not any(select.select(reading, writing, [], left)):
            text = _("no answer after {n} seconds")
            raise StudentFailed(text.format(n=round(self.seconds)))

    def _make_end(self) -> StudentFailed:
        try:
            code = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return StudentFailed(_("the program stopped answering"))
        if code < 0:
            return StudentFailed(
                _("the program was killed by signal {n}; it may have needed too much time or memory").format(n=-code)
            )
        return StudentFailed(_("the program exited with code {n} before it answered").format(n=code))
