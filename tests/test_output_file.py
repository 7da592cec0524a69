"""Output files are replaced as a whole or stay as they were; a new file that cannot be completed leaves nothing."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from langkah import load, solve
from langkah.apps.cli.main import main
from langkah.output_file import write_whole
from langkah.views.animation import write_animation

COMMANDS = [
    ["worksheet", "hanoi", "discs=2", "-o", "FILE.html"],
    ["worksheet", "hanoi", "discs=2", "--latex", "-o", "FILE.tex"],
    ["draw", "hanoi", "-o", "FILE.svg"],
    ["draw", "hanoi", "-o", "FILE.png"],
    ["draw", "hanoi", "-o", "FILE.txt"],
    ["trace", "hanoi", "discs=2", "--csv", "FILE.csv"],
    ["trace", "hanoi", "discs=2", "--markdown", "FILE.md"],
    ["trace", "hanoi", "discs=2", "--latex", "FILE.tex"],
    ["trace", "hanoi", "discs=2", "--html", "FILE.html"],
    ["trace", "hanoi", "discs=2", "--record", "FILE.json"],
    ["trace", "hanoi", "discs=2", "--tree", "FILE.svg"],
    ["compare", "hanoi", "discs=2", "--no-memory", "--csv", "FILE.csv"],
    ["compare", "hanoi", "discs=2", "--no-memory", "--chart", "FILE.svg"],
]


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a full disk: flushing a file fails with "No space left"."""

    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[::3]))
def test_every_command_keeps_the_old_file(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a full disk, every command exits with 2, keeps the old file and leaves no new one."""
    path = tmp_path / words[-1]
    for old in (b"old and dear", None):
        if old is not None:
            path.write_bytes(old)
        assert main([*words[:-1], str(path)]) == 2
        assert "No space left" in capsys.readouterr().err
        assert (path.read_bytes() if old is not None else path.exists()) == (old or False)
        path.unlink(missing_ok=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("name", ["film.svg", "film.gif"])
def test_moving_pictures_keep_the_old_file(name: str, tmp_path: Path) -> None:
    """On a full disk, an animation written by the library keeps the old file."""
    problem = load("hanoi", discs=2)
    path = tmp_path / name
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="No space left"):
        write_animation(problem, solve(problem), str(path))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="limits on the size of files")
def test_a_file_that_grows_too_large_for_the_disk(tmp_path: Path) -> None:
    """A process that may write only a few KB to a file keeps the old file when the write really fails."""
    path = tmp_path / "keep.html"
    path.write_text("old and dear", encoding="utf-8")
    command = f'ulimit -f 8; exec "{sys.executable}" -m langkah worksheet hanoi -o "{path}"'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "cannot be written" in done.stderr
    assert path.read_text(encoding="utf-8") == "old and dear"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_interrupted_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C before a new file is complete leaves no file."""

    def interrupt(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "new", b"new")
    assert not list(tmp_path.iterdir())


def test_permissions_stay(tmp_path: Path) -> None:
    """An old file keeps its permissions, and a new file has the default permissions."""
    path = tmp_path / "file"
    umask = os.umask(0o027)
    try:
        write_whole(path, b"1")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_whole(path, b"2")
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
        assert path.read_bytes() == b"2"
    finally:
        os.umask(umask)


def test_links_stay(tmp_path: Path) -> None:
    """Writing to a symbolic link replaces or creates the file behind the link and keeps the link."""
    (tmp_path / "there").mkdir()
    link, real = tmp_path / "link", tmp_path / "there" / "real"
    link.symlink_to(real)
    for data in (b"new", b"newer"):
        write_whole(link, data)
        assert link.is_symlink()
        assert real.read_bytes() == data
    assert list((tmp_path / "there").iterdir()) == [real]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="POSIX devices")
def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    """Devices and pipes are written to but not replaced."""
    write_whole("/dev/null", b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join(10)
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_standard_output_by_its_name_is_not_replaced(tmp_path: Path) -> None:
    """Writing to /dev/stdout keeps the file to which the shell appends, with its old content."""
    path = tmp_path / "log"
    path.write_text("before\n", encoding="utf-8")
    command = f"\"{sys.executable}\" -c \"from langkah.output_file import write_whole as w; w('/dev/stdout', b'now')\""
    subprocess.run(["bash", "-c", f'{command} >> "{path}"'], check=True)
    assert path.read_text(encoding="utf-8") == "before\nnow"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EACCES])
def test_a_file_that_cannot_be_renamed_over(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be replaced (a mount point, or a file in a read-only folder) is written in place, with longer
    and with shorter content; a new file is refused there.
    """

    def refuse(_path: Path, _target: Path) -> None:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "mounted"
    path.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", refuse)
    for data in (b"longer than before", b"short"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match=os.strerror(number)):
        write_whole(tmp_path / "new", b"new")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_files_that_must_not_be_written_stay(tmp_path: Path) -> None:
    """A read-only file stays as it was, although the folder would allow a replacement."""
    path = tmp_path / "locked"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
