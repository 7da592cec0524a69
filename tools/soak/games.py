"""Random instances of some games under every rule, with every search that fits, and whole explorations."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from langkah import BadInput, Game, Limit, Puzzle, Result, load, solve
from langkah.engine.explore import explore
from langkah.model import ZERO
from langkah.search import ALGORITHMS, list_algorithms
from tools.soak.cases import Case, Counts, Mismatch, require
from tools.soak.judge import Asked, Truth, judge_result
from tools.soak.naive import Distances, measure_space
from tools.soak.rules import (
    BlocksBoard,
    MarksGame,
    Rules,
    SnakesBoard,
    count_queens,
    make_hanoi,
    make_queens,
    make_tiles,
)
from tools.soak.tiers import compile_at_once

NODES = 4_000  # a search that needs more is stopped, and must report that
SMALL_TREE = 6  # free cells up to which the whole game tree is searched
WEIGHTS = (1, 1.0, 1.5, 2, 7)


def make_random_hanoi(rng: Random) -> Case:
    """Random settings of the Tower of Hanoi: at most four discs, any rule, any start and goal."""
    pegs, discs = rng.choice((2, 3, 3, 3, 4, 5)), rng.randint(1, 4)
    settings: Case = {"rule": rng.choice(("free", "cyclic", "linear", "star"))}
    if rng.random() < 0.5:
        settings["start"] = make_random_piles(rng, discs, pegs)
    else:
        settings |= {"discs": discs, "pegs": pegs}
    if rng.random() < 0.3:
        settings["goal"] = f"peg {rng.randint(1, pegs)}"
    elif rng.random() < 0.5:
        settings["goal"] = make_random_piles(rng, discs, pegs)
    return settings


def make_random_piles(rng: Random, discs: int, pegs: int) -> list[list[int]]:
    """Random piles of discs, one for each peg, with the largest disc at the bottom."""
    piles: list[list[int]] = [[] for _peg in range(pegs)]
    for disc in range(discs, 0, -1):
        rng.choice(piles).append(disc)
    return piles


def make_random_tiles(rng: Random) -> Case:
    """Random settings of sliding tiles, with at most six cells, so that all arrangements can be visited."""
    rows, cols = rng.choice(((2, 2), (2, 3), (3, 2), (1, 5), (4, 1), (1, 1), (2, 2)))
    numbers = list(range(rows * cols))
    settings: Case = {"rows": rows, "cols": cols, "metric": rng.choice(("steps", "lines"))}
    settings["start"] = rng.sample(numbers, len(numbers))
    if rng.random() < 0.5:
        settings["goal"] = rng.sample(numbers, len(numbers))
    return settings


def make_random_queens(rng: Random) -> Case:
    """Random settings of the queens puzzle: small boards, some with queens already placed."""
    n = rng.randint(1, 6)
    tree = rng.choice(("valid", "valid", "permutation", *(("full",) if n < 5 else ())))
    settings: Case = {"n": n, "tree": tree}
    if rng.random() < 0.5:
        rows = rng.sample(range(n), rng.randint(1, min(2, n)))
        settings["fixed"] = [[row, rng.randrange(n)] for row in rows]
    return settings


def make_random_snakes(rng: Random) -> Case:
    """Random settings of snakes and ladders: small boards with random jumps and rules."""
    last, die = rng.randint(1, 24), rng.choice((1, 2, 3, 4, 6, 6, 9, 30))
    settings: Case = {"squares": last, "die": die, "overshoot": rng.choice(("stay", "bounce", "win"))}
    settings |= {"six_again": rng.random() < 0.3, "start": rng.randrange(last) if rng.random() < 0.3 else 0}
    places = rng.sample(range(1, last), rng.randint(0, (last - 1) // 2)) if last > 2 else []
    jumps = {place: rng.randint(1, last) for place in places}
    settings["jumps"] = {str(a): b for a, b in jumps.items() if a != b}
    return settings


def make_random_klotski(rng: Random) -> Case:
    """Random settings of sliding blocks: at most twelve cells, with walls, at most one gate, blocks of up to three
    cells, and goals for up to two blocks.
    """
    height, width = rng.choice(((2, 3), (3, 3), (3, 4), (2, 4), (1, 6), (4, 3)))
    grid = [["." for _col in range(width)] for _row in range(height)]
    for line in grid:
        line[:] = ["#" if rng.random() < 0.08 else sign for sign in line]
    names = "abcdefgh"[: rng.randint(1, 5)]
    placed: dict[str, list[tuple[int, int]]] = {}
    for name in names:
        cells = _place_block(rng, grid)
        for row, col in cells:
            grid[row][col] = name
        if cells:
            placed[name] = cells
    _leave_room(rng, grid, placed)
    if not placed:
        free = [(r, c) for r in range(height) for c in range(width) if grid[r][c] == "."] or [(0, 0)]
        placed["a"] = [rng.choice(free)]
        grid[placed["a"][0][0]][placed["a"][0][1]] = "a"
    settings: Case = {"metric": rng.choice(("steps", "lines", "moves")), "axis": rng.choice(("free", "free", "along"))}
    goal = _choose_goal(rng, grid, placed)
    if goal:
        settings["goal"] = goal
    if rng.random() < 0.2:
        free = [(r, c) for r in range(height) for c in range(width) if grid[r][c] == "."]
        for row, col in rng.sample(free, min(1, len(free))):
            grid[row][col] = "-"
    settings["board"] = "/".join(map("".join, grid))
    return settings


def _place_block(rng: Random, grid: list[list[str]]) -> list[tuple[int, int]]:
    """The cells of a random block at a random place; empty if the block does not fit there."""
    shapes = ([(0, 0)], [(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, 1), (1, 0)], [(0, 0), (1, 1)])
    shape = rng.choice(shapes)
    row, col = rng.randrange(len(grid)), rng.randrange(len(grid[0]))
    cells = [(row + down, col + right) for down, right in shape]
    fits = all(r < len(grid) and c < len(grid[0]) and grid[r][c] == "." for r, c in cells)
    return cells if fits else []


def _leave_room(rng: Random, grid: list[list[str]], placed: dict[str, list[tuple[int, int]]]) -> None:
    """Remove random blocks until the board has an empty cell, or no block is left."""
    while placed and not any("." in row for row in grid):
        for row, col in placed.pop(rng.choice(list(placed))):
            grid[row][col] = "."


def _choose_goal(
    rng: Random, grid: list[list[str]], placed: dict[str, list[tuple[int, int]]]
) -> dict[str, list[list[int]]]:
    """The goal cells of at most two blocks, inside the board and outside walls. Goals do not overlap."""
    goal: dict[str, list[list[int]]] = {}
    taken: set[tuple[int, int]] = set()
    for name in rng.sample(list(placed), min(len(placed), rng.choice((0, 1, 1, 1, 2)))):
        cells = placed[name]
        down, right = rng.randint(-2, 2), rng.randint(-2, 2)
        moved = [(r + down, c + right) for r, c in cells]
        inside = all(0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] != "#" for r, c in moved)
        if inside and not taken & set(moved):
            taken |= set(moved)
            goal[name] = [list(cell) for cell in moved]
    return goal


def make_random_mnk(rng: Random) -> Case:
    """Random settings of an m,n,k game: small boards after some moves, including won and full boards."""
    rows, cols = rng.choice(((3, 3), (2, 3), (3, 2), (1, 4), (2, 2), (3, 4), (1, 1)))
    settings: Case = {"rows": rows, "cols": cols, "k": rng.randint(1, 4)}
    game = MarksGame(settings)
    board = game.start
    for _move in range(rng.randint(max(0, rows * cols - 8), rows * cols)):
        after = list(game.onward(board))
        if not after:
            break
        board = rng.choice(after)
    settings["position"] = [board[row * cols : (row + 1) * cols] for row in range(rows)]
    return settings


GAMES: dict[str, tuple[Callable[[Random], Case], float]] = {
    "hanoi": (make_random_hanoi, 1),
    "tiles": (make_random_tiles, 1),
    "queens": (make_random_queens, 1),
    "snakes": (make_random_snakes, 1),
    "klotski": (make_random_klotski, 1),
    "mnk": (make_random_mnk, 1),
}
PUZZLES: dict[str, Callable[[Case], Rules]] = {
    "hanoi": make_hanoi,
    "tiles": make_tiles,
    "queens": make_queens,
    "snakes": lambda settings: SnakesBoard(settings).rules(),
    "klotski": lambda settings: BlocksBoard(settings).rules(),
}


def make_game_case(rng: Random) -> Case:
    """A random case: a game, its settings, the seed for the options of the searches, and whether to use compiled code,
    too.
    """
    game = rng.choice(list(GAMES))
    case: Case = {"game": game, "settings": GAMES[game][0](rng), "seed": rng.randrange(1 << 30)}
    return case if rng.random() < 0.7 else {**case, "compiled": True}


def check_game_case(case: Case) -> Counts:
    """Compare the results of searches and of an exploration of one puzzle or game with the naive ones."""
    try:
        problem = load(case["game"], case["settings"])
    except BadInput as error:
        require(_is_refused_rightly(case), "a good instance was refused", error)
        return Counter(refused=1)
    if isinstance(problem, Game):
        return _check_two_players(problem, MarksGame(case["settings"]), Random(case["seed"]))
    assert isinstance(problem, Puzzle)
    rules = PUZZLES[case["game"]](case["settings"])
    require(rules.read(problem.start, problem.text(problem.start)) == rules.start, "another start", case)
    space = measure_space(rules.start, rules.onward, rules.is_goal)
    counts = _check_searches(problem, rules, space, Random(case["seed"]))
    _check_exploration(problem, space)
    counts["searches"] += 1
    if case.get("compiled") and problem.packed() is not None:
        with compile_at_once():
            _check_exploration(problem, space)
            counts += _check_searches(problem, rules, space, Random(case["seed"] + 1), ("breadth-first", "ida-star"))
        counts["searches"] += 1
        counts["compiled explorations"] += 1
    if case["game"] == "queens":
        found = solve(problem, "backtracking", find_all=True, limit=Limit(nodes=50_000))
        require((found.solutions or 0) == count_queens(case["settings"]), "wrong number of solutions", found.solutions)
        counts["searches"] += 1
    return counts


def _is_refused_rightly(case: Case) -> bool:
    """Whether a refusal is right, because two of the given queens attack each other. The generator does not avoid such
    boards.
    """
    settings = case["settings"]
    if case["game"] == "queens":
        fixed = settings.get("fixed", [])
        pairs = [(a, b) for a in fixed for b in fixed if a < b]
        return any(a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1]) for a, b in pairs)
    return False


def _check_searches(
    problem: Puzzle[Any, Any], rules: Rules, space: Distances, rng: Random, names: tuple[str, ...] = ()
) -> Counts:
    """Check every algorithm that fits, or those of them in `names`, with random options. Then check the search that
    Langkah chooses.
    """
    steps = space.nearest
    truth = Truth(None if steps is None else Fraction(steps), steps)
    counts: Counts = Counter()

    def walk(result: Result[Any, Any]) -> Fraction:
        state = rules.start
        for step in result.path:
            after = rules.read(step.state, problem.text(step.state))
            require(after in set(rules.onward(state)), "an illegal move", f"{result.algorithm} {state} -> {after}")
            state = after
        require(rules.is_goal(state), "the plan ends on no goal", result.algorithm)
        return Fraction(len(result.path))

    for name in list_algorithms(problem):
        if name == "expectimax" or (names and name not in names):
            continue
        row = ALGORITHMS[name]
        estimate = rng.choice(problem.all_estimates()) if "estimate" in row.options else ZERO
        weight = rng.choice(WEIGHTS)
        limit = Limit(nodes=NODES) if rng.random() < 0.85 else Limit(nodes=NODES, depth=rng.randint(0, 12))
        options: dict[str, Any] = {"weight": weight, "width": rng.choice((1, 3, 50))}
        if "estimate" in row.options:
            options["estimate"] = estimate.name
        result = solve(problem, name, limit=limit, **options)
        counts["searches"] += 1
        free = limit.depth is None and result.limit != "nodes"
        weighted = Fraction(weight) if name == "weighted-a-star" else None
        judge_result(result, truth, Asked(name, estimate.admissible, weighted, free), lambda found=result: walk(found))  # type: ignore[misc]
    result = solve(problem, limit=Limit(nodes=NODES))
    counts["searches"] += 1
    judge_result(result, truth, Asked("chosen", free=result.limit != "nodes"), lambda: walk(result))
    if truth.cost is None:
        require(result.status != "solved", "solved what has no solution")
    return counts


def _check_exploration(problem: Puzzle[Any, Any], space: Distances) -> None:
    """Explore the state space, and compare the layers, the goals and the hardest starts with the naive ones."""
    survey = explore(problem)
    about = f"{survey}; truth {space.layers}"
    require(survey.complete, "exploration not complete", about)
    require(survey.layers == space.layers and survey.states == sum(space.layers), "wrong layers", about)
    require(survey.goals == len(space.goals) and survey.nearest_goal == space.nearest, "wrong goals", about)
    if space.goals:
        far = max(space.to_goal.values())
        count = sum(each == far for each in space.to_goal.values())
        hardest = survey.hardest
        require(hardest is not None, "no hardest starts", about)
        assert hardest is not None
        found = (hardest.distance, hardest.count, hardest.stuck)
        require(found == (far, count, len(space.depth) - len(space.to_goal)), "wrong hardest starts", about)


def _check_two_players(problem: Game[Any, Any], game: MarksGame, rng: Random) -> Counts:
    """Check the value of a game, its best moves, a best line, and the whole space."""
    counts: Counts = Counter()
    free = game.start.count(".")
    score = game.score(game.start)
    value = "win" if score > 0 else "loss" if score < 0 else "draw"
    for name in list_algorithms(problem):
        if name == "minimax" and free > SMALL_TREE:
            continue
        limit = None if rng.random() < 0.8 else Limit(nodes=rng.randint(1, 200))
        result = solve(problem, name, limit=limit)
        counts["searches"] += 1
        about = f"{name} {limit}: {result.status} {result.value} {result.best_moves}; truth {score}"
        if limit is not None and result.status == "stopped":
            require(not result.optimal, "stopped and yet optimal", about)
            continue
        require(result.status == "solved" and result.optimal, "a small game was not solved", about)
        require(result.value == value, "wrong value", about)
        if not game.is_over(game.start):
            require(set(result.best_moves) == game.best_cells(game.start), "wrong best moves", about)
        board = game.start
        for step in result.path:
            after = problem.text(step.state).replace("\n", "")
            require(after in set(game.onward(board)), "an illegal move", about)
            board = after
        plies = 100 - abs(score) if score else game.start.count(".")
        require(game.is_over(board) and len(result.path) == plies, "the line is not best play", about)
    survey = explore(problem)
    counts["searches"] += 1
    space = measure_space(game.start, game.onward, game.is_over)
    if survey.layers != space.layers or survey.goals != len(space.goals):
        raise Mismatch("wrong layers", f"{survey}; truth {space.layers}, {len(space.goals)}")
    return counts
