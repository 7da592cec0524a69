"""The tables of the papers, exactly as `langkah trace` prints them, and the tables of every other kind of search."""

import json
from pathlib import Path
from typing import Any

import pytest

from langkah import Limit, Trace, load, solve
from langkah.apps.cli.main import main
from langkah.views.table import is_walk, list_queue_rows, list_walk_rows, make_table
from tests.goldens import same_as_golden

PAPER = ["--algorithm", "branch-and-bound", "--estimate", "paper", "--ties", "deep,high", "--no-duplicates"]
WHOLE = ["--rows", "0", "--queue", "0"]


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """The text that `langkah trace` prints."""
    assert main(["trace", *words]) == code
    return capsys.readouterr().out


def rows(table: str) -> dict[int, str]:
    """The words of each iteration in a printed table."""
    found = (line.split() for line in table.splitlines())
    return {int(words[0]): " ".join(words[1:]) for words in found if words and words[0].isdigit()}


def test_snakes_by_branch_and_bound(capsys: pytest.CaptureFixture[str]) -> None:
    """For board 1 of the paper, the queues are those of the paper, without its mistakes."""
    table = printed(capsys, "snakes:paper-1", *PAPER, *WHOLE)
    same_as_golden("trace-snakes-bnb-1.txt", table)
    found = rows(table)
    assert found[1] == "0:17 21:15 6:17 5:17 4:17 2:18 1:18"
    assert found[2].startswith("21:15 27:15 26:15 25:15 24:15 23:15 22:15 6:17")
    assert found[3].startswith("27:15 84:6 33:15 32:15 31:15 30:15 29:15 26:15")
    assert found[7] == "100:6"
    assert len(found) == 7
    same_as_golden("trace-snakes-bnb-2.txt", printed(capsys, "snakes:paper-2", *PAPER, *WHOLE))


def test_snakes_by_breadth_first(capsys: pytest.CaptureFixture[str]) -> None:
    """The iterations are those of the paper's table; square 100 is expanded in iteration 82."""
    table = printed(capsys, "snakes:paper-bfs", "--algorithm", "breadth-first", *WHOLE)
    same_as_golden("trace-snakes-bfs.txt", table)
    found = rows(table)
    assert found[1] == "0 38 2 3 14 5 6"
    assert found[2] == "38 2 3 14 5 6 39 40 41 42 43 44"
    assert found[3] == "2 3 14 5 6 39 40 41 42 43 44 7 8"
    assert found[4] == "3 14 5 6 39 40 41 42 43 44 7 8 31"
    assert found[5] == "14 5 6 39 40 41 42 43 44 7 8 31 15 16 18 19 20"
    assert found[69] == "73 94 75 96 70 71 74 97 79 76 77 78"
    assert found[70] == "94 75 96 70 71 74 97 79 76 77 78 99 100"
    assert found[81] == "99 100 81 82 83"
    assert found[82].startswith("100 ")
    assert len(found) == 82


def test_klotski_by_breadth_first(capsys: pytest.CaptureFixture[str]) -> None:
    """The first layers are those of the paper's example: empty cells from the top left, and for each cell the blocks
    above, right, below and left.
    """
    same_as_golden(
        "trace-klotski-bfs.txt",
        printed(capsys, "klotski:paper", "--algorithm", "breadth-first", "--rows", "14", "--queue", "0"),
    )
    problem, trace = load("klotski:paper"), Trace()
    solve(problem, "breadth-first", observe=trace)
    moves = [problem.notation(trace.node(child).move) for child in trace.children(0)]
    assert moves == plain_order(problem.text(problem.start))


