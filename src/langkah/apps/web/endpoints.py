"""The table of endpoints: under which path the page asks for which task. A server answers them over HTTP, and where the
page has none, Python in the browser does: this file needs neither.
"""

from typing import Any, NamedTuple

from langkah.apps.worker_client import Job
from langkah.tasks.request import list_fields
from langkah.tasks.table import TASKS


class Endpoint(NamedTuple):
    """Where a task is asked for, what it is about, and the form of its answer; without one it is a stream of events.
    `bare`: a position is all that is asked about, so the body is the saved session itself."""

    path: str
    task: str
    tag: str
    about: str
    answer: str = ""
    bare: bool = False


ENDPOINTS = (
    Endpoint("problem", "problem", "choosing", "Settings with limits, opponents, algorithms", "Sheet"),
    Endpoint("position", "position", "playing", "A position, and what can be done in it", "Position", True),
    Endpoint("act", "act", "playing", "Something done: what came of it, and the position after it", "Done"),
    Endpoint("frames", "frames", "playing", "The pictures of the moves that follow", "Frames", True),
    Endpoint("link", "link", "sharing", "The position behind a link", "Position"),
    Endpoint("file", "file", "sharing", "A problem as the file that people keep", "File"),
    Endpoint("read", "read", "sharing", "The problem that the text of a file describes", "Position"),
    Endpoint("searches", "searches", "watching", "Algorithms that fit, with their options", "SearchMenu", True),
    Endpoint("record", "record", "watching", "A search, recorded: every event, to be stepped through"),
    Endpoint("race", "race", "watching", "A few searches recorded, with the time and the memory of every event"),
    Endpoint("compare", "compare", "watching", "What every algorithm that fits finds, proves and spends"),
    Endpoint("lessons", "lessons", "watching", "The lessons that there are", "Lessons"),
    Endpoint("lesson", "lesson", "watching", "A lesson: a recorded search with stops, sentences and a question"),
    Endpoint("odds", "odds", "odds", "All odds; parts that are known are told on the way: `part` and `told`"),
    Endpoint("odds/seats", "odds of seats", "odds", "Each seat's chance to win"),
    Endpoint("odds/jumps", "odds of jumps", "odds", "Which jump matters most: the expected length without each"),
    Endpoint("odds/choices", "odds of choices", "odds", "What it is worth to choose, and the best way to do so"),
    Endpoint("odds/games", "odds of games", "odds", "Games played at random, beside the exact odds"),
)


def make_job(path: str, body: dict[str, Any]) -> Job:
    """What is asked for under a path. `work` is for every task on a position that may take time."""
    if path == "work":
        task = body["task"]
        values = {name: body[name] for name in list_fields(TASKS[task].request) if name in body}
        return Job(task, values, body.get("seconds"))
    endpoint = next(each for each in ENDPOINTS if each.path == path)
    return Job(endpoint.task, {"saved": body} if endpoint.bare else body)
