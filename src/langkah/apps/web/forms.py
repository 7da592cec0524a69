"""What requests and answers look like: checked strictly on the way in, described for readers of the API on the way out.

Nothing is converted and nothing unknown is passed over. What a problem's settings may be is the problem's own affair:
it checks them when it is made.
"""

from dataclasses import MISSING
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model

from langkah.games import GAMES
from langkah.session.play import MOST_TOKENS, MOST_TURNS
from langkah.tasks.request import Request, SearchValues, get_default, list_fields, list_search_fields

Name = Annotated[str, Field(min_length=1, max_length=300)]
Move = Annotated[str, Field(max_length=300)]
Count = Annotated[int, Field(ge=0)]


class Form(BaseModel):
    """A request: strict, and closed to what is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def to_values(self) -> dict[str, Any]:
        """Only what was said."""
        found = {name: _dump(getattr(self, name)) for name in type(self).model_fields if name in self.model_fields_set}
        return {name: value for name, value in found.items() if value is not None}


class SavedForm(Form):
    """A session: a problem, the moves made, and how many of them stand. This is all there is to a position."""

    problem: Name = Field(examples=list(GAMES))
    settings: dict[str, JsonValue] = Field(default={}, examples=[{"discs": 4}])
    langkah: Literal[1] = 1
    moves: list[Move] = Field(default=[], max_length=MOST_TURNS, examples=[[]])
    made: Annotated[int, Field(ge=0, le=MOST_TURNS)] | None = None
    seats: list[Name] = Field(default=[], max_length=MOST_TOKENS)
    dice: bool = True
    seed: Annotated[int, Field(ge=0, le=2**63)] = 0
    hints: Annotated[int, Field(ge=0, le=3 * MOST_TURNS)] = 0
    grade: Annotated[int, Field(ge=0, le=3)] = 0


class ClickForm(Form):
    """Clicks on handles, one after the other."""

    do: Literal["click"]
    handles: list[Name] = Field(min_length=1, max_length=20)


class DragForm(Form):
    """A press on one handle and a release on another."""

    do: Literal["drag"]
    press: Name
    release: Name


class PlayForm(Form):
    """A move as it is written."""

    do: Literal["play"]
    move: Move


class SimpleForm(Form):
    """Throw the dice, take a move back, or make it again."""

    do: Literal["roll", "undo", "redo"]


def _to_pydantic(hint: Any) -> Any:
    """An annotation of a request in the words of pydantic."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(_to_pydantic(part) for part in parts)]  # noqa: UP007 - made from a list
    if origin is Annotated:
        low, high, above = parts[1]
        if parts[0] in (int, float):
            return Annotated[parts[0], Field(gt=low if above else None, ge=None if above else low, le=high)]
        return Annotated[_to_pydantic(parts[0]), Field(min_length=int(low), max_length=int(high))]
    if hint is SearchValues:
        return SearchForm
    return GenericAlias(list, (_to_pydantic(parts[0]),)) if origin is tuple else hint


class TaskForm(Form):
    """A task that may take time, on a position."""

    task: Literal["least", "marks", "hint", "solve", "review", "reply"]
    saved: SavedForm
    algorithm: Name | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None


_SEARCH_FIELDS: dict[str, Any] = {
    "algorithm": (Name, Field(examples=["breadth-first"])),
    **{name: (_to_pydantic(hint), None) for name, hint in list_search_fields().items()},
}
_SEARCH_DOC = "A search: an algorithm, and what is not as usual about it."
SearchForm = create_model("SearchForm", __base__=Form, __doc__=_SEARCH_DOC, **_SEARCH_FIELDS)
FORMS: dict[type[Request], type[Form]] = {}
PARTS: dict[str, Any] = {  # what a part of a request looks like that is more than a value
    "saved": SavedForm,
    "deed": Annotated[ClickForm | DragForm | PlayForm | SimpleForm, Field(discriminator="do")],
    "settings": dict[str, JsonValue],
}


