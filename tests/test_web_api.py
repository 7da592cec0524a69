"""The API behind the web app: its answers, its refusals, its limits, and the end of its work."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah import load, solve
from langkah.apps.web import limits
from langkah.apps.web import pool as pool_module
from langkah.apps.web.endpoints import make_job
from langkah.apps.web.limits import LARGEST_BODY, Bounded, Buckets
from langkah.apps.web.server import listen_on, make_app
from langkah.errors import BadInput
from langkah.games import GAMES, list_levels
from langkah.session import Session, make_token, pack_link, save_session, unpack_link
from langkah.tasks import positions
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import TASKS, run_task
from langkah.views.theme import DARK, LIGHT
from tests.webserver import running

Values = dict[str, Any]
SHELF = ProblemCatalogue()
JSON = {"content-type": "application/json"}
THREE = {"problem": "hanoi", "settings": {"discs": 3, "goal": "peg 3"}}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A client of the web app, which is served on this machine."""
    with running(make_app()) as found:
        yield found


def show(task: str, found: Values) -> Values:
    """The result of a task about a saved position, run in this process."""
    return run_task(task, {"saved": found}, Context(), SHELF)


def open_link(token: str) -> Values:
    """The position that a link token encodes."""
    return run_task("link", {"token": token}, Context(), SHELF)


def ask(client: httpx.Client, path: str, body: object, status: int = 200, language: str = "en") -> Any:
    """Send a POST request, check the status of the response, and return its JSON body."""
    answer = client.post(f"/api/{path}", content=json.dumps(body), headers={"accept-language": language, **JSON})
    assert answer.status_code == status, answer.text
    return answer.json()


def work(client: httpx.Client, task: str, found: Values, status: int = 200, **more: Any) -> Values:
    """Run a task through `/api/work` and return the last event, or the error body if the status is not 200."""
    answer = client.post("/api/work", json={"task": task, "saved": found, **more})
    assert answer.status_code == status, answer.text
    if status != 200:
        return dict(answer.json())
    last = answer.text.strip().split("\n\n")[-1]
    kind, data = (line.partition(": ")[2] for line in last.split("\n"))
    return {kind: json.loads(data)}


# Choosing


def test_the_gallery(client: httpx.Client) -> None:
    """The gallery lists every game with a picture that shows at least one piece, target or mark."""
    found = client.get("/api/games").json()
    assert [game["name"] for game in found["games"]] == list(GAMES)
    assert found["start"] == ""
    for game in found["games"]:
        roles = {shape["role"].partition(":")[0] for shape in game["scene"]["shapes"]}
        assert roles & {"piece", "target", "mark"}, game["name"]


@pytest.mark.parametrize("game", GAMES)
def test_levels_and_sheets(client: httpx.Client, game: str) -> None:
    """Every level of a game is listed once and levels of a group are adjacent. The game and its first three levels
    open, and each of their settings has a description and its legal values.
    """
    listed = client.get("/api/levels", params={"game": game}).json()["levels"]
    assert sorted(each["name"] for each in listed) == [f"{game}:{level}" for level in list_levels(game)]
    groups = [each["group"] for each in listed]
    assert groups == sorted(groups, key=groups.index), "levels of a group stand together"
    for name in [game, *(each["name"] for each in listed[:3])]:
        sheet = ask(client, "problem", {"problem": name})
        assert sheet["game"] == game
        assert all(each["about"] and each["legal"] for each in sheet["settings"])
        assert ask(client, "position", {"problem": game, "settings": sheet["given"]})["kind"]


def test_the_colours(client: httpx.Client) -> None:
    """The style sheet defines the colours of the light and of the dark theme."""
    text = client.get("/theme.css").text
    assert text.count("--langkah-piece-0-fill") == 2
    assert LIGHT.page in text
    assert DARK.page in text


# Playing


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_what_the_session_says(game: str) -> None:
    """Along up to six moves, the stateless API returns the same text, choices and link as a session in this process."""
    problem = load(game)
    session = Session(problem, dice=False)
    moves: list[str] = []
    for _move in range(6):
        found = show("position", {"problem": game, "moves": moves, "dice": False})
        assert found["turns"] == [{**turn, "move": move} for turn, move in zip(found["turns"], moves, strict=True)]
        assert found["text"] == problem.text(session.state)
        assert [each["move"] for each in found["choices"]] == [choice.label for choice in session.choices()]
        assert found["token"] == make_token(session)
        if not session.choices():
            break
        moves.append(session.play(session.choices()[0].label).label)


