"""`make release`: build and check a release in `dist/`: wheel, sdist, notes from CHANGELOG.md, an SBOM.

    python -m tools.release [--tag v1.2.3] [--repository OWNER/NAME]
    python -m tools.release --move OWNER/NAME

With a tag, the tag, the version of the package, CITATION.cff, the conda recipe and the head of CHANGELOG.md must agree;
with a repository, the addresses in this tree must match it. `--move` changes them in every file that has one.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from langkah import __version__

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
LINKS = ROOT / "src" / "langkah" / "apps" / "web" / "static" / "learn.js"  # where the web app links to the addresses
_HEAD = re.compile(r"^## \[(?P<version>[^\]]+)\].*$", flags=re.MULTILINE)


def read_notes(version: str) -> str:
    """The text of a version in CHANGELOG.md, without its heading."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = list(_HEAD.finditer(text))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        if head["version"] == version:
            return text[head.end() : after.start() if after else len(text)].strip() + "\n"
    raise SystemExit(
        f"CHANGELOG.md says nothing about {version}; it knows {', '.join(head['version'] for head in heads)}"
    )


def find_disagreements(tag: str, repository: str) -> Iterator[str]:
    """A sentence for each contradiction between the files of this tree and the tag or the repository."""
    if tag:
        for name, pattern in {
            "CITATION.cff": r"^version: (.+)$",
            "packaging/conda/recipe.yaml": r"^  version: (.+)$",
            "CHANGELOG.md": r"^## \[(\d[^\]]*)\]",
        }.items():
            found = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
            if not found or found[1] != __version__:
                yield f"{name} is about {found[1] if found else 'no version'}, the package is {__version__}"
        if tag != f"v{__version__}":
            yield f"the tag is {tag}, the package is {__version__}"
    linked = "const PUBLISHED = true;" in LINKS.read_text(encoding="utf-8")
    if repository and repository != find_repository():
        yield f"the addresses are those of {find_repository()}: python -m tools.release --move {repository}"
    elif repository and not linked:
        yield f"the web app does not link to the addresses yet: python -m tools.release --move {repository}"


def find_repository() -> str:
    """The repository in pyproject.toml, as OWNER/NAME."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    return str(urls["Source"]).removeprefix("https://github.com/")


def list_addressed_files() -> Iterator[Path]:
    """The files that contain addresses of the repository or of its pages."""
    yield from (ROOT / name for name in ("pyproject.toml", "CITATION.cff", "packaging/conda/recipe.yaml", "README.md"))
    yield LINKS
    yield from (path for kind in ("md", "po") for path in (ROOT / "docs").rglob(f"*.{kind}"))


def move_addresses(text: str, old: str, new: str) -> str:
    """The text with the addresses of the repository `old`, of its files and of its pages replaced by those of `new`. In
    the text of `LINKS`, the links of the web app to these addresses are switched on.
    """
    for host in ("github.com", "raw.githubusercontent.com"):
        text = re.sub(rf"(?<={re.escape(host)}/){re.escape(old)}(?![\w-])", new, text)
    text = text.replace("const PUBLISHED = false;", "const PUBLISHED = true;")  # in learn.js
    pages = [f"{owner}.github.io/{name}" for owner, name in (old.split("/"), new.split("/"))]
    return re.sub(rf"{re.escape(pages[0])}(?![\w-])", pages[1], text)


def make_sbom(name: str = "langkah", extras: frozenset[str] = frozenset({"all"})) -> dict[str, Any]:
    """A software bill of materials (SBOM) in CycloneDX format: the package `name` and its dependencies in the installed
    versions.
    """
    needs = _find_needs(name, extras, {})
    rows = {each: _describe_package(each) for each in sorted(needs)}
    links = [
        {"ref": rows[each]["bom-ref"], "dependsOn": [rows[other]["bom-ref"] for other in sorted(needs[each])]}
        for each in rows
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(links))}",
        "version": 1,
        "metadata": {"component": {**rows.pop(name), "type": "application"}},
        "components": list(rows.values()),
        "dependencies": links,
    }


def _find_needs(name: str, extras: Iterable[str], found: dict[str, set[str]]) -> dict[str, set[str]]:
    """For the package `name` and every package that it needs, directly or indirectly, the names of the packages that it
    requires. They are added to `found`.
    """
    mine = found.setdefault(canonicalize_name(name), set())
    for line in distribution(name).requires or []:
        need = Requirement(line)
        other = canonicalize_name(need.name)
        if need.marker is None or any(need.marker.evaluate({"extra": part}) for part in (*extras, "")):
            if other == canonicalize_name(name):
                _find_needs(name, need.extras, found)
            else:
                mine.add(other)
                if other not in found:
                    _find_needs(other, need.extras, found)
    return found


def _describe_package(name: str) -> dict[str, Any]:
    version = distribution(name).version
    address = f"pkg:pypi/{name}@{version}"
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}


def _run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", *words], check=True, cwd=ROOT)


def main() -> int:
    """Build and check a release, or change the addresses in this tree; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--tag", default="")
    parser.add_argument("--repository", default="")
    parser.add_argument("--move", metavar="OWNER/NAME", default="")
    args = parser.parse_args()
    if args.move:
        old = find_repository()
        for path in list_addressed_files():
            text = path.read_text(encoding="utf-8")
            path.write_text(move_addresses(text, old, args.move), encoding="utf-8")
        return 0
    wrong = list(find_disagreements(args.tag, args.repository))
    if wrong:
        raise SystemExit("\n".join(wrong))
    notes = read_notes(__version__ if args.tag else "Unreleased")
    shutil.rmtree(DIST, ignore_errors=True)
    _run("build", "--outdir", str(DIST))
    packages = sorted(map(str, DIST.glob("langkah-*")))
    _run("twine", "check", "--strict", *packages)
    _run("check_wheel_contents", *(name for name in packages if name.endswith(".whl")))
    (DIST / "notes.md").write_text(notes, encoding="utf-8")
    (DIST / "sbom.json").write_text(json.dumps(make_sbom(), indent=1) + "\n", encoding="utf-8")
    for package in packages:
        print(hashlib.sha256(Path(package).read_bytes()).hexdigest(), Path(package).name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