def make_form(request: type[Request]) -> type[Form]:
    """The form of a task's request; requests of one type share it."""
    if request in FORMS:
        return FORMS[request]
    found: dict[str, Any] = {}
    for name, hint in list_fields(request).items():
        default = get_default(request, name)
        found[name] = PARTS.get(name) or _to_pydantic(hint), ... if default is MISSING else default
    FORMS[request] = create_model(request.__name__, __base__=Form, __doc__=request.__doc__, **found)
    return FORMS[request]


def _dump(value: Any) -> Any:
    if isinstance(value, Form):
        return value.to_values()
    return [_dump(each) for each in value] if isinstance(value, list) else value


# Answers: only described, for readers of the API


def _describe(name: str, about: str, *texts: str, **more: Any) -> type[BaseModel]:
    """What an answer looks like: names of texts, then everything else with its type."""
    found: dict[str, Any] = {each: (hint, ...) for each, hint in {**dict.fromkeys(texts, str), **more}.items()}
    return create_model(name, __doc__=about, **found)


def _list_of(what: Any) -> Any:
    return GenericAlias(list, (what,))


JsonObject = dict[str, Any]
Kind = Literal["puzzle", "game", "dice"]
SettingKind = Literal["switch", "number", "text", "choice", "form"]
TextTable = dict[str, str]

Wrong = _describe("Wrong", "Why a request was refused: one sentence for each mistake.", error=list[str])
Drawing = _describe(
    "Drawing",
    "A picture: its size in cells, its shapes from back to front, and a sentence that says it all.",
    "title",
    width=float,
    height=float,
    shapes=list[JsonObject | int],
)
GameCard = _describe(
    "GameCard", "One game of the gallery.", "name", "title", "about", kind=Kind, levels=Count, scene=Drawing
)
Home = _describe(
    "Home",
    "The gallery, the link to begin with, and a search that plays itself.",
    "start",
    games=_list_of(GameCard),
    languages=TextTable,
    demo=JsonObject,
)
LevelCard = _describe("LevelCard", "One level.", "name", "title", "note", least=int | None, scene=Drawing)
Levels = _describe("Levels", "The levels of a game.", "game", levels=_list_of(LevelCard))
SettingCard = _describe(
    "SettingCard",
    "A setting with its value, what is legal, and what each word to choose from means, where that is told.",
    *("name", "about", "legal"),
    kind=SettingKind,
    value=Any,
    low=int | None,
    high=int | None,
    choices=list[str],
    meanings=TextTable,
)
Sheet = _describe(
    "Sheet",
    "What can be chosen about a problem.",
    *("name", "game", "title", "level", "about"),
    kind=Kind,
    odds=bool,
    levels=Count,
    given=JsonObject,
    settings=_list_of(SettingCard),
    players=list[JsonObject],
    algorithms=list[TextTable],
    goal=Drawing | None,
    editor=JsonObject | None,
)
Position = _describe(
    "Position",
    "A position, and everything that can be done in it.",
    *("name", "title", "about", "token", "address", "text", "waiting_for"),
    **dict.fromkeys(("made", "undone", "turn", "hints", "grade"), Count),
    **dict.fromkeys(("selected", "seats", "players"), list[str]),
    **dict.fromkeys(("saved", "ending"), JsonObject | None),
    **dict.fromkeys(("choices", "turns"), list[JsonObject]),
    **dict.fromkeys(("renamed", "highlights"), TextTable),
    kind=Kind,
    scene=Drawing,
    cost=float,
    routes=dict[str, list[list[float]]],
    travels=list[dict[str, list[float]]],
)
Done = _describe("Done", "What a deed did, and the position after it.", answer=TextTable, position=Position)
Frames = _describe(
    "Frames",
    "The pictures of the moves that follow; a number in place of a shape means that shape of the picture before.",
    frames=list[JsonObject],
)
SearchMenu = _describe(
    "SearchMenu",
    "What can be chosen about a search.",
    usual=dict[str, str | None],
    ties=list[TextTable],
    **dict.fromkeys(("algorithms", "estimates", "options"), list[JsonObject]),
)
Lessons = _describe("Lessons", "The lessons that there are.", lessons=list[TextTable])
File = _describe("File", "A file to keep.", "name", "text")
Texts = _describe("Texts", "The page's own texts, from English to the language asked for.", "language", texts=TextTable)