def test_what_a_drag_would_move() -> None:
    """For each choice, `travels` has the shapes that move and their displacements; a large board has none."""
    found = show("position", {**THREE, "moves": ["1-3"]})
    scene = {shape["id"]: shape["at"] for shape in found["scene"]["shapes"] if "id" in shape}
    for choice, travel in zip(found["choices"], found["travels"], strict=True):
        after = show("position", {**THREE, "moves": ["1-3", choice["move"]]})["scene"]["shapes"]
        for name, (dx, dy) in travel.items():
            x, y = next(shape["at"] for shape in after if shape.get("id") == name)
            assert (x, y) == pytest.approx((scene[name][0] + dx, scene[name][1] + dy), abs=0.01)
    assert show("position", {"problem": "mnk", "settings": {"rows": 20, "cols": 20, "k": 5}})["travels"] == []


def test_routes_end_where_shapes_stand() -> None:
    """A route is relative to its end point, and begins where the shape was before the move."""
    before = {shape.get("id"): shape["at"] for shape in show("position", THREE)["scene"]["shapes"]}
    after = show("position", {**THREE, "moves": ["1-3"]})
    places = {shape.get("id"): shape["at"] for shape in after["scene"]["shapes"]}
    (name, route), *rest = after["routes"].items()
    assert not rest
    assert list(route[-1]) == [0, 0]
    assert len(route) == 4, "a disc is lifted, carried and put down"
    start = [places[name][0] + route[0][0], places[name][1] + route[0][1]]
    assert start == pytest.approx(before[name])


def test_deeds(client: httpx.Client) -> None:
    """Click, drag, play, undo and redo return an answer and the new position; a refusal gives the reason."""
    done = ask(client, "act", {"saved": THREE, "deed": {"do": "click", "handles": ["peg 0", "peg 2"]}})
    assert done["answer"] == {"kind": "moved", "text": "1-3"}
    once = done["position"]["saved"]
    no = ask(client, "act", {"saved": once, "deed": {"do": "drag", "press": "peg 0", "release": "peg 2"}})
    assert no["answer"]["kind"] == "refused"
    assert no["answer"]["text"] == "Disc 2 is larger than disc 1, so it cannot lie on it."
    assert no["position"]["made"] == 1
    twice = ask(client, "act", {"saved": once, "deed": {"do": "play", "move": "1-2"}})["position"]
    back = ask(client, "act", {"saved": twice["saved"], "deed": {"do": "undo"}})["position"]
    assert (back["made"], back["undone"]) == (1, 1)
    again = ask(client, "act", {"saved": back["saved"], "deed": {"do": "redo"}})["position"]
    assert again["saved"] == twice["saved"]
    assert ask(client, "act", {"saved": THREE, "deed": {"do": "undo"}})["answer"]["kind"] == "refused"


def test_dice(client: httpx.Client) -> None:
    """The seed determines each roll. Buttons that choose a roll are shown only if the dice are switched off."""
    start = {"problem": "snakes", "seats": ["human", "human"], "seed": 7}
    throws = [ask(client, "act", {"saved": start, "deed": {"do": "roll"}})["answer"]["text"] for _time in range(2)]
    assert throws[0] == throws[1]
    handles = {shape.get("handle", "") for shape in ask(client, "position", start)["scene"]["shapes"]}
    assert not any(handle.startswith("roll") for handle in handles)
    chosen = ask(client, "position", {"problem": "snakes", "dice": False})
    assert any(shape.get("handle") == "roll 6" for shape in chosen["scene"]["shapes"])


@pytest.mark.parametrize("game", ["hanoi", "klotski:paper", "snakes", "tiles:nilsson", "queens"])
def test_frames_are_the_pictures_of_the_positions(game: str) -> None:
    """Each frame, combined with the unchanged shapes of the frame before, is the picture of its position."""
    moves = list(solve(load(game)).notation)
    start = {"problem": game, "moves": moves, "dice": False}
    shapes = show("position", {**start, "made": 0})["scene"]["shapes"]
    found = show("frames", {**start, "made": 0})["frames"]
    assert len(found) == min(len(moves), positions.MOST_FRAMES)
    for frame in found:
        shapes = [shapes[each] if isinstance(each, int) else each for each in frame["scene"]["shapes"]]
        alone = show("position", {**start, "made": frame["made"]})
        assert shapes == alone["scene"]["shapes"]
        assert frame["routes"] == alone["routes"]


# Sharing


