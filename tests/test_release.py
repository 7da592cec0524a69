"""Releases: wheel and sdist are complete and clean, and the wheel works in an empty environment."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest
from tools.release import (
    LINKS,
    find_disagreements,
    find_repository,
    list_addressed_files,
    make_sbom,
    move_addresses,
    read_notes,
)

from langkah import __version__
from langkah.apps.cli.main import main
from tests.browser import serving

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = [name for name in PROJECT["optional-dependencies"] if name not in ("dev", "docs", "gpu")]


def run(*words: str | Path, cwd: Path | None = None, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program without this source tree on its path."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [*map(str, words)], input=typed, capture_output=True, text=True, cwd=cwd, env=kept, check=False
    )


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel, built from the sdist, and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    built = run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    assert built.returncode == 0, built.stdout + built.stderr
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def install(wheel: Path, folder: Path, extras: str = "") -> Path:
    """Install the wheel and its requirements in an empty environment; return the folder with its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    wanted = f"langkah{extras} @ {wheel.as_uri()}"
    words = ("install", "--quiet", "--constraint", ROOT / "constraints.txt", wanted)
    done = run(programs / "python", "-m", "pip", *words)
    assert done.returncode == 0, done.stderr
    return programs


def play_in_a_terminal(langkah: Path) -> None:
    """Play a whole game in the terminal with typed moves."""
    played = run(langkah, "play", "--terminal", "hanoi", "discs=2", typed="1-2\n1-3\n2-3\nquit\n")
    assert played.returncode == 0, played.stderr
    assert "Solved" in played.stdout


def test_the_packages_are_clean(packages: tuple[Path, Path]) -> None:
    """twine and check-wheel-contents find no problem, the wheel contains its data files, and the sdist contains the
    tests but no build folders.
    """
    wheel, source = packages
    for words in (("twine", "check", "--strict", wheel, source), ("check_wheel_contents", wheel)):
        checked = run(sys.executable, "-m", *words, cwd=ROOT)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"langkah/examples/template.py", "langkah/locale/id/LC_MESSAGES/langkah.mo"} <= set(names)
    with tarfile.open(source) as archive:
        inside = [name.split("/", 1)[1] for name in archive.getnames() if "/" in name]
    assert "tests/test_release.py" in inside
    assert not [name for name in inside if name.startswith((".venv", "node_modules", "dist", "site"))]


def test_links_of_the_long_description_work_outside_the_repository(packages: tuple[Path, Path]) -> None:
    """No link and no picture of the long description is relative."""
    with zipfile.ZipFile(packages[0]) as archive:
        head = message_from_bytes(archive.read(f"langkah-{__version__}.dist-info/METADATA"))
    body = head.get_payload()
    assert isinstance(body, str)
    links = re.findall(r"\]\(([^)]+)\)", re.sub(r"```.*?```", "", body, flags=re.DOTALL))
    assert len(links) > 10
    assert not [link for link in links if not link.startswith(("https://", "#"))]


@pytest.mark.slow
def test_the_wheel_in_an_empty_environment(packages: tuple[Path, Path], tmp_path: Path) -> None:
    """Without extras, the tour, the list, solutions, a puzzle made from an example and a game in the terminal work; web
    app and window name the extra that they need.
    """
    programs = install(packages[0], tmp_path / "empty")
    langkah = programs / "langkah"
    play_in_a_terminal(langkah)
    for words in (["demo"], ["list"], ["solve", "klotski:classic"], ["solve", "hanoi", "--lang", "id"]):
        answer = run(langkah, *words)
        assert answer.returncode == 0, answer.stderr
    template = run(langkah, "example", "template")
    (tmp_path / "mine.py").write_text(template.stdout, encoding="utf-8")
    assert json.loads(run(langkah, "solve", tmp_path / "mine.py:Template", "--json").stdout)["status"] == "solved"
    for words, extra in ((["--no-browser"], "langkah[web]"), (["--window", "hanoi"], "langkah[window]")):
        refused = run(langkah, "play", *words)
        assert (refused.returncode, extra in refused.stderr) == (2, True)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("extra", EXTRAS)
