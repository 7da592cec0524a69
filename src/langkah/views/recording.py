"""A trace with everything that a viewer shows: the order of the queue, the closed set, the status of each node with its
reason, every event as a sentence, the highlighted line of the pseudo-code, counters, the path to the goal, a quiz.

This module computes all of it, once. The terminal requests the content of its screen; the page and the replay file get
everything as plain JSON (`as_dict`), with a few values for each event that describe what it changes. A viewer steps
forward and back by applying or undoing these changes, so it needs no rules of the search. The parts of the JSON form:

    events   kind    a letter for each: o(pen) t(ake) d(uplicate) p(rune) g(oal) r(estart) v(alue) u(pdate) c(ut) b(ack)
             node    the node in its sentence, which viewers highlight and follow
             place   index in the queue at which the node enters (o) or leaves (t, d, p); -1: the queue does not change.
                     A node that leaves by t joins the closed set. r empties both
             fate    a letter, the node's status from now on; `fates` has its name and role
             why     the reason of its status from now on, "" in the frontier (see the templates in `waiting`);
                     index into `words`
             foot    the line below the node in the tree from now on; index into `words`
             alpha, beta, value    with two players: those of the node from now on, "" if unknown, a provisional value
                     in brackets; indices into `words`
             line    the highlighted line of the pseudo-code, -1: none
             happened  the event as a sentence
    states   label, text, board (for the first states), table (the computation of its estimate), spot (only if `mapped`:
             one picture shows all states, and `spot` is the id of this state's shape; the picture is the first board)
    nodes    state, parent, move, costs (as lists show them), f, total (the value compared with bounds, "" if it is
             0 or unknown), level (MAX or MIN is to move; "" without two players);
             children have larger numbers than their parents, so that a viewer can lay out the visible ones
    walks    whether the search has only a path, with neither frontier nor closed set
    players  whether it is a two-player game
    counters   the names of the counters to show
    legend   the colours of the tree: name, role, meaning
    quiz     at, node (-1: none), ask, answer (the index of the right choice), then (the moment that shows it), choices:
             node or label, costs, reply
    rounds   event, bound, past (the text about nodes of earlier rounds), cleared (the queue that r empties)
    goals    event, way (the path from the root to the goal)
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from langkah.language import N_, _
from langkah.model import Problem, is_mapped
from langkah.search import get_code, get_frontier
from langkah.search.pseudocode import CodeLine, find_lit_line, find_moment
from langkah.tracing import Event, Kind, Reason, Result, Trace, format_cost
from langkah.tracing.points import format_points, get_level
from langkah.tracing.record import NEVER
from langkah.tracing.storage import get_problem_title
from langkah.views.board_parts import make_stroke_boards
from langkah.views.event_sentences import describe_event
from langkah.views.quiz import Question, WalkQuestion, make_questions, make_walk_questions
from langkah.views.recording_json import RecordingJson
from langkah.views.sentences import name_search
from langkah.views.theme import DARK, LIGHT, format_css
from langkah.views.tree import ROLES, describe_foot
from langkah.views.tree_legend import list_legend
from langkah.views.watch_texts import get_watch_text, translate_watch_texts

MOST_BOARDS = 10_000  # states with boards; all others are shown as text
MOST_TABLES = 3_000  # states with the computation of their estimate
NOT_BEGUN = N_("The search has not begun. Press play, or step forward.")
FATES = {
    "taken": "t",
    "goal": "g",
    "waiting": "w",
    "duplicate": "d",
    "pruned": "p",
    "deep": "l",
    "back": "b",
    "unseen": "-",
}
PLAIN = (Kind.OPEN, Kind.TAKE)  # the frequent kinds of events
COUNTED = ("expanded", "generated", "skipped", "pruned", "frontier")  # the counters shown, in this order


PLAIN_REASON = Reason("taken", "")


class ListEntry(NamedTuple):
    """A node in a list: its number, its short label, and its costs ("" if the order does not depend on costs)."""

    node: int
    label: str
    f: str = ""
    g: str = ""
    h: str = ""
    side: str = ""
    adds: bool = True  # whether f is g + h: greedy searches use only h, weighted ones a multiple

    @property
    def costs(self) -> str:
        """The costs as in textbooks: the value by which the nodes are ordered, and the parts of this value."""
        if self.h in ("", "0"):
            return self.f
        return f"{self.f} = {self.g} + {self.h}" if self.adds else f"{self.f} (g {self.g}, h {self.h})"


class Recording:
    """A trace with the texts that a viewer shows after each event. In the methods, `count` is the number of events so
    far.
    """

    def __init__(self, problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any]) -> None:
        self.problem, self.trace, self.result = problem, trace, result
        self.walks, self.players, self.costs = trace.keeps_path(), trace.has_players(), trace.ordered_by_cost()
        self.estimated = any(event.estimate for event in trace.events)
        self.code: tuple[CodeLine, ...] = get_code(result.algorithm)
        self.frontier_title = get_frontier(result.algorithm)
        self.known: dict[int, ListEntry] = {}

    def __len__(self) -> int:
        return len(self.trace)

    # Nodes

    def entry(self, node: int) -> ListEntry:
        """A node as an entry of a list, with only those facts that do not change during the search."""
        if node not in self.known:
            event = self.trace.node(node)
            side = "" if self.players else event.side
            found = ListEntry(node, self.problem.label(event.state), side=side)
            if self.costs:
                f, g, h = (format_cost(each) for each in (event.total, event.cost, event.estimate))
                found = found._replace(f=f, g=g, h=h, adds=event.total == event.cost + event.estimate)
            self.known[node] = found
        return self.known[node]

    def entry_at(self, node: int, count: int) -> ListEntry:
        """A node as an entry of a list after `count` events. In a game for two players, the entry also shows the node's
        value or, if this is not known, alpha and beta.
        """
        found = self.entry(node)
        return found._replace(f=describe_foot(self.trace, node, PLAIN_REASON, count, "")) if self.players else found

    def text(self, name: str) -> str:
        """The text `name` of the panes, in the wording for this kind of search."""
        return get_watch_text(name, walks=self.walks)

    def move(self, node: int) -> str:
        """The notation of the move that leads to a node from its parent; "" for the root."""
        move = self.trace.node(node).move
        return "" if move is None else self.problem.notation(move)

    def moves(self, node: int) -> tuple[str, ...]:
        """The notations of the moves that lead from the root to a node."""
        return tuple(filter(None, map(self.move, self.trace.path(node))))

    def foot(self, node: int, reason: Reason, count: int) -> str:
        """The line below a node in the tree: its number, and then the reason why it was dropped, or its value, or its
        costs.
        """
        told = describe_foot(self.trace, node, reason, count, self.entry(node).costs)
        return f"#{node}" if not told else f"#{node} {told}" if told[0] in "=×" else f"#{node} · {told}"

    def minimax(self, node: int, count: int) -> dict[str, str]:
        """Alpha, beta and the value of a node after `count` events, in a game for two players. Each is "" if it is
        unknown or not used; a provisional value is in brackets.
        """
        found = {"alpha": "", "beta": "", "value": ""}
        if node < 0 or self.trace.history(node).made >= count:
            return found
        bounds = self.trace.bounds(node, count)
        if bounds:
            found["alpha"], found["beta"] = map(format_points, bounds)
        history = self.trace.history(node)
        so_far = [each for each in history.updates if each < count]
        if NEVER < history.valued < count:
            found["value"] = self.trace.events[history.valued].why
        elif so_far:
            found["value"] = f"({format_points(self.trace.events[so_far[-1]].bound or 0)})"
        return found

    # Positions in the recording

    def counters(self) -> list[str]:
        """The names of the counters that this search uses."""
        met = {event.kind for event in self.trace.events}
        idle = {"frontier"} if self.walks else set()
        idle |= {"skipped"} if self.walks and Kind.DUPLICATE not in met else set()
        return [name for name in COUNTED if name not in idle]

    def happened(self, count: int) -> str:
        """The last event, as a sentence."""
        if not count:
            return _(NOT_BEGUN)
        return describe_event(self.problem, self.trace, count - 1)

    def lit_line(self, count: int) -> int:
        """The index of the highlighted line of the pseudo-code; -1 if no line is highlighted."""
        return find_lit_line(self.code, find_moment(self.trace, count - 1)) if count else -1

    def bound(self, count: int) -> str:
        """The bound of the current round; "" if the search has no rounds."""
        begin = self.trace.index().round_at(count)[0]
        if not begin:
            return ""
        restart = self.trace.events[begin - 1]
        return restart.why or format_cost(restart.bound or 0)

    def best_line(self) -> list[int]:
        """The recorded nodes along the solution or, in a game for two players, along the best line of play."""
        return self.trace.follow([step.move for step in self.result.path] or list(self.result.notation))

    def curve(self) -> Sequence[int]:
        """The values of the chart, one for each event: the size of the frontier or, for a search without a frontier,
        the current depth.
        """
        return [max(event.depth, 0) for event in self.trace.events] if self.walks else self.trace.sizes()

    def stops(self) -> list[int]:
        """The indices of the notable events: all except generations, expansions, and the values of nodes without
        children.
        """
        history = self.trace.history
        return [
            index
            for index, event in enumerate(self.trace.events)
            if event.kind not in PLAIN and (event.kind is not Kind.VALUE or history(event.node).children)
        ]

    # The whole recording

    def as_dict(self, *, at: int | None = None) -> RecordingJson:
        """Everything as plain JSON values; the table at the top of this module explains each part."""
        trace, problem = self.trace, self.problem
        made = trace.made
        # Each state once; the first ones have boards
        states: dict[Any, int] = {}
        numbers = [states.setdefault(made[node].state, len(states)) for node in range(len(made))]
        mapped = is_mapped(problem)
        boards, parts = make_stroke_boards(problem, [problem.start] if mapped else list(states)[:MOST_BOARDS])
        shown = [_state_to_dict(problem, state) for state in states]
        for state, board in zip(shown, boards, strict=False):
            state["board"] = board
        for state, table in zip(shown, map(problem.working, list(states)[:MOST_TABLES]), strict=False):
            state |= {} if table is None else {"table": table._asdict()}
        # Nodes as columns; events follow below
        entries = [self.entry(node) for node in range(len(made))]
        found: Any = {
            "title": get_problem_title(problem),
            "result": self.result.as_dict(),
            "search": name_search(self.result),
            "at": at,
            "left_out": trace.left_out,
            "seconds": None if trace.seconds is None else [round(each, 6) for each in trace.seconds],
            "walks": self.walks,
            "players": self.players,
            "mapped": mapped,
            "frontier": self.frontier_title,
            "counters": self.counters(),
            "legend": [{**each._asdict(), "role": each.role.replace(":", "-")} for each in list_legend(self.trace)],
            "code": [{"indent": line.indent, "text": _(line.text)} for line in self.code],
            "states": shown,
            "boards": parts,
            "nodes": {
                "state": numbers,
                "parent": [made[node].parent for node in range(len(made))],
                "move": [self.move(node) for node in range(len(made))],
                "costs": [entry.costs for entry in entries],
                "f": [entry.f for entry in entries],
                "total": [format_cost(made[node].total) if made[node].total else "" for node in range(len(made))],
                "level": [get_level(made[node]) for node in range(len(made))],
            },
            **self._event_columns(),
            "rounds": list(self._rounds()),
            "goals": [{"event": index, "way": trace.solution(index + 1)} for index in trace.index().goals],
            "best": self.best_line(),
            "curve": list(self.curve()),
            "waiting": trace.waiting_texts(),
            "unseen": {"why": trace.explainer(0).explain(NEVER).text, "happened": _(NOT_BEGUN)},
            "quiz": self._list_questions(),
            "themes": {"light": format_css("svg", LIGHT), "dark": format_css("svg", DARK)},
            "texts": translate_watch_texts(walks=self.walks),
        }
        return cast("RecordingJson", found)

    def _event_columns(self) -> dict[str, Any]:
        """What each event changes, as columns with one entry for each event. Each text is stored once, in `words`, and
        columns contain its index.
        """
        words: dict[str, int] = {}
        fates, whys, feet = [], [], []
        values: dict[str, list[int]] = {name: [] for name in ("alpha", "beta", "value")} if self.players else {}
        for count, event in enumerate(self.trace.events, 1):
            # The status of the event's node, and the line below it in the tree
            explainer = self.trace.explainer(count)
            fate = explainer.fate(event.node)
            reason = Reason(fate, "") if fate in ("waiting", "unseen") else explainer.explain(event.node)
            foot = "" if fate == "unseen" else self.foot(event.node, reason, count)
            fates.append(FATES[fate])
            whys.append(words.setdefault(reason.text, len(words)))
            feet.append(words.setdefault(foot, len(words)))
            # With two players: alpha, beta and the value
            for name, column in values.items():
                column.append(words.setdefault(self.minimax(event.node, count)[name], len(words)))
        return {
            "events": {
                "kind": "".join(event.kind[0] for event in self.trace.events),
                "node": [event.node for event in self.trace.events],
                "place": list(self._queue_places()),
                "fate": "".join(fates),
                "why": whys,
                "foot": feet,
                "line": [self.lit_line(count) for count in range(1, len(self) + 1)],
                "happened": [self.happened(count) for count in range(1, len(self) + 1)],
                **values,
            },
            "fates": {
                letter: {"name": fate, "role": ROLES.get(fate, "cell").replace(":", "-")}
                for fate, letter in FATES.items()
            },
            "words": list(words),
        }

    def _queue_places(self) -> Iterator[int]:
        line: list[tuple[tuple[Any, ...], int]] = []  # the queue: orders and numbers
        waiting: dict[int, tuple[Any, ...]] = {}
        for event in self.trace.events:
            place = -1
            if event.kind is Kind.OPEN:
                waiting[event.node] = event.order
                place = bisect_left(line, (event.order, event.node))
                line.insert(place, (event.order, event.node))
            elif event.kind is Kind.RESTART:
                line, waiting = [], {}
            elif event.kind in (Kind.TAKE, Kind.DUPLICATE, Kind.PRUNE) and event.node in waiting:
                place = bisect_left(line, (waiting.pop(event.node), event.node))
                del line[place]
            yield place

    def _rounds(self) -> Iterator[dict[str, Any]]:
        for event in self.trace.rounds():
            cleared = [each.node for each in self.trace.after(event).frontier()]
            bound = self.bound(event + 1)
            past = _("belongs to an earlier round; the current round has the bound {bound}").format(bound=bound)
            yield {"event": event, "bound": bound, "past": past, "cleared": cleared}

    def _list_questions(self) -> list[dict[str, Any]]:
        if self.walks:
            return [_walk_question_to_dict(each) for each in make_walk_questions(self.problem, self.trace)]
        return [self._question_to_dict(each) for each in make_questions(self.trace)]

    def _question_to_dict(self, question: Question) -> dict[str, Any]:
        choices = [
            {"node": node, "label": "", "costs": self._quiz_costs(self.trace.node(node)), "reply": reply}
            for node, reply in zip(question.choices, question.replies, strict=True)
        ]
        at, answer = question.at, question.choices.index(question.answer)
        told = {"at": at, "node": NEVER, "ask": self.text("quizWhich"), "answer": answer, "then": at + 1}
        return {**told, "choices": choices}

    def _quiz_costs(self, event: Event) -> str:
        # Without f, which would reveal the answer
        if not self.costs:
            return ""
        cost = f"g {format_cost(event.cost)}"
        return f"{cost}, h {format_cost(event.estimate)}" if self.estimated else cost


def _state_to_dict(problem: Problem[Any, Any], state: Any) -> dict[str, Any]:
    spot = problem.map_spot(state)
    return {"label": problem.label(state), "text": problem.text(state), **({"spot": spot} if spot else {})}


def _walk_question_to_dict(question: WalkQuestion) -> dict[str, Any]:
    choices = [
        {"node": NEVER, "label": label, "costs": "", "reply": reply}
        for label, reply in zip(question.choices, question.replies, strict=True)
    ]
    told = {name: getattr(question, name) for name in ("at", "node", "ask", "answer", "then")}
    return {**told, "choices": choices}