@given(st.lists(st.sampled_from(["1-2", "1-3", "2-1", "2-3", "3-1", "3-2"]), max_size=12))
def test_links_reopen_what_can_be_played(moves: list[str]) -> None:
    """A link with legal moves reopens their position; an illegal move is refused with its number."""
    session = Session(load("hanoi", discs=3))
    for number, move in enumerate(moves, 1):
        if session.over or move not in [choice.label for choice in session.choices()]:
            with pytest.raises(BadInput, match=f"move {number}"):
                open_link(pack_link({"problem": "hanoi", "settings": {"discs": 3}, "moves": moves}))
            return
        session.play(move)
    assert open_link(make_token(session))["text"] == session.problem.text(session.state)


def list_settings_of(problem: Any) -> dict[str, object]:
    """The values of a problem's settings, by name."""
    return {each.name: getattr(problem, each.name, None) for each in type(problem).settings}


@pytest.mark.parametrize("game", GAMES)
def test_files_round_trip(game: str) -> None:
    """Every level, written to a file and read again, gives the same problem."""
    for name in [game, *(f"{game}:{level}" for level in list_levels(game))]:
        text = run_task("file", {"problem": name}, Context(), SHELF)["text"]
        again = run_task("read", {"text": text}, Context(), SHELF)
        assert again["text"] == show("position", {"problem": name})["text"], name
        problem, meant = SHELF.load(again["saved"]["problem"], again["saved"].get("settings", {})), load(name)
        assert (type(problem), problem.given()) == (type(meant), meant.given())


def test_the_papers_text_form_is_read(client: httpx.Client) -> None:
    """A board in the text format of the papers' programs opens; other texts are refused with a reason."""
    found = ask(client, "read", {"text": "10 10\n3,21\n17,12\n"})
    assert unpack_link(found["token"])["problem"] == "snakes"
    assert "TOML" in ask(client, "read", {"text": "game = "}, 400)["error"][0]
    assert ask(client, "read", {"text": 'game = "hanoi"\ndiscs = 99'}, 400)["error"][0].startswith("file: discs = 99")


# Refusing

BAD: list[tuple[object, int]] = [
    ({"problem": "chess"}, 400),
    ({"problem": "examples/river.py:River"}, 400),
    ({"problem": "/etc/passwd"}, 400),
    ({"problem": "hanoi:../../hanoi"}, 400),
    ({"problem": "hanoi", "settings": {"discs": 1.5}}, 400),
    ({"problem": "hanoi", "settings": {"disks": 3}}, 400),
    ({"problem": "hanoi", "settings": {"discs": 10**400}}, 400),
    ({"problem": "hanoi", "settings": {"discs": float("nan")}}, 400),
    ({"problem": "hanoi", "settings": {"start": [[[[]]]], "goal": {"a": [1, {"b": None}]}}}, 400),
    ({"problem": "hanoi", "settings": {"\ud800": "\ud800"}}, 400),
    ({"problem": "hanoi", "moves": ["1-9"]}, 400),
    ({"problem": "hanoi", "moves": ["1-3", "1-3"]}, 400),
    ({"problem": "hanoi", "seats": ["human", "human"]}, 400),
    ({"problem": "hanoi", "seats": ["perfect"]}, 400),
    ({"problem": "mnk", "seats": ["human", "nobody"]}, 400),
    ({"problem": "mnk", "seats": ["human", "alpha-beta:99"]}, 400),
    ({"problem": "snakes", "moves": ["7"]}, 400),
    ({}, 422),
    ([], 422),
    ("hanoi", 422),
    ({"problem": 3}, 422),
    ({"problem": "hanoi", "made": -1}, 422),
    ({"problem": "hanoi", "made": "1"}, 422),
    ({"problem": "hanoi", "moves": [1]}, 422),
    ({"problem": "hanoi", "moves": ["1-3"] * 30_000}, 422),
    ({"problem": "hanoi", "strange": 1}, 422),
    ({"problem": "hanoi", "seed": True}, 422),
]


@pytest.mark.parametrize(("body", "status"), BAD, ids=range(len(BAD)))
def test_bad_positions_are_refused_in_words(client: httpx.Client, body: object, status: int) -> None:
    """Every endpoint that takes a position refuses an invalid one with the expected 4xx status and a message."""
    for path, told in (("position", body), ("frames", body), ("work", {"task": "least", "saved": body})):
        lines = ask(client, path, told, status)["error"]
        assert lines
        assert all(line.strip() for line in lines)


@pytest.mark.parametrize(
    "text", ["{", "[" * 5000, '{"problem": NaN}', '{"problem": "hanoi", "made": 1e999}', "\x00", "1" * 5000]
)
def test_what_is_not_json_is_refused(client: httpx.Client, text: str) -> None:
    """Malformed, deeply nested or non-standard JSON is refused with a message."""
    answer = client.post("/api/position", content=text, headers=JSON)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


