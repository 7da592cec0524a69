"""Drawing a search tree that grows: only what can be seen, and only as much of it as can be made out.

Everything is measured in pixels of the pane; where nodes stand and how near they are is decided by
`langkah.views.growing_tree` and `langkah.views.tree_follow`. A node that looks as before is copied from a picture kept
of it; pictures are made a few for each frame.
"""

import time
from collections.abc import Iterable, Mapping
from itertools import chain
from math import sqrt
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from langkah.apps.window import fonts
from langkah.apps.window.canvas import Canvas
from langkah.apps.window.picture_cache import PictureCache
from langkah.apps.window.ui import Ui
from langkah.apps.window.watch.small_boards import SmallBoards
from langkah.tracing.points import get_level
from langkah.tracing.record import Explainer
from langkah.views.growing_tree import NONE, GrowingTree
from langkah.views.theme import LIGHT, Theme, mix_colours, to_rgb
from langkah.views.tree import DROPPED, ROLES, has_long_labels
from langkah.views.tree_follow import DOT, NUMBER, WHOLE, Detail, Glide, Place, Rooms, View, choose_detail

USUAL_EM = 13.0  # the measure at which all that follows is as many pixels as it says
GAPS = 14, 40  # between neighbours, between generations, around whole nodes
LINE = 14  # the height of what stands above and under a board or label
LEAST_TYPE = 0.8  # of the usual size of letters, however small the boards are
BOARD_AREA, TALLEST = 5200, 100  # of a small board
LABEL_HEIGHT, MOST_LETTERS = 18, 16  # of a label
PLAYERS_WIDTH = 96  # at least, where alpha and beta stand under a node
NUMBER_SIZE = 34, 20  # a node that is only a number
ASIDE = 40  # where MAX and MIN stand
LONGEST_MOVE = 18  # letters of a move on an edge
LARGEST_DOT, SMALL_DOT, LEAST_STRIKING = 11, 5, 7
CROWDED = 0.6  # pixels between neighbours, below which one is drawn for several
RING, BADGE = 4, 13  # around a node that stands out; the radius of what folds and unfolds
PICTURE_SECONDS = 0.008  # seconds for new pictures in one frame
MOST_KEPT = 900  # pictures


class TreeLook(NamedTuple):
    """What decides how nodes look at a moment."""

    explainer: Explainer
    path: frozenset[int]  # the way to the goal
    trail: frozenset[int]  # the way to the subject
    subject: int  # the node that is told about
    current: int
    selected: int

    def role(self, node: int) -> str:
        """The role of a node's box."""
        return "cell:path" if node in self.path else ROLES.get(self.explainer.fate(node), "cell")

    def ring(self, node: int) -> str:
        """The role of what stands out: the node that is looked at, the one at work; "" for all others."""
        return "hint" if node == self.selected else "cell:current" if node == self.current else ""

    def is_dropped(self, node: int) -> bool:
        """Whether a node was given up."""
        return self.explainer.fate(node) in DROPPED


