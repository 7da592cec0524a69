"""The 2 x 2 x 2 cube, also called pocket cube: turn its sides until every face has one colour.

A state is the content of the seven places that move (`corners`). The right, upper and front sides are turned; every
other turn equals one of these up to a rotation of the cube. A start is given by a scramble in the usual cube notation,
or corner by corner, as read from a real cube: a twisted corner is then proved to be impossible at once.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from langkah.games.cube.corners import (
    CYCLES,
    FREE,
    PLACES,
    SOLVED,
    TURNED,
    TWISTS,
    WHOLE,
    Cube,
    State,
    count_turns,
    expand_cube,
    get_colour,
    hold_still,
    is_solved,
    make_data,
    make_turn,
    name_corner,
    pack_cube,
    parse_corner,
    turn,
    unpack_cube,
)
from langkah.games.cube.cube_picture import SEEN, STICKERS, UNFOLDED, draw_cube, name_handle, name_sticker
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

MOST_TURNS = 1000  # turns of a scramble
POSITIONS = {"all": 3_674_160, "two": 29_160, "half": 24}  # by the set of allowed turns
SCRAMBLES = {"all": "R U' F2 R U R2 F U' F", "two": "R U' R2 U R' U2 R U", "half": "R2 U2 F2"}
ENDINGS = {1: "", 2: "2", 3: "'"}  # the ending of a turn's name, by number of quarters
QUARTERS = {"half": (1, 2, 3), "quarter": (1, 3)}
TURN = re.compile(rf"([{''.join(CYCLES)}{''.join(WHOLE)}])(['’]|2'?|3)?")
FORM = '"R U\' F2"'


class PocketCube(Puzzle[State, str]):
    """Turn the sides of a 2 x 2 x 2 cube until every face has one colour."""

    title = N_("Pocket cube")
    shelf = N_("Move and turn")
    about = N_(
        "Turn the right (R), upper (U) or front (F) side until each face has one colour. "
        "R is a quarter turn clockwise, R' the other way, and R2 a half turn."
    )
    level_groups = (N_("First steps"), N_("Scrambles"), N_("Hardest"), N_("Impossible"))
    small = {"turns": "half"}
    puzzle_orders = {"easy": Order(({},), 3, 4), "medium": Order(({},), 5, 7), "hard": Order(({},), 8, 11)}
    settings = (
        Setting(
            "start",
            None,
            N_("a scramble, or a list of corners; default: a fixed scramble"),
            form=FORM,
            label=N_("Start"),
        ),
        Setting(
            "metric",
            "half",
            N_("what counts as one turn"),
            choices=("half", "quarter"),
            meanings=(N_("a quarter or a half turn of a side"), N_("a quarter turn; a half turn counts as two")),
            label=N_("What counts as one move"),
        ),
        Setting(
            "turns",
            "all",
            N_("which turns are allowed"),
            choices=("all", "two", "half"),
            meanings=(
                N_("of three sides: 3,674,160 positions"),
                N_("of two sides, R and U: 29,160 positions"),
                N_("half turns only: 24 positions"),
            ),
            label=N_("Turns"),
        ),
    )
    reversible = True
    lists_all_goals = True
    generator_states = 2500

    def __init__(self, start: str | Sequence[str] | None = None, metric: str = "half", turns: str = "all") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"metric": metric, "turns": turns})
        if (metric, turns) == ("quarter", "half"):
            mistakes.say(_('turns = "half" allows only half turns: use metric = "half"'), "turns")
        asked = start
        if start is None:
            start = SCRAMBLES[turns] if mistakes.are_fine("turns") else ""
        cube = _read_scramble(start, mistakes) if isinstance(start, str) else _read_corners(start, mistakes)
        mistakes.raise_any()
        self.metric, self.turns, self.start = metric, turns, hold_still(cube)
        self._asked, self._first = asked if asked is None or isinstance(asked, str) else list(asked), self.start

    def given(self) -> dict[str, object]:
        """The settings that recreate this problem. The start is given as the user wrote it or, if this problem begins
        elsewhere, corner by corner.
        """
        corners = [*map(name_corner, self.start), PLACES[FREE]]
        start = self._asked if self.start == self._first else corners
        made = {"start": start, "metric": self.metric, "turns": self.turns}
        return {each.name: made[each.name] for each in self.settings if made[each.name] != each.default}

    def settings_at(self, state: State) -> dict[str, object]:
        """The settings that make this problem begin in `state`, given corner by corner."""
        return self.at(state).given()

    # The rules

    @cached_property
    def moves(self) -> tuple[tuple[str, str, int], ...]:
        """Every turn: its name, its face and its number of quarters."""
        sides = TURNED[:2] if self.turns == "two" else TURNED
        allowed = (2,) if self.turns == "half" else QUARTERS[self.metric]
        return tuple((face + ENDINGS[quarters], face, quarters) for face in sides for quarters in allowed)

    def steps(self, state: State) -> Iterator[Step[State, str]]:
        """A step for each turn that the settings allow: one, two or three quarters of a side."""
        for name, face, quarters in self.moves:
            yield Step(name, turn(state, face, quarters))

    def is_goal(self, state: State) -> bool:
        """Whether every corner is in its place and none is twisted."""
        return state == SOLVED[:FREE]

    def goals(self) -> tuple[State, ...]:
        """The only goal state: the solved cube."""
        return (SOLVED[:FREE],)

    def hopeless(self) -> str:
        """A reason why the cube cannot be solved, if the sum of all twists is not 0 modulo 3, since no turn changes
        this sum; otherwise "".
        """
        if sum(what % 3 for what in self.start) % 3 == 0:
            return ""
        return _("no turn changes the sum of the corner twists modulo 3, and here this sum is not 0")

    # Estimates

    def arrangement(self, state: State) -> Cost:
        """The least number of turns that bring every corner to its place, ignoring twists."""
        return count_turns(False, QUARTERS[self.metric])[pack_cube(state) // TWISTS]

    def twists(self, state: State) -> Cost:
        """The least number of turns that untwist every corner, ignoring where the corners are."""
        return max(0, count_turns(True, QUARTERS[self.metric])[pack_cube(state) % TWISTS])

    def patterns(self, state: State) -> Cost:
        """The larger of the values of `arrangement` and `twists`."""
        return max(self.arrangement(state), self.twists(state))

    def misplaced(self, state: State) -> Cost:
        """The number of misplaced or twisted corners, divided by four and rounded up: a lower bound, since a turn moves
        only four corners.
        """
        return -(-sum(what != 3 * place for place, what in enumerate(state)) // 4)

    estimates = (
        Estimate(
            N_("patterns"),
            patterns,
            True,
            N_("the larger value of two tables: one for the places of the corners, one for their twists"),
            N_("h = max(turns that bring every corner to its place, turns that untwist all corners)"),
        ),
        Estimate(
            N_("places"), arrangement, True, N_("a table of all arrangements of the corners, ignoring their twists")
        ),
        Estimate(N_("twists"), twists, True, N_("a table of all twists of the corners, ignoring their places")),
        Estimate(
            N_("misplaced"),
            misplaced,
            True,
            N_("number of misplaced or twisted corners, divided by 4, since a turn moves four corners"),
            N_("h = number of corners that are misplaced or twisted, divided by 4, rounded up"),
        ),
    )

    def preferred(self) -> str:
        """The default algorithm: bidirectional search, in which each side explores only about half of the few turns
        needed.
        """
        return "bidirectional"

    def packed(self) -> Packed[State]:
        """The packed form: the rank of the permutation and the twists in one number, with tables for the effect of
        turns.
        """
        allowed = {(face, quarters) for _name, face, quarters in self.moves}
        size = POSITIONS[self.turns]
        more = {"data": make_data(allowed), "branching": len(allowed), "unit_cost": True, "size": size}
        return Packed.of(self.start, pack_cube, unpack_cube, expand_cube, is_solved, **more)

    # Text and pictures

    def _find_colours(self, state: State) -> dict[str, str]:
        """The colour of each sticker, by the name of the sticker."""
        cube = (*state, SOLVED[FREE])
        return {
            name_sticker(name, face): get_colour(cube[place], index)
            for place, name in enumerate(PLACES)
            for index, face in enumerate(name)
        }

    def text(self, state: State) -> str:
        """The unfolded cube, with a letter for the colour of each sticker. The letter names the face of this colour on
        the solved cube.
        """
        colours = self._find_colours(state)
        rows = [[" "] * 8 for _row in range(6)]
        for face, (column, row) in UNFOLDED.items():
            for number, place in enumerate(STICKERS[face]):
                rows[row + number // 2][column + number % 2] = colours[name_sticker(place, face)]
        return "\n".join(" ".join(row).rstrip() for row in rows)

    def label(self, state: State) -> str:
        """The colours of the seven corners that turns can move, place by place."""
        return " ".join(map(name_corner, state))

    def scene(self, state: State) -> Scene:
        """The cube in perspective, the unfolded cube, and buttons for the turns."""
        wrong = sum(what != 3 * place for place, what in enumerate(state))
        title = _("{n} of 8 corners are correct; corners: {corners}")
        turns = [[name for name, face, _quarters in self.moves if face == each] for each in TURNED]
        turns = [names for names in turns if names]
        told = title.format(n=len(PLACES) - wrong, corners=self.label(state))
        return draw_cube(self._find_colours(state), turns, told)

    def _list_journeys(self, move: str) -> Iterator[tuple[str, str]]:
        """For each sticker that a turn moves: its name, made of its face and place, before the turn and after it."""
        _name, face, quarters = next(each for each in self.moves if each[0] == move)
        cube = [(place, 0) for place in range(FREE)]
        for _quarter in range(quarters):
            cube = [(cube[source][0], (cube[source][1] + twist) % 3) for source, twist in make_turn(face)[:FREE]]
        for place, (source, twist) in enumerate(cube):
            for index in range(3) if source != place else ():
                onto = PLACES[place][(index + twist) % 3]
                yield name_sticker(PLACES[source], PLACES[source][index]), name_sticker(PLACES[place], onto)

    def gestures(self, state: State, move: str) -> Iterator[tuple[str, ...]]:
        """The gestures that perform a turn: press its button, or drag a sticker to where the turn takes it."""
        del state
        yield (f"turn {move}",)
        for sticker, onto in self._list_journeys(move):
            if sticker[0] in SEEN and onto[0] in SEEN:
                yield name_handle("cube", sticker), name_handle("cube", onto)
            yield name_handle("flat", sticker), name_handle("flat", onto)

    def moved(self, state: State, move: str) -> dict[str, str]:
        """For each sticker that a turn moves: its handle before the turn, mapped to its handle after the turn. On the
        perspective cube, only stickers that stay visible are included.
        """
        del state
        return {
            name_handle(picture, sticker): name_handle(picture, onto)
            for picture in ("flat", "cube")
            for sticker, onto in self._list_journeys(move)
            if picture == "flat" or (sticker[0] in SEEN and onto[0] in SEEN)
        }

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why clicks are refused: one corner is fixed, and a sticker can only go where a turn takes it."""
        del state
        if clicks and clicks[0].endswith(f" of {PLACES[FREE]}"):
            return _("This corner never moves: turn the right, upper or front side.")
        if clicks and clicks[0].startswith("turn "):
            return _(
                "Use only R, U and F: turning the opposite side gives the same position, up to a rotation of"
                " the whole cube."
            )
        return _("No turn takes this sticker there: choose another place, or press R, U or F.") if clicks else ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a typed turn such as `R'`, even of a side that this puzzle does not turn, so that `refusal` can
        explain it; () if the text is no turn.
        """
        return (f"turn {text.strip()}",) if TURN.fullmatch(text.strip()) else ()

    def goal_scene(self) -> Scene:
        """The picture of the solved cube."""
        return self.scene(SOLVED[:FREE])


def _read_scramble(text: str, mistakes: Mistakes) -> Cube:
    """The cube that the turns of a scramble make from the solved one; the solved cube after recording a mistake."""
    cube, place = SOLVED, 0
    word = text.replace("\n", " ").replace(",", " ")
    turns = 0
    while place < len(word):
        if word[place] == " ":
            place += 1
            continue
        found = TURN.match(word, place)
        turns += 1
        if found is None or turns > MOST_TURNS:
            told = _(
                "start: character {column} is {sign}; a turn is one of {letters}, optionally followed by ' "
                "or 2, as in {form}"
            )
            if turns > MOST_TURNS:
                told = _("start: a scramble has at most {n} turns")
            letters = " ".join((*CYCLES, *WHOLE))
            sign = quote_value(word[place])
            mistakes.say(told.format(column=place + 1, sign=sign, letters=letters, form=FORM, n=MOST_TURNS), "start")
            return SOLVED
        ending = (found[2] or "1").replace("’", "3").replace("2'", "2").replace("'", "3")
        cube = turn(cube, found[1], int(ending))
        place = found.end()
    return cube


def _read_corners(value: object, mistakes: Mistakes) -> Cube:
    """The cube with these corners, each given by its colours, place by place; the last corner may be omitted. The
    solved cube after recording mistakes.
    """
    form = '["' + '", "'.join(PLACES[:3]) + '", ...]'
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        told = _("start = {value}: give a scramble, as in {form}, or the colours of the corners, as in {corners}")
        mistakes.say(told.format(value=quote_value(value), form=FORM, corners=form), "start")
        return SOLVED
    names = [each.strip().upper() for each in value]
    if len(names) == FREE:
        names.append(PLACES[FREE])
    if len(names) != len(PLACES):
        told = _("start has {n} corners; 8 are needed, at the places {places}")
        mistakes.say(told.format(n=len(names), places=" ".join(PLACES)), "start")
        return SOLVED
    found = [parse_corner(name) for name in names]
    for place, (name, what) in enumerate(zip(names, found, strict=True)):
        if what is None:
            told = _("start: {name} at {place} is not a corner; read clockwise from outside, the corners are {corners}")
            line = told.format(name=quote_value(name), place=PLACES[place], corners=" ".join(PLACES))
            mistakes.say(line, "start")
    corners = [what // 3 for what in found if what is not None]
    for corner in sorted({corner for corner in corners if corners.count(corner) > 1}):
        mistakes.say(_("start: the corner {name} occurs twice").format(name=PLACES[corner]), "start")
    return tuple(what for what in found if what is not None) if mistakes.are_fine("start") else SOLVED