def test_refusals_speak_the_language_of_the_reader(client: httpx.Client) -> None:
    """The language of a response is that of its own request, and does not affect the next request."""
    for language in ("id-ID,id;q=0.9", "en-US", "fr, id;q=0.5", "fr"):
        answer = client.get("/api/texts", headers={"accept-language": language}).json()
        assert answer["language"] == ("id" if "id" in language else "en")


def test_addresses_that_do_not_exist(client: httpx.Client) -> None:
    """Unknown addresses get status 404 and JSON; files outside the folder of static files are not served."""
    for path in (
        "/api/nothing",
        "/static/nothing.js",
        "/static/../api.py",
        "/static/%2e%2e/api.py",
        "/static/style/../../api.py",
    ):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]
    assert client.get("/api/position").status_code == 405


def test_headers(client: httpx.Client) -> None:
    """Every response has a content security policy that denies everything by default and allows nothing unsafe."""
    for path in ("/", "/static/app.js", "/api/games", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


# Bounds


def test_bodies_are_bounded(client: httpx.Client) -> None:
    """A body that is too large is refused by its declared length or, without one, while it is read."""
    large = b"x" * (LARGEST_BODY + 1)
    assert client.post("/api/position", content=large).status_code == 413
    assert client.post("/api/position", content=iter([large[:9000]] * 60), headers=JSON).status_code == 413


def test_only_names_of_this_machine_are_answered() -> None:
    """A server on 127.0.0.1 refuses other host names (DNS rebinding); a server on 0.0.0.0 accepts all."""
    for host, status in (("127.0.0.1", 400), ("0.0.0.0", 200)):
        with running(make_app(host=host)) as client:
            assert client.get("/", headers={"host": "evil.example"}).status_code == status
            assert client.get("/", headers={"host": "localhost:80"}).status_code == 200


def test_the_rate_is_bounded() -> None:
    """Each address has a token bucket, which time refills; an empty bucket is answered with status 429."""
    now = 0.0
    buckets = Buckets(rate=2, burst=3, clock=lambda: now)
    assert [buckets.take("a") for _time in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now = 1.0
    assert [buckets.take("a") for _time in range(3)] == [True, True, False]
    with running(Bounded(make_app(), buckets=Buckets(rate=0.001, burst=1))) as client:
        assert client.get("/").status_code == 200
        answer = client.get("/")
        assert answer.status_code == 429
        assert answer.headers["retry-after"]


def test_requests_at_once_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request above the limit of concurrent requests is refused with status 503 and a `retry-after` header."""
    monkeypatch.setattr(limits, "MOST_AT_ONCE", 0)
    with running(make_app()) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert answer.json()["error"]


def test_slow_bodies_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Incomplete requests do not count as concurrent requests, and time out with status 408."""
    monkeypatch.setattr(limits, "BODY_SECONDS", 1.0)
    monkeypatch.setattr(limits, "MOST_AT_ONCE", 8)
    head = b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
    with running(make_app()) as client:
        port = client.base_url.port
        slow = [socket.create_connection(("127.0.0.1", port or 0), timeout=10) for _number in range(40)]
        for each in slow:
            each.sendall(head)
        time.sleep(0.2)
        assert client.get("/api/texts").status_code == 200
        assert all(each.recv(100).startswith(b"HTTP/1.1 408") for each in slow)
        for each in slow:
            each.close()


@pytest.mark.parametrize("arrived", [True, False])
def test_what_is_under_way_when_the_server_closes_is_told_so(arrived: bool) -> None:
    """When the server closes, requests in progress get status 503, before and after their body has arrived."""
    sent: list[Any] = []

    async def answer(*_request: object) -> None:
        await asyncio.sleep(60)

    async def receive() -> Any:
        await asyncio.sleep(0 if arrived else 60)
        return {"type": "http.request", "body": b"{}"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def close_early() -> None:
        request = asyncio.ensure_future(Bounded(answer)({"type": "http", "headers": []}, receive, send))
        await asyncio.sleep(0.1)
        request.cancel()
        await request

    with ThreadPoolExecutor(1) as thread:  # the main thread may already run an event loop, in tests with a browser
        thread.submit(asyncio.run, close_early()).result()
    assert sent[0]["status"] == 503
    assert json.loads(sent[1]["body"]) == {"error": ["the server is closing"]}


def test_a_file_cannot_fill_the_memory(client: httpx.Client) -> None:
    """A TOML key with very many parts, which a TOML parser needs gigabytes for, is refused before it is parsed."""
    for text in ("a." * 60_000 + "a = 1", "[" + "a . " * 40_000 + "a]", r'"\"".' * 24_000 + "a = 1"):
        assert "parts" in ask(client, "read", {"text": text}, 400)["error"][0]


def test_a_position_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Very slow positions are refused after a time limit; meanwhile the server answers, and it closes promptly."""
    for name in ("position", "link"):
        monkeypatch.setitem(TASKS, name, TASKS[name]._replace(seconds=1.0))
    monkeypatch.setattr(pool_module, "KILL_AFTER_SECONDS", 0.5)
    board = {"rows": 100, "cols": 100, "die": 1000, "jumps": {}}
    body = {"problem": "snakes", "settings": board, "moves": ["1"] * 8000}
    with running(make_app()) as client, ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(ask, client, "position", body, 400) for _time in range(2)]
        time.sleep(0.3)
        began = time.monotonic()
        assert ask(client, "position", {"problem": "hanoi"})["kind"] == "puzzle"
        assert time.monotonic() - began < 20
        assert all("too long" in each.result()["error"][0] for each in asked)
        began = time.monotonic()
    assert time.monotonic() - began < 20


def test_ports() -> None:
    """A busy port is skipped if the list has another one; otherwise the error names the port."""
    first = listen_on("127.0.0.1", [0])
    port = first.getsockname()[1]
    second = listen_on("127.0.0.1", [port, 0])
    assert second.getsockname()[1] != port
    with pytest.raises(BadInput, match=str(port)):
        listen_on("127.0.0.1", [port])
    with pytest.raises(BadInput, match="70000"):
        listen_on("127.0.0.1", [70000])
    first.close()
    second.close()


# Solving


def test_tasks_answer_what_the_library_answers(client: httpx.Client) -> None:
    """Least, solve, marks, hint, review and reply agree with the library in the middle of a game."""
    found = {**THREE, "moves": ["1-2"]}
    problem = load("hanoi", discs=3, goal="peg 3")
    result = solve(problem.at((1, 0, 0)))
    assert work(client, "least", found)["result"]["cost"] == result.cost
    told = work(client, "solve", found)["result"]
    assert told["moves"] == list(result.notation)
    assert told["optimal"]
    verdicts = {each["move"]: each["verdict"] for each in work(client, "marks", found)["result"]["marks"]}
    assert verdicts == {mark.move: mark.verdict for mark in Session(problem.at((1, 0, 0))).marks()}
    assert verdicts["2-3"] == "better"
    hint = work(client, "hint", found)["result"]
    assert hint["hint"]["grade"] == 1
    assert work(client, "hint", hint["saved"])["result"]["hint"]["grade"] == 2
    lapses = work(client, "review", {**found, "made": 1})["result"]
    assert [each["number"] for each in lapses["lapses"]] == [1]
    assert lapses["least"]["cost"] == 7
    assert (
        work(client, "reply", {"problem": "mnk", "seats": ["human", "expert"], "moves": ["1"]})["result"]["move"] == "5"
    )
    assert "person" in work(client, "reply", {"problem": "mnk"})["error"]["error"][0]


def test_a_plan_that_is_too_long_is_cut(client: httpx.Client) -> None:
    """For a plan of 2 ** 14 - 1 moves, the full length and only the first thousand moves are sent."""
    told = work(client, "solve", {"problem": "hanoi", "settings": {"discs": 14}})["result"]
    assert told["length"] == 2**14 - 1
    assert len(told["moves"]) == 1000


def test_named_algorithms(client: httpx.Client) -> None:
    """The solver runs a named algorithm if it fits the problem; otherwise the refusal lists the algorithms that fit."""
    assert work(client, "solve", THREE, algorithm="breadth-first")["result"]["algorithm"] == "breadth-first"
    assert "breadth-first" in work(client, "solve", THREE, algorithm="minimax")["error"]["error"][0]
    assert "algorithm" in work(client, "least", THREE, 422, algorithm="a-star")["error"][0]


def test_saved_sessions_are_what_the_api_takes() -> None:
    """The API accepts a saved session unchanged."""
    session = Session(load("hanoi", discs=3), seed=5)
    session.play("1-3")
    assert make_job("position", save_session(session)).values == {"saved": save_session(session)}
    assert run_task("problem", {"problem": "hanoi", "settings": {"discs": 3}}, Context(), SHELF)["given"] == {
        "discs": 3
    }
