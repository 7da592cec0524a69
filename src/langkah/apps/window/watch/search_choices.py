"""What is chosen about a search before it is watched: an algorithm that fits, and only those options that it heeds.

No pixel is known here. What there is to choose from, with every range and default, is the menu that the tasks give.
"""

from typing import Any, NamedTuple

from langkah.apps.window.keys import find_next
from langkah.language import _, format_number

Values = dict[str, Any]

TIE_ROWS = 2  # so many ways to break ties can be chosen
NOT_OFFERED = ("seconds", "memory")  # limits that the worker sets
MOST_DIGITS = 9  # that can be typed into a row


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
        self.options: dict[str, Values] = {each["name"]: each for each in menu["options"]}
        self.names = [each["name"] for each in menu["algorithms"]]
        known = search is not None and search.get("algorithm") in self.names
        self.search: Values = dict(search or {}) if known else {"algorithm": menu["usual"]["algorithm"]}
        self.at = 0  # the line that the keyboard is on
        self.typed = ""  # digits that were typed into this line

    @property
    def algorithm(self) -> Values:
        """What the menu says about the algorithm."""
        found: Values = self.menu["algorithms"][self.names.index(self.search["algorithm"])]
        return found

    def rows(self) -> list[FormRow]:
        """The lines that there are for this algorithm."""
        heeded = self.algorithm["options"]
        found = [FormRow("algorithm", _("Algorithm"), self.algorithm["title"])]
        for name, option in self.options.items():
            if name in heeded or (option["is_limit"] and name not in NOT_OFFERED):
                found += self._make_rows(name, option)
        return found

    def _make_rows(self, name: str, option: Values) -> list[FormRow]:
        title, about, value = option["title"], option["about"], self._get(name)
        if option["kind"] == "estimate":
            chosen = next((each for each in self.menu["estimates"] if each["name"] == value), None)
            if chosen is None:
                return []
            sound = _("admissible") if chosen["admissible"] else _("not admissible")
            return [FormRow(name, title, f"{value} · {sound}", chosen["about"])]
        if option["kind"] == "ties":
            words = {each["name"]: each["about"] for each in self.menu["ties"]} | {"": _("none")}
            ties = self._pad_ties()
            return [FormRow(f"tie {at}", "" if at else title, words[ties[at]], about) for at in range(TIE_ROWS)]
        if option["kind"] == "switch":
            words = {None: _("the algorithm's own choice"), True: _("yes"), False: _("no")}
            return [FormRow(name, title, words[value], about)]
        return [FormRow(name, title, _("none") if value is None else format_number(value), about)]

    def _get_default(self, name: str) -> Any:
        usual = {"estimate": self.menu["usual"]["estimate"], "ties": self.algorithm["ties"]}
        return usual[name] if name in usual else self.options[name]["default"]

    def _get(self, name: str) -> Any:
        return self.search.get(name, self._get_default(name))

    def _set(self, name: str, value: object) -> None:
        """Choose a value; one that is as usual is not said."""
        self.search.pop(name, None)
        if value != self._get_default(name):
            self.search[name] = value

    def _pad_ties(self) -> list[str]:
        return [*self._get("ties"), *[""] * TIE_ROWS][:TIE_ROWS]

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
        if name == "algorithm":  # limits stay, options of another algorithm go
            limits = {each: value for each, value in self.search.items() if self.options.get(each, {}).get("is_limit")}
            self.search = {"algorithm": find_next(self.names, self.search[name], by), **limits}
        elif name.startswith("tie "):
            ties, place = self._pad_ties(), int(name[-1])
            ties[place] = find_next(["", *(each["name"] for each in self.menu["ties"])], ties[place], by)
            self._set("ties", [each for each in ties if each])
        elif name == "estimate":
            self._set(name, find_next([each["name"] for each in self.menu["estimates"]], self._get(name), by))
        elif self.options[name]["kind"] == "switch":
            values: list[bool | None] = [True, False] if self._get_default(name) is not None else [None, True, False]
            self._set(name, find_next(values, self._get(name), by))
        else:
            self._climb(name, by)

    def _climb(self, name: str, by: int) -> None:
        """A larger or smaller number; below the smallest limit there is none."""
        value, default, steps = self._get(name), self._get_default(name), self.options[name]["steps"]
        if by > 0:
            self._set(name, next((each for each in steps if value is None or each > value), value))
        else:
            smaller = [each for each in steps if value is not None and each < value]
            self._set(name, smaller[-1] if smaller else None if default is None else value)

    def type(self, sign: str) -> None:
        """A digit typed into a line that holds a number; "" takes the last one back."""
        name = self.rows()[self.at].name
        option = self.options.get(name, {})
        if option.get("kind") not in ("number", "whole"):
            return
        self.typed = (self.typed + sign)[:MOST_DIGITS] if sign else self.typed[:-1]
        least = option["low"] + 1 if option["above"] else option["low"]
        value = max(least, min(option["high"], int(self.typed))) if self.typed else option["default"]
        self._set(name, value)