class TreePainter:
    """Draws one tree. `boards`: states are drawn, not named; by itself where names are long."""

    def __init__(self, tree: GrowingTree, glide: Glide, canvas: Canvas, boards: SmallBoards) -> None:
        self.tree, self.recording, self.glide = tree, tree.recording, glide
        self.canvas, self.small = canvas, boards
        trace = tree.trace
        nodes = list(trace.index().histories)
        self.boards = has_long_labels(self.recording.problem, trace, nodes[:50])
        entries = [self.recording.entry(node) for node in nodes]
        self.longest_label = max((each.label[:MOST_LETTERS] for each in entries), key=len, default="")
        self.longest_foot = max((each.costs for each in entries), key=len, default="")
        self.lines = 2 if self.recording.players else 1  # under a board or label: costs or value; alpha and beta
        self.pictures = PictureCache(MOST_KEPT)
        self.em = USUAL_EM
        self.measured: object = None  # what the sizes were found for
        self.box = 1.0, 1.0  # the size of a whole node
        self.rooms = Rooms((1.0, 1.0), (1.0, 1.0), 0.0)
        self.theme: Theme = LIGHT
        self.layer = Surface((1, 1))
        self.detail = Detail(WHOLE, 1.0)
        self.width = self.height = 1.0  # of a node as it is drawn
        self.nodes: list[int] = []  # that were drawn last, and those whose lines were
        self.edges: list[int] = []
        self.seen: object = None  # what decided which of them, and in which layout
        self.laid_out: Mapping[int, Place] = {}
        self.spots: dict[int, Place] = {}
        self.roles: dict[int, str] = {}  # of nodes, as they were at a moment
        self.roles_at = 0, 0  # when that was, and in which round
        self.shown_path: frozenset[int] = frozenset()
        self.missing = False  # whether pictures are still to be made

    @property
    def type(self) -> float:
        """How much larger than usual everything is."""
        return self.em / USUAL_EM

    def measure(self, em: float) -> None:
        """Find the sizes of nodes, for letters of a measure."""
        if self.measured == (em, self.boards):
            return
        self.em, self.measured = em, (em, self.boards)
        ratio, type_ = self.small.ratio, self.type
        high = min(sqrt(BOARD_AREA / ratio), TALLEST) if self.boards else LABEL_HEIGHT
        wide = high * ratio if self.boards else self._measure_words(self.longest_label, 13.5)
        foot = max(self._measure_words(self.longest_foot, 10.5), self._measure_words(f"#{len(self.tree.trace)}", 9.5))
        wide = max(wide + 10, foot + 8, PLAYERS_WIDTH if self.lines > 1 else 0)
        self.box = wide * type_, (high + (self.lines + 1) * LINE + 5) * type_
        self.rooms = Rooms(
            (self.box[0] + GAPS[0] * type_, self.box[1] + GAPS[1] * type_),
            ((NUMBER_SIZE[0] + 6) * type_, (NUMBER_SIZE[1] + 12) * type_),
            ASIDE * type_ if self.recording.players else 0.0,
        )

    def _measure_words(self, words: str, size: float) -> float:
        return fonts.measure_text(words, round(4 * size), bold=True) / 4

    def measure_node(self, view: View) -> tuple[Detail, float, float]:
        """What is shown of nodes in a view, and how large they are drawn."""
        detail, type_ = choose_detail(view, self.rooms), self.type
        if detail.level == WHOLE:
            letters = max(detail.scale, LEAST_TYPE)
            more = (self.lines + 1) * LINE * type_ * (letters - detail.scale)
            return detail, self.box[0] * detail.scale, self.box[1] * detail.scale + more
        if detail.level == NUMBER:
            return detail, NUMBER_SIZE[0] * detail.scale * type_, NUMBER_SIZE[1] * detail.scale * type_
        dot = max(1.0, min(LARGEST_DOT, view.across * 0.8, view.down * 0.55))
        return detail, dot, dot

    def find_box(self, node: int, view: View) -> Rect:
        """Where a node is drawn in a view, once it stands still."""
        x, y = view.spot(self.tree.places[node])
        _detail, wide, high = self.measure_node(view)
        return Rect(round(x - wide / 2), round(y - high / 2), max(1, round(wide)), max(1, round(high)))

    # Drawing

    def paint(self, layer: Surface, theme: Theme, look: TreeLook) -> None:
        """Draw the tree as it is by now. On the way to another view, nodes have at once what they will have there."""
        self.layer, self.theme, self.missing = layer, theme, False
        self.until = time.perf_counter() + PICTURE_SECONDS
        layer.fill(to_rgb(self._ground))
        self.detail, self.width, self.height = self.measure_node(self.glide.target)
        self._choose_seen()
        levels = self._find_levels()
        self._shade_levels(levels)
        self._draw_edges(look)
        if self.detail.level == DOT:
            self._draw_dots(look)
        else:
            for node in self.nodes:
                self._draw_node(node, look)
        if self.detail.level == WHOLE:
            self._draw_moves(look)
        else:
            self._draw_values(look)
            self._draw_callout(look)
        self._name_levels(levels)
        for node in self.tree.hidden:
            if node in self.tree.places:
                self._draw_badge(node)

    @property
    def _ground(self) -> str:
        return self.theme.of("board").fill if self.theme.name == "dark" else self.theme.of("cell").fill

    def _find_spots(self) -> None:
        """Where all in the pane is drawn. From afar nobody sees single nodes move: the view glides, they do not."""
        parents, places, (x, y, across, down) = self.tree.parents, self.tree.places, self.glide.view
        needed = dict.fromkeys(chain(self.nodes, self.edges, map(parents.__getitem__, self.edges)))
        if self.detail.level == DOT or not self.glide.is_moving:
            self.spots = {node: (x + places[node][0] * across, y + places[node][1] * down) for node in needed}
        else:
            self.spots = {node: self.glide.view.spot(self.glide.find_place(node)) for node in needed}

    def _spot(self, node: int) -> Place:
        """Where a node is drawn, also one beside the pane."""
        return self.spots.get(node) or self.glide.view.spot(self.glide.find_place(node))

    def _choose_seen(self) -> None:
        """The nodes and the lines in the pane, where the view goes; and those that are still on their way."""
        view, (wide, high) = self.glide.target, self.layer.get_size()
        edge_x, edge_y = self.width / 2 + 6, self.height / 2 + 6
        left, right = (-edge_x - view.x) / view.across, (wide + edge_x - view.x) / view.across
        top, bottom = (-edge_y - view.y) / view.down, (high + edge_y - view.y) / view.down
        seen = view, wide, high, self.detail.level
        if not self.glide.is_moving and self.seen == seen and self.laid_out is self.tree.places:
            self._find_spots()
            return
        self.seen, self.laid_out = seen, {} if self.glide.is_moving else self.tree.places
        apart = 1 / view.across if view.across < CROWDED else 0.0
        self.nodes = self._keep_moving(self.nodes, self.tree.within(left, top, right, bottom, apart))
        self.edges = self._keep_moving(self.edges, self.tree.crossing(left, top, right, bottom, apart))
        self._find_spots()

    def _keep_moving(self, before: list[int], now: Iterable[int]) -> list[int]:
        kept = (node for node in before if node in self.tree.places) if self.glide.is_moving else ()
        return list(dict.fromkeys(chain(now, kept)))

    # Levels of a game for two

    def _find_levels(self) -> list[tuple[float, str]]:
        """Where rows of one player lie, and whose they are."""
        view = self.glide.view
        if not self.recording.players or view.down < 9:
            return []
        rows: dict[int, str] = {}
        for node in self.nodes:
            depth, who = self.tree.places[node][1], get_level(self.tree.trace.node(node))
            rows[depth] = who if rows.get(depth, who) == who else ""
        return [(depth * view.down + view.y, who) for depth, who in rows.items() if who]

    def _shade_levels(self, levels: list[tuple[float, str]], width: float | None = None) -> None:
        """The ground of rows, across the pane or only so wide from the left."""
        wide = self.layer.get_width() if width is None else round(width)
        high = min(self.glide.view.down, self.height + 16)
        for y, who in levels:
            colour = mix_colours(self._ground, self.theme.of("piece:5" if who == "MIN" else "piece:0").fill, 0.07)
            self.layer.fill(to_rgb(colour), Rect(0, round(y - high / 2), wide, round(high)))

    def _name_levels(self, levels: list[tuple[float, str]]) -> None:
        """MAX and MIN at the left, over whatever reaches there."""
        if levels:
            self.layer.fill(to_rgb(self._ground), Rect(0, 0, round(self.rooms.aside), self.layer.get_height()))
            self._shade_levels(levels, self.rooms.aside)
        for y, who in levels:
            size = min(12 * self.type, self.glide.view.down * 0.8)
            self._write_pill(who, self.rooms.aside / 2, y, size, "mark:1" if who == "MIN" else "mark:0")

    # Edges

    def _draw_edges(self, look: TreeLook) -> None:
        """The lines to children, then those on the way; what was given up is dashed, what was cut off ends in a bar."""
        far = self.detail.level == DOT
        kinds = self._sort_far_edges(look) if far else self._sort_edges(look)
        faint = self.theme.of("faint").fill
        plain = _choose_outer(kinds["plain"], self.tree.parents) if far and self.width < SMALL_DOT else kinds["plain"]
        self._draw_lines(plain, mix_colours(self._ground, faint, 0.35 if far else 0.5), 1, soft=not far)
        self._draw_lines(kinds["dropped"], mix_colours(self._ground, faint, 0.4), 1, dashed=True)
        self._draw_cuts(kinds["cut"])
        self._draw_lines(kinds["trail"], self.theme.of("piece:0").fill, 1 if far else 2)
        self._draw_lines(kinds["path"], self.theme.of("up").fill, 2 if far else 4)

    def _sort_edges(self, look: TreeLook) -> dict[str, list[int]]:
        kinds: dict[str, list[int]] = {name: [] for name in ("plain", "dropped", "cut", "trail", "path")}
        for node in self.edges:
            if node in look.path:
                kinds["path"].append(node)
            elif node in look.trail:
                kinds["trail"].append(node)
            elif self._is_cut(node, look):
                kinds["cut"].append(node)
            else:
                kinds["dropped" if look.is_dropped(node) else "plain"].append(node)
        return kinds

    def _sort_far_edges(self, look: TreeLook) -> dict[str, list[int]]:
        """From afar all lines are plain, and the ways are drawn over them."""
        parents = self.tree.parents
        ways = {"trail": look.trail - look.path, "path": look.path}
        found = {name: [node for node in way if parents.get(node, NONE) != NONE] for name, way in ways.items()}
        return {"plain": self.edges, "dropped": [], "cut": [], **found}

    def _is_cut(self, node: int, look: TreeLook) -> bool:
        """Whether a node is a branch that two players need not look at."""
        return self.recording.players and look.explainer.fate(node) == "pruned"

    def _find_line(self, node: int) -> tuple[Place, Place]:
        """From the foot of a parent to the head of its child."""
        half = 0.0 if self.detail.level == DOT else self.height / 2
        (above, over), (x, y) = self._spot(self.tree.parents[node]), self._spot(node)
        return (above, over + half), (x, y - half)

    def _draw_lines(
        self, nodes: list[int], colour: str, width: int, *, soft: bool = True, dashed: bool = False
    ) -> None:
        ink, draw = to_rgb(colour), pygame.draw.aaline if soft else pygame.draw.line
        for node in nodes:
            start, end = self._find_line(node)
            for begin, finish in _cut_dashes(start, end) if dashed else ((start, end),):
                draw(self.layer, ink, begin, finish, width)

    def _draw_cuts(self, nodes: list[int]) -> None:
        """Branches that are cut off: half a line, and a bar across it."""
        ink, bar = to_rgb(self.theme.of("down").fill), max(4.0, min(9.0, self.width / 6))
        for node in nodes:
            (above, over), (x, y) = self._find_line(node)
            x, y = above + (x - above) * 0.55, over + (y - over) * 0.55
            pygame.draw.aaline(self.layer, ink, (above, over), (x, y), 2)
            pygame.draw.aaline(self.layer, ink, (x - bar, y - 3), (x + bar, y + 3), 3)

    def _draw_moves(self, look: TreeLook) -> None:
        """The moves on the lines, close to where they lead; why a branch was cut off, once for each node."""
        size = min(13 * self.type, 10.5 * self._letters)
        room, cuts = self.width + GAPS[0] * self.detail.scale * self.type, dict[int, int]()
        for node in self.nodes:
            parent, move = self.tree.parents[node], self.recording.move(node)
            if parent >= 0 and self._is_cut(node, look):
                cuts.setdefault(parent, node)
            elif parent >= 0 and move and len(move) <= LONGEST_MOVE and self._measure_pill(move, size) <= room:
                self._write_pill(move, *self._find_label(node, size), size, "text" if node in look.path else "faint")
        for node in cuts.values():
            x, y = self._find_label(node, size)
            why = look.explainer.explain(node).text
            self._write_pill(why, x - self.width / 2 + self._measure_pill(why, size) / 2, y, size, "mark:1")

    def _find_label(self, node: int, size: float) -> Place:
        x, y = self._spot(node)
        return x, y - self.height / 2 - size * 0.85

    @property
    def _letters(self) -> float:
        """How large letters are in nodes."""
        return max(self.detail.scale, LEAST_TYPE) * self.type

    # Nodes

    def _draw_node(self, node: int, look: TreeLook) -> None:
        """One node: a picture that is kept, or one that is made now, or an empty box where there is no time left."""
        x, y = self._spot(node)
        box = Rect(round(x - self.width / 2), round(y - self.height / 2), round(self.width), round(self.height))
        role, ring = look.role(node), look.ring(node)
        corner = round(min(8 * self.detail.scale * self.type, self.height / 2))
        if ring:
            around = box.inflate(2 * RING, 2 * RING)
            pygame.draw.rect(self.layer, self.theme.of(ring).fill, around, border_radius=corner + RING)
        words = self._find_words(node, look) if self.detail.level == WHOLE else (str(node),)
        key = node, role, words, look.is_dropped(node), box.size, self.boards, self.theme.name
        if key not in self.pictures and time.perf_counter() > self.until:
            self.missing = True
            pygame.draw.rect(self.layer, self.theme.of(role).fill, box, border_radius=corner)
            return
        found = self.pictures.get(key, lambda: self._make_picture(node, look, words, box.size))
        self.layer.blit(found, (box.x - 2, box.y - 2), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _find_words(self, node: int, look: TreeLook) -> tuple[str, ...]:
        """What is written at the foot of a node: its costs, or why it was given up; of two players its value, and its
        alpha and beta below."""
        count, recording = look.explainer.count, self.recording
        footnote = recording.footnote(node, look.explainer.glance(node), count)
        if self.lines < 2:
            return (footnote,)
        found = recording.minimax(node, count)
        bounds = f"α {found['alpha']}  β {found['beta']}" if found["alpha"] else ""
        return footnote if look.is_dropped(node) else found["value"], bounds

    def _make_picture(self, node: int, look: TreeLook, words: tuple[str, ...], size: tuple[int, int]) -> Surface:
        """A node with all it holds, two pixels from the corner."""
        wide, high = size
        found = Surface((wide + 4, high + 4), pygame.SRCALPHA)
        letters, scale = self._letters, self.detail.scale * self.type
        ui = Ui(self.canvas, found, self.theme, USUAL_EM * letters, (-1.0, -1.0))
        paint, dropped = self.theme.of(look.role(node)), look.is_dropped(node)
        ui.panel(Rect(2, 2, wide, high), paint.fill, paint.stroke, corner=8 * scale / ui.em, line=1.3 / ui.em)
        middle, room = 2 + wide / 2, wide - 6
        if self.detail.level == NUMBER:
            self._write(found, words[0], middle, 2 + high / 2, 12 * scale, "faint" if dropped else "text", room)
            return found
        line = LINE * letters
        free = high - (self.lines + 1) * line - 5 * scale
        self._write(found, f"#{node}", middle, 3 + line / 2, 9.5 * letters, "faint", room)
        state = self.tree.trace.node(node).state
        if self.boards:
            board = self.small.draw(state, max(1, round(min(wide - 8 * scale, free * self.small.ratio))), self.theme)
            corner = round(middle - board.get_width() / 2), round(3 + line + (free - board.get_height()) / 2)
            found.blit(board, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
            if dropped:
                ui.panel(board.get_rect(topleft=corner), paint.fill, corner=0, opacity=0.5)
        else:
            label = self.recording.entry(node).label
            self._write(found, label, middle, 3 + line + free / 2, 13.5 * scale, "faint" if dropped else "text", room)
        foot = 2 + high - (self.lines - 0.5) * line - 2 * scale
        self._write(found, words[0], middle, foot, 10.5 * letters, "text", room)
        if self.lines > 1:
            self._write(found, words[1], middle, foot + line, 9.5 * letters, "faint", room)
        return found

    def _draw_dots(self, look: TreeLook) -> None:
        """Nodes from far away, in the colour of what became of them; what stands out is larger than all else."""
        paints: dict[str, tuple[int, int, int]] = {}
        side, spots, fill = self.width, self.spots, self.layer.fill
        half = side / 2
        self._forget_roles(look)
        for node in self.nodes:
            role = self.roles.get(node)
            if role is None:
                role = self.roles[node] = look.role(node)
            if role not in paints:
                faint = role in ("cell:waiting", "cell:dropped")
                paints[role] = to_rgb(mix_colours(self._ground, self.theme.of(role).stroke, 0.45 if faint else 1.0))
            x, y = spots[node]
            if side < SMALL_DOT:
                fill(paints[role], (x - half, y - half, side, side))
            else:
                pygame.draw.aacircle(self.layer, paints[role], (x, y), side / 2)
        for node in (look.current, look.selected):
            if node in self.tree.places:
                spot, reach = self._spot(node), max(LEAST_STRIKING, side) / 2
                pygame.draw.aacircle(self.layer, self.theme.of(look.ring(node)).fill, spot, reach + 3)
                pygame.draw.aacircle(self.layer, self.theme.of(look.role(node)).fill, spot, reach)

    def _forget_roles(self, look: TreeLook) -> None:
        """Roles stay as they were but for the nodes that events since then are about, and the way to the goal."""
        count, begin = look.explainer.count, look.explainer.begin
        low, high = sorted((self.roles_at[0], count))
        if self.roles_at[1] != begin or high - low > len(self.roles):
            self.roles = {}
        for event in self.tree.trace.events[low:high]:
            self.roles.pop(event.node, None)
        for node in self.shown_path ^ look.path:
            self.roles.pop(node, None)
        self.roles_at, self.shown_path = (count, begin), look.path

    def _draw_values(self, look: TreeLook) -> None:
        """Of two players, the value of a node that is a number, or its alpha and beta, below it where there is room."""
        size, view = 10 * self.type, self.glide.view
        if self.lines < 2 or self.detail.level != NUMBER or view.down - self.height < 1.6 * size:
            return
        for node in self.nodes:
            words = next(filter(None, self._find_words(node, look)), "")
            if words and node != look.subject and self._measure_pill(words, size) <= view.across:
                x, y = self._spot(node)
                self._write_pill(words, x, y + self.height / 2 + 0.8 * size, size, "text")

    def _draw_callout(self, look: TreeLook) -> None:
        """Where nodes cannot be read, the one that is shown is told below it."""
        node = look.subject
        if node not in self.tree.places:
            return
        count, size = look.explainer.count, 12 * self.type
        words = self.recording.foot(node, look.explainer.glance(node), count)
        if self._is_cut(node, look):
            words = f"#{node}: {look.explainer.explain(node).text}"
        (x, y), half = self._spot(node), self._measure_pill(words, size) / 2
        wide, high = self.layer.get_size()
        below = y + self.height / 2 + size + RING
        y = below if below + size < high else y - self.height / 2 - size - RING
        self._write_pill(words, max(half, min(x, wide - half)), y, size, "text")

    def _draw_badge(self, node: int) -> None:
        """How much lies folded below a node."""
        x, y = self._spot(node)
        spot, reach = (x + self.width / 2, y + self.height / 2), BADGE * self.type
        pygame.draw.aacircle(self.layer, self.theme.of("board").stroke, spot, reach + 1)
        pygame.draw.aacircle(self.layer, self.theme.of("cell:1").fill, spot, reach)
        self._write(self.layer, f"+{self.tree.hidden[node]}", *spot, 10 * self.type, "text", 1.8 * reach)

    # Words

    def _write(self, target: Surface, words: str, x: float, y: float, size: float, role: str, room: float) -> None:
        """Words around a point, made smaller where there is no room."""
        letters = max(7, round(size))
        wide = fonts.measure_text(words, letters, bold=True)
        if wide > room > 0:
            letters = max(6, int(letters * room / wide))
        line = fonts.render_text(words, letters, to_rgb(self.theme.of(role).fill), bold=True)
        top = y + fonts.find_text_middle("HH", letters, True) - fonts.measure_font(letters, True)[0]
        target.blit(line, (round(x - line.get_width() / 2), round(top)), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _measure_pill(self, words: str, size: float) -> float:
        return fonts.measure_text(words, max(7, round(size)), bold=True) + size * 0.8

    def _write_pill(self, words: str, x: float, y: float, size: float, role: str) -> None:
        """Words on a ground of their own."""
        wide = self._measure_pill(words, size)
        ground = Rect(round(x - wide / 2), round(y - size * 0.75), round(wide), round(size * 1.5))
        pygame.draw.rect(self.layer, to_rgb(self.theme.of("cell").fill), ground, border_radius=round(size * 0.5))
        self._write(self.layer, words, x, y, size, role, wide)


def _choose_outer(nodes: list[int], parents: Mapping[int, int]) -> list[int]:
    """The first and the last child of each node, of children that stand in rows."""
    families: dict[int, list[int]] = {}
    for node in nodes:
        families.setdefault(parents[node], []).append(node)
    return [node for family in families.values() for node in {family[0], family[-1]}]


def _cut_dashes(start: Place, end: Place) -> list[tuple[Place, Place]]:
    """A line in pieces."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = max(1, round(sqrt(dx * dx + dy * dy) / 8))
    shares = [((index + 0.0) / count, (index + 0.5) / count) for index in range(count)]
    return [
        ((start[0] + dx * begin, start[1] + dy * begin), (start[0] + dx * stop, start[1] + dy * stop))
        for begin, stop in shares
    ]
