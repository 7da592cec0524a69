"""Every text on the panes of a watched search, by the name under which page, window and terminal use it. Texts about
events and nodes are not here, but in the recording.
"""

from langkah.language import N_, _

WATCH_TEXTS = {
    # titles
    "tree": N_("Search tree"),
    "closed": N_("Closed set, newest first"),
    "code": N_("Algorithm"),
    "chart": N_("Size of the frontier"),
    "depths": N_("Depth of the path"),
    "quiz": N_("Quiz"),
    # counters
    "expanded": N_("expanded"),
    "generated": N_("generated"),
    "skipped": N_("duplicates"),
    "pruned": N_("pruned"),
    "frontier": N_("frontier"),
    "bound": N_("bound"),
    # the board and the lists
    "reached": N_("#{n}: reached from #{from} by move {move}"),
    "reachedByChance": N_("#{n}: reached from #{from} by a roll of the dice"),
    "root": N_("#{n}: a root of the search"),
    "more": N_("and {n} more"),
    # why
    "why": N_("Why #{n}?"),
    "askWhy": N_("Click a node to see why it was or was not chosen."),
    "way": N_("Path to this node: {moves}"),
    "toMade": N_("to its generation"),
    "toTaken": N_("to its expansion"),
    # play, pause, step
    "play": N_("Play"),
    "pause": N_("Pause"),
    "first": N_("To the start"),
    "last": N_("To the end"),
    "back": N_("One event back"),
    "forward": N_("One event forward"),
    "lastTaken": N_("To the previous node expanded"),
    "nextTaken": N_("To the next node expanded"),
    "toGoal": N_("To the goal"),
    "slider": N_("Current event"),
    "slower": N_("Slower"),
    "faster": N_("Faster"),
    "place": N_("event {at} of {all}, iteration {n}"),
    "pace": N_("{n} per second"),
    # the tree
    "follow": N_("Follow"),
    "nearer": N_("Zoom in"),
    "farther": N_("Zoom out"),
    "fit": N_("Whole tree"),
    "boards": N_("Nodes as boards or labels"),
    "numbers": N_("Number every node"),
    "start": N_("start"),
    "treeEmpty": N_("Nothing yet: the tree will grow here."),
    "legend": N_("What the colours mean"),
    "key-waiting": N_("in the frontier"),
    "key-taken": N_("expanded"),
    "key-goal": N_("goal"),
    "key-duplicate": N_("duplicate"),
    "key-pruned": N_("pruned"),
    "key-deep": N_("at the depth limit"),
    "key-back": N_("taken back"),
    "key-current": N_("now"),
    "key-path": N_("path to the goal"),
    "keyCut": N_("cut off"),
    "keyLine": N_("best line"),
    # the map and the table
    "map": N_("The search on the map"),
    "tableNone": N_("This node has no table of its bound."),
    # the arrangement of panes
    "panes": N_("Panes"),
    "happened": N_("What happened"),
    "tab-map": N_("Map"),
    "tab-why": N_("Why"),
    "tab-table": N_("Bound"),
    "tab-tree": N_("Tree"),
    "tab-board": N_("Board"),
    "tab-lists": N_("Lists"),
    "tab-code": N_("Algorithm"),
    "tab-effort": N_("Statistics"),
    "tab-quiz": N_("Quiz"),
    "textForm": N_("States as text"),
    "fullscreen": N_("Full screen with large type"),
    "save": N_("Save as one HTML file"),
    "colours": N_("Light or dark colours"),
    "keys": N_("Keys: ← → events, Shift + ← → iterations, space play, g goal; in the tree w a s d move, f folds."),
    "transport": N_("Play, pause and step"),
    # a lesson
    "lessonNext": N_("Next"),
    "lessonPrevious": N_("Previous stop"),
    "lessonPlace": N_("{n} of {all}"),
    "lessonAsk": N_("Question"),
    "lessonBe": N_("Your turn: {n} steps"),
    "lessonStep": N_("Next step"),
    "lessonStepsDone": N_("All steps here are done; continue with Next."),
    "lessonCheck": N_("Check"),
    "lessonAgain": N_("Begin again"),
    "lessonMore": N_("Right so far, but there are more right answers."),
    "lessonRight": N_("Right."),
    "lessonWrong": N_("No, that is wrong. Try again."),
    "lessonNumber": N_("Your answer"),
    "lessonOnward": N_("Next lesson: {title}"),
    "lessonAll": N_("All lessons"),
    # the quiz
    "quizStart": N_("Start the quiz"),
    "quizNext": N_("Next question"),
    "quizNone": N_("There is no quiz: this search never had more than one choice."),
    "quizAsk": N_("Question {n} of {all}"),
    "quizWhich": N_("Which node is expanded next?"),
    "quizClick": N_("Click the node here or in the tree."),
    "quizOver": N_("{right} of {asked} right"),
}


WALK_TEXTS = {  # other texts for searches without a frontier
    "chart": N_("Depth of the path"),
    "frontier": N_("depth"),
    "closed": N_("Visited, newest first"),
    "expanded": N_("visited"),
    "key-waiting": N_("not tried yet"),
    "key-taken": N_("visited"),
    "toTaken": N_("to its visit"),
    "lastTaken": N_("To the previous node visited"),
    "nextTaken": N_("To the next node visited"),
    "place": N_("event {at} of {all}, node {n}"),
}


def get_watch_text(name: str, *, walks: bool = False) -> str:
    """The text with this name, in the current language. `walks` selects the wording for a search without a frontier,
    where that wording differs.
    """
    return _((WALK_TEXTS if walks and name in WALK_TEXTS else WATCH_TEXTS)[name])


def translate_watch_texts(*, walks: bool = False) -> dict[str, str]:
    """All texts of the panes in the current language, by their names."""
    return {name: get_watch_text(name, walks=walks) for name in WATCH_TEXTS}
