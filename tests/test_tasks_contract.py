"""The requests and answers of tasks are declared once, as annotations. Real answers, the API description and the types
of the web app agree with these declarations.
"""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools import contract

from langkah import prove
from langkah.apps.site.browser import answer as answer_in_browser
from langkah.apps.web.endpoints import ENDPOINTS, make_job
from langkah.apps.web.openapi import describe_api
from langkah.errors import BadInput, Malformed
from langkah.games import GAMES, get_game_class
from langkah.legal_runs import RUNS
from langkah.model import Chance, Game, Puzzle
from langkah.search import list_algorithms
from langkah.tasks.context import Context
from langkah.tasks.explore import ExploreRequest, Store, explore_space
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import TASKS, run_task
from langkah.tracing import Limit
from langkah.typed_json import find_mistakes

CATALOGUE = ProblemCatalogue()
ROOT = Path(__file__).parent.parent
SEARCH = {"algorithm": "breadth-first"}


def list_questions() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """For every task except `store`: the name of a game or 'no game', the name of the task, and the fields of a
    request. A task that fits several games has requests about each of them.
    """
    yield "no game", "games", {}
    yield "no game", "lessons", {}
    yield "no game", "list", {}
    yield "no game", "examples", {}
    yield "no game", "example", {"name": "template"}
    yield "no game", "reproduce", {"paper": "hanoi-bfs"}
    row = {"run": 1, "instance": "one", "algorithm": "a-star", "status": "solved", "expanded": 3, "cost": 2}
    yield "no game", "plots", {"text": json.dumps(row | {"optimal": True, "version": "0"})}
    yield "no game", "levels in a file", {"text": "#####\n#@$.#\n#####\nSolution: R\n\n####\n#@ #\n####\n"}
    towers = {"problem": "hanoi", "settings": {"discs": 3, "goal": "peg 3"}}
    yield "no game", "generate", {"saved": towers, "low": 3, "high": 6, "count": 2, "seed": 1}
    yield "no game", "hardest", {"saved": towers, "layouts": True}
    yield "no game", "new puzzle", {"problem": "hanoi", "grade": "easy", "seed": 1}
    for name in ("branch-and-bound", "alpha-beta"):
        yield "no game", "lesson", {"name": name}
    for game in GAMES:
        cls, settings = get_game_class(game), get_game_class(game).small
        saved: dict[str, Any] = {"problem": game, "settings": settings}
        yield game, "levels", {"game": game}
        yield game, "problem", {"problem": game, "settings": settings}
        yield game, "file", {"problem": game, "settings": settings}
        yield game, "link", {"token": game}
        yield game, "read", {"text": f'game = "{game}"'}
        yield from ((game, task, values) for task, values in list_position_questions(cls, saved))