def test_the_wheel_with_an_extra(
    extra: str, packages: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With each extra, the commands and a game in the terminal work; if the extra includes the web app, the web app is
    served.
    """
    programs = install(packages[0], tmp_path / extra, f"[{extra}]")
    for words in (["demo"], ["list"], ["solve", "klotski:classic"]):
        done = run(programs / "langkah", *words)
        assert done.returncode == 0, done.stderr
    play_in_a_terminal(programs / "langkah")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if extra in ("web", "play", "all"):
        with serving(program=(str(programs / "langkah"),)) as address:
            assert "<title>" in httpx.get(address, timeout=30).text
            assert httpx.get(f"{address}api/games", timeout=30).json()["games"]


def test_examples_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Examples are listed and printed one by one; an unknown name is refused with a similar one."""
    assert main(["example", "--json"]) == 0
    listed = {row["name"]: row["about"] for row in json.loads(capsys.readouterr().out)["rows"]}
    assert set(listed) == {path.stem for path in (ROOT / "examples").glob("*.py")}
    assert all(listed.values())
    for name in listed:
        assert main(["example", name]) == 0
        assert capsys.readouterr().out == (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
    assert main(["example"]) == 0
    assert "template" in capsys.readouterr().out
    assert main(["example", "jags"]) == 2
    assert "jugs" in capsys.readouterr().err


def test_the_sbom_names_what_is_needed() -> None:
    """The SBOM lists every package of the extra `all` with its own requirements."""
    bom = make_sbom()
    names = {row["name"] for row in bom["components"]}
    assert {"rich", "numba", "numpy", "fastapi", "uvicorn", "pygame-ce", "pillow", "scipy"} <= names
    assert "langkah" not in names
    links = {row["ref"]: row["dependsOn"] for row in bom["dependencies"]}
    assert any(link.startswith("pkg:pypi/llvmlite@") for ref in links if "numba@" in ref for link in links[ref])
    assert set(links) == {row["bom-ref"] for row in [*bom["components"], bom["metadata"]["component"]]}


def test_notes_and_disagreements() -> None:
    """Release notes are a version's part of the changelog; a tag or a repository that contradicts the files is
    reported.
    """
    assert "## [" not in read_notes("Unreleased")
    with pytest.raises(SystemExit, match=r"9\.9\.9"):
        read_notes("9.9.9")
    assert not list(find_disagreements(f"v{__version__}", ""))
    assert len(list(find_disagreements("v9.9.9", "somebody/else"))) == 2


def test_addresses_are_changed_in_one_go() -> None:
    """Addresses of the repository are placeholders: only files that `--move` rewrites contain them, and `--move` leaves
    no old address.
    """
    old, new = find_repository(), "somebody/steps"
    owner, name = old.split("/")
    seen = re.compile(rf"(?:github|githubusercontent)\.com/{old}\b|{owner}\.github\.io/{name}\b")
    moved = {path.relative_to(ROOT) for path in list_addressed_files()}
    found = 0
    for line in run("git", "-C", ROOT, "grep", "-IlE", r"github(usercontent)?\.(com|io)/").stdout.splitlines():
        text = (ROOT / line).read_text(encoding="utf-8")
        if seen.search(text) and line != "tests/test_release.py":
            assert Path(line) in moved, line
            found += 1
            assert not seen.search(move_addresses(text, old, new))
    assert found > 4
    assert (
        move_addresses(f"https://{owner}.github.io/{name}/docs/", old, new) == "https://somebody.github.io/steps/docs/"
    )
    links = LINKS.read_text(encoding="utf-8")
    assert links.count("const PUBLISHED = ") == 1
    assert "const PUBLISHED = true;" in move_addresses(links, old, old)
    assert len(list(find_disagreements("", old))) == ("const PUBLISHED = true;" not in links)
    assert move_addresses(f"https://github.com/{old}-more", old, new) == f"https://github.com/{old}-more"


def test_workflows_call_what_there_is() -> None:
    """Every make target and every test file that a workflow names exists, and the check covers every system and Python
    version of the package.
    """
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        for words in re.findall(r"make ((?:[a-z]+ ?)+)", re.sub(r"#.*", "", text)):
            assert set(words.split()) <= set(targets), path.name
        for name in re.findall(r"tests/\w+\.py", text):
            assert (ROOT / name).exists(), name
    check = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in check
    (pythons,) = re.findall(r"python: \[(.*)\]", check)
    assert re.findall(r"[\d.]+", pythons) == [
        line.split()[-1] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d", line)
    ]
    assert 'sudo env "PATH=$PATH"' in check, "sudo would find another Python"
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "langkah site dist/site" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "docs/_build/html dist/site/docs" in release
    assert "path: dist/site" in release