def plain_order(board: str) -> list[str]:
    """The moves from the start in the paper's order, computed in the plainest way."""
    grid = [list(line) for line in board.split("\n")]
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(grid):
        for column, sign in enumerate(line):
            cells.setdefault(sign, []).append((row, column))
    found: list[str] = []
    for row, column in cells["."]:
        for down, right, way in ((-1, 0, "down"), (0, 1, "left"), (1, 0, "up"), (0, -1, "right")):
            a, b = row + down, column + right
            if not (0 <= a < len(grid) and 0 <= b < len(grid[0])) or grid[a][b] == ".":
                continue
            sign = grid[a][b]
            after = [(x - down, y - right) for x, y in cells[sign]]
            free = all(grid[x][y] in (".", sign) for x, y in after)
            if free and f"{sign} {way}" not in found:
                found.append(f"{sign} {way}")
    return found


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("trace-hanoi-ida.txt", ["hanoi", "discs=2", "--algorithm", "ida-star"]),
        ("trace-mnk-alpha-beta.txt", ["mnk", 'position=["XOX","XO.","..O"]', "--algorithm", "alpha-beta"]),
        ("trace-queens-backtracking.txt", ["queens", "n=4", "--algorithm", "backtracking"]),
        ("trace-hanoi-both-ends.txt", ["hanoi", "discs=2", "--algorithm", "bidirectional"]),
    ],
)
def test_other_kinds_of_search(name: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The tables show rounds with their bound, walks with their path, and two queues."""
    same_as_golden(name, printed(capsys, *words))


def test_notes_say_what_was_dropped() -> None:
    """Each row names the nodes that were dropped in its iteration, and why."""
    problem, trace = load("hanoi", discs=2), Trace()
    solve(problem, "breadth-first", observe=trace)
    dropped = [note for row in list_queue_rows(trace) for note in row.notes]
    assert dropped[:3] == ["#4 duplicate of #0", "#5 duplicate of #2", "#7 duplicate of #0"]


def test_long_tables_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """A long table is cut, on the screen and in Python, and contains the number of rows left out."""
    told = printed(capsys, "hanoi", "discs=6", "--algorithm", "breadth-first")
    assert "more rows (--rows 0 shows all)" in told
    assert " ... (+" in told
    problem, trace = load("hanoi", discs=5), Trace()
    solve(problem, "breadth-first", observe=trace)
    short = make_table(problem, trace, rows=10, queue=3)
    assert len(short.rows) == 10
    assert short.left_out == trace.counters().expanded - 10


def test_tables_of_long_searches_are_quick() -> None:
    """A table of 10,000 rows takes seconds, because the queue is kept in order instead of being sorted for each row."""
    problem, trace = load("hanoi", discs=8, pegs=4), Trace()
    solve(problem, "breadth-first", observe=trace, limit=Limit(nodes=10_000))
    table = make_table(problem, trace, rows=None, queue=5)
    assert len(table.rows) == 10_000


def test_walks() -> None:
    """A search that stores only its path has a walk, with one row per expansion; a search with a queue has none."""
    trace, other = Trace(), Trace()
    solve(load("queens", n=4), "backtracking", observe=trace)
    solve(load("queens", n=4), "breadth-first", observe=other)
    assert is_walk(trace)
    assert not is_walk(other)
    assert [row.iteration for row in list_walk_rows(trace)] == list(range(1, trace.counters().expanded + 1))


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables, trees, pages and records are written to the requested files, and a record opens again with the same
    table.
    """
    names = {
        name: str(tmp_path / f"x.{name}") for name in ("csv", "markdown", "latex", "html", "json", "svg", "png", "dot")
    }
    words = [part for name in ("csv", "markdown", "latex", "html") for part in (f"--{name}", names[name])]
    assert printed(capsys, "hanoi", "discs=2", "--algorithm", "a-star", *words, "--record", names["json"]) == ""
    for kind in ("svg", "png", "dot"):
        printed(capsys, "hanoi", "discs=2", "--algorithm", "a-star", "--tree", names[kind])
    starts = {
        "csv": b"iteration,node,f,g,h,queue,dropped\n1,",
        "markdown": b"| iteration | node | f | g | h |",
        "latex": b"\\begin{tabular}",
        "html": b"<!doctype html>",
        "svg": b"<svg ",
        "png": b"\x89PNG",
        "dot": b"digraph",
    }
    for name, start in starts.items():
        assert Path(names[name]).read_bytes().startswith(start), name
    again = printed(capsys, names["json"])
    assert again == printed(capsys, "hanoi", "discs=2", "--algorithm", "a-star")
    printed(capsys, names["json"], "--html", names["html"], "--tree", names["svg"], "--at", "9")
    assert json.loads(printed(capsys, names["json"], "--json"))["cost"] == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hanoi", "--tree", "x.bmp"], "must end in one of .dot, .png, .svg"),
        (["nowhere.json"], "there is no such file"),
        (["hanoi", "--html", "/nowhere/x.html"], "cannot be written"),
        (["hanoi", "--tree", "/nowhere/x.svg"], "cannot be written"),
        (["hanoi", "--rows", "many"], "is not a whole number"),
    ],
)
def test_bad_input(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input gives exit code 2 and a clear line."""
    assert main(["trace", *words]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[", "{}", "[1]", '{"form": "langkah-trace", "version": 2}', '{"form": 1}'])
def test_files_that_are_no_records(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not a record is refused in one line."""
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    assert main(["trace", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_records_that_are_cut_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    """`--events` limits the record, and the table says so; the answer is that of the whole search."""
    told = printed(capsys, "hanoi", "discs=4", "--algorithm", "breadth-first", "--events", "50")
    assert "events were not recorded (use --events to record more)" in told
    assert "solved, cost 15" in told


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints one object with the result and the rows."""
    found: dict[str, Any] = json.loads(printed(capsys, "hanoi", "discs=2", "--algorithm", "breadth-first", "--json"))
    assert found["cost"] == 3
    assert found["rows"][0]["node"] == {"number": 0, "state": "[[2, 1], [], []]", "f": 0, "g": 0, "h": 0}
    assert [node["number"] for node in found["rows"][0]["queue"]] == [1, 2]
    assert found["left_out"] == 0
