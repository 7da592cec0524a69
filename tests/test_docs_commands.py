"""The commands that documents show besides `langkah`: targets of make, extras of pip, packages of npm, Python modules,
options of Dask, images for Docker and Kubernetes. Commands that cannot run here are compared with the project's files.
"""

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Callable
from importlib.metadata import entry_points, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]
from click import UsageError
from fsspec.registry import known_implementations  # type: ignore[import-untyped]
from packaging.requirements import Requirement

from tests.test_docs import DOCUMENTS, ROOT, list_blocks

MORE = [ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md")]
MAKEFILE, DOCKERFILE = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "Dockerfile"))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
CLUSTER = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")

# The values of Dask's chart that are used here: github.com/dask/helm-chart, dask/values.yaml and dask/templates.
CHART = {
    "scheduler.image.repository", "scheduler.image.tag", "worker.image.repository", "worker.image.tag",
    "worker.replicas", "worker.resources.limits.cpu", "worker.resources.limits.memory", "worker.resources.requests.cpu",
    "worker.resources.requests.memory", "worker.serviceAccountName", "worker.env", "jupyter.enabled",
}  # fmt: skip


class Typed(NamedTuple):
    """A command that a document shows, as words, and its place in the document."""

    place: str
    words: list[str]


def list_typed() -> list[Typed]:
    """Every shell line in a code block, and every command in running text whose program is in CHECKS."""
    found = []
    for block in list_blocks([*DOCUMENTS, *MORE]):
        if block.language in ("sh", ""):
            lines = [line for line in block.code.replace("\\\n", " ").splitlines() if not line.startswith("#")]
            found += [Typed(block.place, shlex.split(line, comments=True)) for line in lines]
    for path in [*DOCUMENTS, *MORE]:
        text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        found += [
            Typed(path.name, shlex.split(line))
            for line in re.findall(r"`([^`]+)`", text)
            if line.split()[0] in CHECKS and " " in line and not line.endswith(" -m")
        ]
    return [each for each in found if each.words]


