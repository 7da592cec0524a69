"""Every word on the panes, by the name under which the scripts know it."""

from langkah.language import N_, _

WATCH_TEXTS = {
    # titles
    "tree": N_("Search tree"),
    "closed": N_("Closed set, newest first"),
    "code": N_("Algorithm"),
    "chart": N_("Size of the frontier"),
    "depths": N_("Depth of the walk"),
    "quiz": N_("Quiz"),
    # counters
    "expanded": N_("taken"),
    "generated": N_("generated"),
    "skipped": N_("duplicates"),
    "pruned": N_("pruned"),
    "frontier": N_("waiting"),
    "bound": N_("bound"),
    # the board and the lists
    "reached": N_("#{n}: reached from #{from} by {move}"),
    "root": N_("#{n}: a start"),
    "more": N_("and {n} more"),
    # what happened
    "notBegun": N_("The search has not begun. Press play, or step forward."),
    "did_start": N_("#{n} is put into the frontier: the search begins."),
    "did_o": N_("#{n} is generated from #{parent} by {move} and put into the frontier."),
    "did_t": N_("#{n} is taken from the frontier."),
    "did_d": N_("#{n} is dropped: {why}."),
    "did_p": N_("#{n} is dropped: {why}."),
    "did_g": N_("#{n} is a goal."),
    "did_r": N_("A new round begins, with the bound {bound}."),
    "did_v": N_("The value of #{n} is known: {why}."),
    "did_c": N_("The other moves of #{n} are not looked at: {why}."),
    # why
    "why": N_("Why #{n}?"),
    "askWhy": N_("Click a node to ask what became of it."),
    "way": N_("The way to it: {moves}"),
    "toMade": N_("where it was generated"),
    "toTaken": N_("where it was taken"),
    "unseen": N_("not yet reached at this step"),
    "past": N_("belongs to an earlier round; this one has the bound {bound}"),
    "takenIn": N_("taken in iteration {n}"),
    "aGoal": N_("a goal"),
    "notExpanded": N_("not expanded: {why}"),
    "itsValue": N_("its value: {value}"),
    "notLooked": N_("its other moves are not looked at: {why}"),
    "stillWaiting": N_("still waiting when the search ended"),
    "waitingAt": N_("waiting: place {place} of {all} in the frontier"),
    "isFirst": N_("it comes first"),
    "earlierFirst": N_("#{n} comes first: it was generated earlier"),
    "laterFirst": N_("#{n} comes first: it was generated later"),
    "tieFirst": N_("#{n} is as good, {cost}, and comes first by the tie-break"),
    "lessFirst": N_("#{n} comes first: {less} is less than {more}"),
    # play, pause, step
    "play": N_("Play"),
    "pause": N_("Pause"),
    "first": N_("To the start"),
    "last": N_("To the end"),
    "back": N_("One event back"),
    "forward": N_("One event forward"),
    "lastTaken": N_("To the node taken before"),
    "nextTaken": N_("To the next node taken"),
    "toGoal": N_("To the goal"),
    "slider": N_("Moment"),
    "slower": N_("Slower"),
    "faster": N_("Faster"),
    "place": N_("event {at} of {all}, iteration {n}"),
    "pace": N_("{n} a second"),
    # the tree
    "follow": N_("Follow"),
    "nearer": N_("Nearer"),
    "farther": N_("Farther"),
    "fit": N_("Whole tree"),
    "boards": N_("Boards or labels"),
    # the quiz
    "quizStart": N_("Start the quiz"),
    "quizNext": N_("Next question"),
    "quizNone": N_("This search never had a choice: there is nothing to ask."),
    "quizAsk": N_("Question {n} of {all}"),
    "quizWhich": N_("Which node is taken next?"),
    "quizRight": N_("right: #{n} comes first of {all}"),
    "quizDearer": N_("no: #{n} has {cost}, but #{right} only {least}"),
    "quizLater": N_("no: #{n} is number {place} in the frontier; #{right} comes first"),
    "quizOver": N_("{right} of {asked} right"),
}


def get_watch_text(name: str) -> str:
    """One of the words in the current language."""
    return _(WATCH_TEXTS[name])


def translate_watch_texts() -> dict[str, str]:
    """The words in the current language."""
    return {name: _(text) for name, text in WATCH_TEXTS.items()}
