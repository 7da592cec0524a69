"""A recording in JSON, for pages and replay files; `langkah.views.recording` explains each part."""

from typing import Any, Literal, NotRequired, TypedDict

from langkah.views.strokes import ShapeJson


class BoardJson(TypedDict):
    """The board of a state: its size, and the indices of its parts."""

    size: tuple[float, float]
    parts: list[int]


class TableJson(TypedDict):
    """The computation of a state's estimate: headings, rows, lines below them, and the highlighted cells."""

    title: str
    head: list[str]
    rows: list[list[str]]
    notes: list[str]
    marked: list[tuple[int, int]]


class StateJson(TypedDict):
    """A state. `board`: its board, which not all states have. `spot`: the id of the shape of this state, if one picture
    shows all states. `table`: the computation of its estimate.
    """

    label: str
    text: str
    spot: NotRequired[str]
    table: NotRequired[TableJson]
    board: NotRequired[BoardJson]


class BoardsJson(TypedDict):
    """The parts of all boards. `ground` lists the parts that all boards have at the back, from back to front. `alike`:
    all boards have the same size. `labels`: a tree shows labels, because they say more than small boards.
    """

    ground: list[int]
    parts: list[ShapeJson]
    alike: bool
    labels: bool
    font: str


class QuizChoiceJson(TypedDict):
    """A possible answer, and the reply to it."""

    node: int
    label: str
    costs: str
    reply: str


class QuizJson(TypedDict):
    """A quiz question, asked after `at` events, about what happens next. `answer` is the index of the right choice; the
    state after `then` events shows it.
    """

    at: int
    node: int
    ask: str
    answer: int
    right: NotRequired[list[int]]  # the indices of the right choices, if there are several
    then: int
    choices: list[QuizChoiceJson]


class RoundJson(TypedDict):
    """A round of a search that restarts with a larger bound: the event that begins it, its bound, the text about nodes
    of earlier rounds (`past`), and the nodes that this event removes from the frontier (`cleared`).
    """

    event: int
    bound: str
    past: str
    cleared: list[int]


class FateJson(TypedDict):
    """A status that a node can have (waiting, expanded, pruned ...): its name and its colour role."""

    name: str
    role: str


class LegendJson(TypedDict):
    """The meaning of a colour in the tree."""

    name: str
    role: str
    words: str


class CodeLineJson(TypedDict):
    """A line of pseudo-code."""

    indent: int
    text: str


class NodesJson(TypedDict):
    """The nodes, column by column; `langkah.views.recording` explains each column."""

    state: list[int]
    parent: list[int]
    move: list[str]
    costs: list[str]
    f: list[str]
    total: list[str]
    level: list[str]


class EventsJson(TypedDict):
    """The events, column by column; `langkah.views.recording` explains each column."""

    kind: str
    node: list[int]
    place: list[int]
    fate: str
    why: list[int]
    foot: list[int]
    line: list[int]
    happened: list[str]
    alpha: NotRequired[list[int]]
    beta: NotRequired[list[int]]
    value: NotRequired[list[int]]


class GoalJson(TypedDict):
    """A goal: the event that found it, and the nodes on the path to it."""

    event: int
    way: list[int]


class WaitingJson(TypedDict):
    """Sentences with placeholders about a node in the frontier: `first` if the node comes next, `same` if the next node
    has the same value, `other` if the next node has a better value, `end` after the end of the search.
    """

    first: str
    same: str
    other: str
    end: str


class UnseenJson(TypedDict):
    """The texts for what has not happened yet: `why` about a node that is not yet generated, and `happened` before the
    first event.
    """

    why: str
    happened: str


class LessonStopJson(TypedDict):
    """A stop of a lesson: the number of events before it, its sentences, and questions about the next steps (`be`)."""

    at: int
    text: str
    be: "list[LessonQuestionJson]"


class LessonChoiceJson(TypedDict):
    """A possible answer to a question of a lesson; `node` is the number of a node if the answer is a node, else -1."""

    text: str
    reply: str
    node: int


class LessonQuestionJson(TypedDict):
    """A question of a lesson, asked after `at` events; after the answer, the events up to `then` are shown. `right` has
    the indices of the right choices: the reader must choose one of them (`choice`, `node`) or all of them (`all`). If
    choices are to be put in `order`, `right` has the rank of each choice instead; equal choices have the same rank. If
    a `number` is asked for, `answers` has the right answers. `reply` is the reply to a right answer. `wrong` is the
    reply to a wrong answer whose choice has no reply of its own.
    """

    kind: Literal["choice", "all", "number", "order", "node"]
    text: str
    at: int
    then: int
    choices: list[LessonChoiceJson]
    right: list[int]
    answers: list[str]
    reply: str
    wrong: str


class LessonCardJson(TypedDict):
    """A lesson in a list: its approximate minutes, and the titles of lessons that should come first."""

    name: str
    title: str
    about: str
    minutes: int
    after: list[str]


class LessonJson(LessonCardJson):
    """A lesson with all placeholders filled in."""

    stops: list[LessonStopJson]
    questions: list[LessonQuestionJson]
    next: LessonCardJson | None


class RecordingJson(TypedDict):
    """A recorded search with everything that a viewer shows; `search` is its title, such as "A* (manhattan)"."""

    title: str
    result: Any
    search: str
    at: int | None
    left_out: int
    seconds: list[float] | None
    bytes: NotRequired[list[int]]
    lesson: NotRequired[LessonJson | None]
    exam: NotRequired[bool]  # the reader gets to the next question only by an answer
    walks: bool
    players: bool
    mapped: bool
    frontier: str
    counters: list[str]
    legend: list[LegendJson]
    code: list[CodeLineJson]
    states: list[StateJson]
    boards: BoardsJson
    nodes: NodesJson
    rounds: list[RoundJson]
    goals: list[GoalJson]
    best: list[int]
    curve: list[int]
    waiting: WaitingJson
    unseen: UnseenJson
    quiz: list[QuizJson]
    themes: dict[Literal["light", "dark"], str]
    texts: dict[str, str]
    events: EventsJson
    fates: dict[str, FateJson]
    words: list[str]