def check_make(words: list[str]) -> None:
    """Check that the targets of `make` exist, that `make -n` accepts them, and that the Makefile uses the variables."""
    for word in words:
        assert f"$({word.split('=')[0]})" in MAKEFILE if "=" in word else re.search(rf"^{word}:.*##", MAKEFILE, re.M)
    done = subprocess.run(["make", "-n", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def check_pip(words: list[str]) -> None:
    """Check that the extras of Langkah exist, and that every other package is an optional dependency of Dask or fsspec
    or is named in a `pip install` in Langkah's source.
    """
    command, *packages = words
    assert command == "install"
    theirs = [Requirement(line).name for name in ("dask", "distributed") for line in requires(name) or []]
    files = [row["class"].partition(".")[0] for row in known_implementations.values()]
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    ours = [name for source in sources for name in re.findall(r"pip install ([a-z][\w-]*)", source)]
    named = [re.sub(r"^\.(?=\[|$)", "langkah", package) for package in packages]  # the clone itself
    for package in map(Requirement, named):
        if package.name == "langkah":
            assert package.extras <= set(EXTRAS), package
        else:
            assert package.name in {*theirs, *files, *ours}, package


def check_npm(words: list[str]) -> None:
    """Check that the packages are listed in `package.json`."""
    command, *packages = words
    assert command == "install"
    assert set(packages) <= set(json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"])


def check_python(words: list[str]) -> None:
    """Check that the module can be run, and that its source code contains every option."""
    flag, module, *options = words
    assert flag == "-m"
    found = find_spec(module)
    assert found, module
    assert found.origin, module
    path = Path(found.origin)
    files = sorted(path.parent.glob("*.py")) if found.submodule_search_locations else [path]
    assert path.parent / "__main__.py" in files or len(files) == 1
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    assert not [word for word in options if word.startswith("-") and f'"{word}"' not in source.replace("'", '"')]


def check_dask(words: list[str]) -> None:
    """Check that Dask's own parser accepts the words of the command."""
    name, *options = words
    (entry,) = entry_points(group="dask_cli", name=name)
    entry.load().make_context(name, options)


def check_docker(words: list[str]) -> None:
    """Check a `docker` command of the documents: its build arguments exist in the Dockerfile, its extras in
    `pyproject.toml`, and `docker push` pushes only the image that the `docker build` command in the cluster document
    builds.
    """
    command, *rest = words
    for place, word in enumerate(rest):
        if word == "--build-arg":
            name, _equals, value = rest[place + 1].partition("=")
            assert re.search(rf"^ARG {name}=", DOCKERFILE, re.M), name
            assert name != "EXTRAS" or set(value.split(",")) <= set(EXTRAS), value
    assert command == "build" or (command == "push" and rest == [find_image()])


def find_image() -> str:
    """The name of the cluster image, from the command that builds it."""
    (name,) = re.findall(r"^docker build .*-t (\S+) \.$", CLUSTER, re.M)
    return str(name)


def flatten(values: dict[str, Any], before: str = "") -> dict[str, Any]:
    """All values of nested dictionaries, such as those of a Helm chart, by their names joined with dots."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        found |= flatten(value, f"{before}{name}.") if isinstance(value, dict) else {f"{before}{name}": value}
    return found


def check_helm(words: list[str]) -> None:
    """Check that the chart is Dask's, from its official address, that it has all values that are set, and that its
    images are the image that the documents build.
    """
    if words[0] == "repo":
        assert words == ["repo", "add", "dask", "https://helm.dask.org"]
        return
    assert words == ["install", "dask", "dask/dask", "--values", "values.yaml"]
    (text,) = re.findall(r"^```yaml\n(.*?)^```", CLUSTER, flags=re.DOTALL | re.MULTILINE)
    values = flatten(yaml.safe_load(text))
    assert set(values) <= CHART
    for part in ("scheduler", "worker"):
        assert f"{values[f'{part}.image.repository']}:{values[f'{part}.image.tag']}" == find_image()


def check_kubectl(words: list[str]) -> None:
    """Check that the driver runs the cluster's image, and uses the scheduler's address in the cluster."""
    if words[0] == "run" and len(words) > 2:
        assert f"--image={find_image()}" in words
        assert "tcp://dask-scheduler:8786" in words
    else:
        assert words in (["logs", "--follow", "driver"], ["run", "--env"])


def check_nothing(_words: list[str]) -> None:
    """Check nothing: `test_docs` runs the commands of Langkah or compares their options."""


CHECKS: dict[str, Callable[[list[str]], None]] = {
    "make": check_make, "pip": check_pip, "npm": check_npm, "python": check_python, "dask": check_dask,
    "docker": check_docker, "helm": check_helm, "kubectl": check_kubectl, "langkah": check_nothing,
}  # fmt: skip


CASES = {" ".join(each.words): each for each in reversed(list_typed())}  # each command at its first place


def find_mistake(words: list[str]) -> str:
    """A description of the mistake in a command; an empty string if there is none."""
    if words[0] not in CHECKS:
        return "say how it is checked"
    try:
        CHECKS[words[0]](words[1:])
    except (AssertionError, UsageError) as error:
        return str(error) or type(error).__name__
    return ""


def test_what_is_typed_exists() -> None:
    """Every command in the documents has a check and passes it."""
    assert len(CASES) > 100
    mistakes = {f"{each.place}: {line}": find_mistake(each.words) for line, each in CASES.items()}
    assert not any(mistakes.values()), "\n".join(f"{each}: {told}" for each, told in mistakes.items() if told)


def test_the_image_takes_what_is_given() -> None:
    """The Dockerfile passes its build arguments to pip; its default extras exist; the web app listens on the port that
    the image exposes.
    """
    (given,) = re.findall(r"^ARG EXTRAS=(\S+)$", DOCKERFILE, re.M)
    assert set(given.split(",")) <= set(EXTRAS)
    assert '"/source[$EXTRAS]" $PACKAGES' in DOCKERFILE
    (port,) = re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.M)
    assert f'"--port", "{port}"' in DOCKERFILE
    assert f"-p {port}:{port} " in DOCKERFILE


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("make", "sight"), ("make", "test SPEED=3"), ("pip", "install langkah[everything]"), ("pip", "install s4fs"),
        ("npm", "install left-pad"), ("python", "-m tools.releases"), ("python", "-m tools.release --remove"),
        ("dask", "worker tcp://first:8786 --nproc 16"), ("docker", "build --build-arg EXTRA=fast ."),
        ("docker", "build --build-arg EXTRAS=clusters ."), ("helm", "install dask dask/daskhub"),
        ("kubectl", "run driver --image=langkah -- langkah"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_noticed(program: str, words: str) -> None:
    """Each check finds a mistake in a wrong command."""
    assert find_mistake([program, *shlex.split(words)])