def list_position_questions(cls: type, saved: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The names of tasks, with requests about a position of a game: at its start, and after one move."""
    problem = CATALOGUE.load(saved["problem"], saved["settings"])
    chosen = {**saved, "dice": False}
    move = problem.notation(next(iter(problem.steps(problem.start))).move)
    for at in (saved, {**chosen, "moves": [move]}):
        yield from ((task, {"saved": at}) for task in ("position", "frames", "searches", "doctor", "explore"))
    if isinstance(problem, Puzzle):
        yield "map", {"saved": {**chosen, "moves": [move]}}
        yield "map place", {"saved": chosen, "way": [0]}
        yield "map way", {"saved": {**chosen, "moves": [move]}}
    if isinstance(problem, Puzzle) and problem.packed() is not None:
        yield "explore plan", {"saved": saved, "device": "cpu"}
    if not (issubclass(cls, Game) and issubclass(cls, Chance)):
        yield "prove", {"saved": chosen}
        yield "check", {"data": base64.b64encode(prove(problem).data).decode()}
    for task in ("least", "marks", "hint", "review", "solve", "compare"):
        yield task, {"saved": chosen}
    yield "frames", {"saved": {**chosen, "moves": [move], "made": 0}}
    for deed in ({"do": "play", "move": move}, {"do": "undo"}, {"do": "click", "handles": ["nothing"]}):
        yield "act", {"saved": chosen, "deed": deed}
    names = list_algorithms(problem)
    for name in names:
        yield "record", {"saved": chosen, "search": {"algorithm": name, "nodes": 200}}
    yield "race", {"saved": chosen, "searches": [{"algorithm": name, "nodes": 100} for name in (names * 2)[:2]]}
    for name in [each for each in names if each in RUNS][:2]:
        yield (
            "be the algorithm",
            {"saved": chosen, "search": {"algorithm": name}, "taken": [0], "guess": 1, "hint": True},
        )
    yield "worksheet", {"saved": chosen, "search": {"algorithm": names[0]}}
    if issubclass(cls, Game):
        yield "reply", {"saved": {**saved, "seats": ["human", "random"], "moves": [move]}}
        yield "audit", {"saved": saved, "player": "perfect"}
        yield "match", {"saved": saved, "ours": ["perfect"], "theirs": ["random"], "games": 4, "show": 1}
        yield "match", {"saved": saved, "ours": ["perfect", "random"], "theirs": ["random"], "games": 2}
    if issubclass(cls, Chance) and issubclass(cls, Game):
        yield "act", {"saved": {**saved, "moves": [move]}, "deed": {"do": "roll"}}
        yield "odds report", {"saved": saved}
    elif issubclass(cls, Chance):
        yield "act", {"saved": saved, "deed": {"do": "roll"}}
        yield from ((task, {"saved": saved}) for task in TASKS if task.startswith("odds"))
        yield "odds report", {"saved": saved, "jumps": True, "decline": True, "games": 50}
        yield "odds of choices", {"saved": saved, "decline": True}


QUESTIONS = list(list_questions())


@pytest.mark.parametrize(("game", "task", "values"), QUESTIONS, ids=[f"{game}-{task}" for game, task, _ in QUESTIONS])
def test_answers_are_as_declared(game: str, task: str, values: dict[str, Any]) -> None:
    """In a real answer, every field has the declared type, no declared field is missing, and no field is undeclared."""
    answer = run_task(task, values, Context(Limit(nodes=2000, seconds=5.0)), CATALOGUE)
    told = json.loads(json.dumps(answer, allow_nan=False))
    assert list(find_mistakes(TASKS[task].answer, told, "answer"))[:5] == [], game


def test_every_question_takes_part() -> None:
    """The requests cover every task in the table except `store`, which has a separate test."""
    assert {task for _game, task, _values in QUESTIONS} == set(TASKS) - {"store"}


def test_a_store_answers_as_declared(tmp_path: Path) -> None:
    """The answers of the task `store` about a stored space agree with the declaration: with all options, and for
    another start state.
    """
    kept = ExploreRequest(CATALOGUE.load("hanoi", {"discs": 3}), store=Store(tmp_path / "store"))
    explore_space(kept, Context())
    values = {"path": str(tmp_path / "store"), "plan": True, "hardest": True, "check_files": True}
    for asked in (values, {"path": values["path"], "settings": {"start": [[3, 2], [1], []]}}):
        told = json.loads(json.dumps(run_task("store", asked, Context(), CATALOGUE)))
        assert list(find_mistakes(TASKS["store"].answer, told, "answer")) == []


def test_the_types_of_the_page_are_those_of_the_table() -> None:
    """The file of TypeScript types for the web app has the content that `python -m tools.contract` writes."""
    assert (ROOT / contract.FILE).read_text(encoding="utf-8") == contract.write_types()


def test_http_describes_every_endpoint() -> None:
    """The API description contains every endpoint, and the fields of the answers that the table declares."""
    found = describe_api()
    assert {path.removeprefix("/api/") for path in found["paths"]} == {
        *(each.path for each in ENDPOINTS),
        "work",
        "texts",
    }
    tables = found["components"]["schemas"]
    assert {"meaning", "rule", "group", "optimum", "counts"} <= set(tables["Level"]["required"])
    assert "meaning" in tables["Sheet"]["required"]
    assert "label" in tables["Setting"]["required"]


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("act", {"saved": {"problem": "hanoi"}, "deed": {"do": "play", "move": None}}, "deed.move = None"),
    ("act", {"saved": {"problem": "hanoi"}, "deed": {"do": "click", "handles": []}}, "deed.handles = []"),
    ("act", {"saved": {"problem": "hanoi"}, "deed": {"do": "jump"}}, "deed = {'do': 'jump'}"),
    ("act", {"saved": {"problem": "hanoi"}, "deed": {"do": "undo", "move": "1"}}, "'deed.move' is not known"),
    ("act", {"saved": {"problem": "hanoi"}}, "deed is missing"),
    ("act", {"saved": {"problem": "hanoi", "made": -1}, "deed": {"do": "undo"}}, "saved.made = -1"),
    ("record", {"saved": {"problem": "hanoi"}, "search": {"algorithm": "a*", "width": 0}}, "search.width = 0"),
    ("race", {"saved": {"problem": "hanoi"}, "searches": [SEARCH]}, "searches = "),
    ("race", {"saved": {"problem": "hanoi"}, "searches": [SEARCH, {"width": 3}]}, "searches[1].algorithm is missing"),
    ("odds", {"saved": {"problem": "snakes"}, "players": 1}, "players = 1: this must be a whole number from 2 to"),
]


@pytest.mark.parametrize(("path", "body", "line"), WRONG, ids=[line for _path, _body, line in WRONG])
def test_every_caller_is_refused_alike(path: str, body: dict[str, Any], line: str) -> None:
    """The task table, HTTP and the static site refuse a wrong request with the same line."""
    with pytest.raises(Malformed) as caught:
        run_task(path, body, Context(), CATALOGUE)
    assert line in caught.value.lines[0]
    with pytest.raises(Malformed) as asked:
        make_job(path, body)
    assert asked.value.lines == caught.value.lines
    heard: list[tuple[str, str]] = []
    message = {"path": path, "body": body, "language": "en"}
    answer_in_browser(json.dumps(message), lambda word, said: heard.append((word, said)))
    assert [(word, json.loads(said)) for word, said in heard] == [("refused", list(caught.value.lines))]


def test_what_only_a_position_can_tell_is_refused_when_the_request_is_made() -> None:
    """A mistake that depends on the problem, such as an unknown seat or a game without an opponent, is refused when the
    request is made, before any work.
    """
    for task, values in (
        ("odds", {"saved": {"problem": "hanoi"}}),
        ("odds of seats", {"saved": {"problem": "snakes"}, "seat": 3}),
        ("audit", {"saved": {"problem": "hanoi"}, "player": "perfect"}),
        ("match", {"saved": {"problem": "mnk"}, "ours": ["nobody"], "theirs": ["random"]}),
        ("reproduce", {"paper": "no such paper"}),
    ):
        with pytest.raises(BadInput):
            TASKS[task].request.from_dict(values, CATALOGUE)


def test_a_click_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the player makes a move, each board is drawn once: the board before the move, after it, and after each
    possible next move. The steps of each position are listed once.
    """
    called: dict[str, list[Any]] = {"scene": [], "steps": []}
    problem: Any = CATALOGUE.load("klotski:classic", {})
    first = next(iter(problem.steps(problem.start)))
    second = next(each for each in problem.steps(first.state) if each.state != problem.start)
    for name, states in called.items():
        monkeypatch.setattr(type(problem), name, _note_states(getattr(type(problem), name), states))
    saved = {"problem": "klotski:classic", "moves": [problem.notation(first.move)]}
    deed = {"do": "play", "move": problem.notation(second.move)}
    after = run_task("act", {"saved": saved, "deed": deed}, Context(), CATALOGUE)["position"]
    assert after["made"] == 2
    assert len(called["scene"]) == len(set(called["scene"])) <= 2 + len(after["choices"])
    assert len(called["steps"]) == len(set(called["steps"])) == 3


def _note_states(method: Any, states: list[Any]) -> Any:
    def noting(self: Any, state: Any) -> Any:
        states.append(state)
        return method(self, state)

    return noting
