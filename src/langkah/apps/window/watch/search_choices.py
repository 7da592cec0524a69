"""What is chosen about a search before it is watched: an algorithm that fits, and only those options that it heeds.

No pixel is known here. What there is to choose from is the page's menu, and what was chosen is told as the page tells
it.
"""

from typing import Any, NamedTuple

from langkah.language import N_, _, format_number

Values = dict[str, Any]

DEEPEST = 10**6


class _NumberOption(NamedTuple):
    """A number that can be set: its title, what it is when nobody sets it (None: no limit), its range and its steps."""

    title: str
    usual: float | None
    low: float
    high: float
    ladder: tuple[float, ...]


NUMBER_OPTIONS = {
    "weight": _NumberOption(N_("Weight"), 2, 1, 1000, (1, 1.5, 2, 2.5, 3, 4, 5, 10)),
    "width": _NumberOption(N_("Width of the beam"), 100, 1, 100_000, (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)),
    "depth": _NumberOption(N_("Depth limit"), None, 0, DEEPEST, tuple(range(101))),
    "nodes": _NumberOption(N_("Limit of nodes"), None, 1, 10**9, (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)),
}
LIMITS = ("depth", "nodes")  # every search heeds them
SWITCH_OPTIONS = {"duplicates": (N_("Drop duplicates"), True), "find_all": (N_("Find all solutions"), False)}


class FormRow(NamedTuple):
    """One line of the form: its name, its title, what is chosen, and a remark."""

    name: str
    title: str
    value: str
    about: str = ""


class SearchChoices:
    """A search that is being chosen. `search` is what was chosen so far; what is as usual is left out."""

    def __init__(self, menu: Values, search: Values | None = None) -> None:
        self.menu = menu
        names = [each["name"] for each in menu["algorithms"]]
        kept = dict(search or {})
        fits = kept.get("algorithm") in names
        self.search: Values = kept if fits else {"algorithm": menu["usual"]["algorithm"]}
        self.at = 0  # the line that the keyboard is on
        self.typed = ""  # digits that were typed into this line

    @property
    def algorithm(self) -> Values:
        """What the menu says about the algorithm."""
        found: Values = next(each for each in self.menu["algorithms"] if each["name"] == self.search["algorithm"])
        return found

    def rows(self) -> list[FormRow]:
        """The lines that there are for this algorithm."""
        options, search = self.algorithm["options"], self.search
        found = [FormRow("algorithm", _("Algorithm"), search["algorithm"])]
        if "estimate" in options and self.menu["estimates"]:
            chosen = search.get("estimate", self.menu["usual"]["estimate"])
            about = next(each for each in self.menu["estimates"] if each["name"] == chosen)
            sound = _("admissible") if about["admissible"] else _("not admissible")
            found.append(FormRow("estimate", _("Estimate"), f"{chosen} · {sound}", about["about"]))
        if "ties" in options:
            words = {each["name"]: each["about"] for each in self.menu["ties"]}
            ties = self.ties()
            for place in range(2):
                told = words[ties[place]] if place < len(ties) else _("none")
                found.append(FormRow(f"tie {place}", _("Ties") if not place else "", told))
        for name, (title, usual) in SWITCH_OPTIONS.items():
            if name in options:
                found.append(FormRow(name, _(title), _("yes") if search.get(name, usual) else _("no")))
        for name, amount in NUMBER_OPTIONS.items():
            if name in options or name in LIMITS:
                value = search.get(name, amount.usual)
                found.append(FormRow(name, _(amount.title), _("none") if value is None else format_number(value)))
        return found

    def ties(self) -> list[str]:
        """The ways to break ties, in order."""
        found: list[str] = self.search["ties"] if "ties" in self.search else self.algorithm["ties"]
        return list(found)

    # Choosing

    def move(self, by: int) -> None:
        """Go to another line."""
        self.at, self.typed = (self.at + by) % len(self.rows()), ""

    def go(self, name: str) -> None:
        """Go to a line by its name."""
        self.at, self.typed = [row.name for row in self.rows()].index(name), ""

    def turn(self, by: int) -> None:
        """The next or the last thing to choose in this line."""
        name, self.typed = self.rows()[self.at].name, ""
        if name == "algorithm":
            self.pick(_find_next_name([each["name"] for each in self.menu["algorithms"]], self.search["algorithm"], by))
        elif name == "estimate":
            usual = self.menu["usual"]["estimate"]
            names = [each["name"] for each in self.menu["estimates"]]
            self.set(name, _find_next_name(names, self.search.get(name, usual), by), usual)
        elif name.startswith("tie "):
            self.tie(int(name[-1]), by)
        elif name in SWITCH_OPTIONS:
            usual = SWITCH_OPTIONS[name][1]
            self.set(name, not self.search.get(name, usual), usual)
        else:
            self._climb(name, by)

    def pick(self, algorithm: str) -> None:
        """Another algorithm; limits stay, options of another one go."""
        self.search = {"algorithm": algorithm, **{name: self.search[name] for name in LIMITS if name in self.search}}

    def set(self, name: str, value: object, usual: object) -> None:
        """Choose a value; one that is as usual is not said."""
        self.search.pop(name, None)
        if value != usual:
            self.search[name] = value

    def tie(self, place: int, by: int) -> None:
        """Another way to break ties, first or second; none is one, too."""
        ties = [*self.ties(), "", ""][:2]
        ties[place] = _find_next_name(["", *(each["name"] for each in self.menu["ties"])], ties[place], by)
        self.set("ties", [each for each in ties if each], list(self.algorithm["ties"]))

    def _climb(self, name: str, by: int) -> None:
        """A larger or smaller number; below the smallest limit there is none."""
        amount = NUMBER_OPTIONS[name]
        value = self.search.get(name, amount.usual)
        larger = [each for each in amount.ladder if value is None or each > value]
        smaller = [each for each in amount.ladder if value is not None and each < value]
        if by > 0:
            self.set(name, larger[0] if larger else value, amount.usual)
        else:
            self.set(name, smaller[-1] if smaller else amount.usual if amount.usual is None else value, amount.usual)

    def type(self, sign: str) -> None:
        """A digit typed into a line that holds a number; "" takes the last one back."""
        name = self.rows()[self.at].name
        if name not in NUMBER_OPTIONS:
            return
        self.typed = (self.typed + sign)[:9] if sign else self.typed[:-1]
        amount = NUMBER_OPTIONS[name]
        value = max(amount.low, min(amount.high, int(self.typed))) if self.typed else amount.usual
        self.set(name, value, amount.usual)


def _find_next_name(names: list[str], name: str, by: int) -> str:
    """The next of some names, all around."""
    return names[(names.index(name) + by) % len(names)]
