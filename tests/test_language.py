"""English and Indonesian: the catalogue is complete, current and well formed; the language can change between calls."""

import ast
import re
import string
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from babel.messages.pofile import read_po
from tools.messages import SOURCE, collect_texts, find_catalogue, list_forms, read_catalogue

from langkah import language
from langkah.games import GAMES, get_game_class
from langkah.language import N_, _, current_language, detect_language, format_plural, format_probability
from langkah.search.table import get_algorithm_title
from langkah.tasks.context import Context
from langkah.tasks.gallery import describe_problem
from langkah.tasks.problems import ProblemCatalogue, ProblemRequest
from langkah.tracing import Limit
from langkah.views.watch_texts import get_watch_text
from tests.offenders import assert_none


def test_every_text_is_translated() -> None:
    """Every text of the source has a translation, and the catalogue has no other texts. To repair: run `make messages`
    and translate the new texts.
    """
    known = read_catalogue("id")
    wanted = {message.id for message in collect_texts() if message.id}
    found = {message.id for message in known if message.id and any(list_forms(message.string))}
    assert wanted - found == set()
    assert found - wanted == set(), "no longer in the source: run `make messages`"
    assert not [message.id for message in known if message.fuzzy and message.id]


def test_titles_and_rules_of_games_are_translated() -> None:
    """Lists of games show the class attributes `title` and `about`, so both are translated; a docstring instead of
    `about` would stay English.
    """
    known = read_catalogue("id")
    assert [text for game in map(get_game_class, GAMES) for text in (game.title, game.about) if text not in known] == []


def fields(text: str) -> set[str]:
    """The placeholders of a text."""
    braces = {name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name}
    return braces | set(re.findall(r"%\(\w+\)|%[sdr]", text))


def test_placeholders_survive_translation() -> None:
    """A translation has the same placeholders as the original."""
    for message in read_catalogue("id"):
        if message.id:
            originals = [message.id] if isinstance(message.id, str) else list(message.id)
            wanted = {field for text in originals for field in fields(text)}
            for text in list_forms(message.string):
                assert fields(text) == wanted, message.id


def test_compiled_catalogue_is_current() -> None:
    """The compiled catalogue has the same translations as the readable one. To repair: run `make messages`."""
    compiled = language.load_catalogue("id")
    for message in read_catalogue("id"):
        if message.id and isinstance(message.id, str):
            assert compiled.gettext(message.id) == message.string
    assert find_catalogue("id").with_suffix(".mo").exists()


def test_plurals() -> None:
    """English has two plural forms, Indonesian one."""
    assert format_plural("{n} solution", "{n} solutions", 1) == "1 solution"
    assert format_plural("{n} solution", "{n} solutions", 2) == "2 solutions"
    token = current_language.set("id")
    try:
        assert format_plural("{n} solution", "{n} solutions", 1).replace("1", "2") == format_plural(
            "{n} solution", "{n} solutions", 2
        )
    finally:
        current_language.reset(token)


def test_two_languages_at_once() -> None:
    """Two threads use two languages at once, because the language belongs to the context, not to the process."""

    def speak(code: str) -> list[str]:
        current_language.set(code)
        return [_("yes") for _turn in range(200)]

    with ThreadPoolExecutor(2) as pool:
        english, indonesian = pool.map(speak, ["en", "id"])
    assert set(english) == {"yes"}
    assert set(indonesian) == {"ya"}
    assert N_("yes") == "yes"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "id_ID.UTF-8"}, "id"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "id_ID"}, "en"),
        ({"LANGUAGE": "fr:id:en", "LANG": "en"}, "id"),
        ({}, "en"),
    ],
)
def test_environment(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    """The language comes from LANGUAGE, LC_ALL, LC_MESSAGES and LANG, in the usual order of precedence."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert detect_language() == expected


def list_hidden_texts(source: str) -> list[str]:
    """The lines on which a text is marked for translation inside an f-string."""
    strings = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    calls = [node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call)]
    marked = [
        call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("_", "N_", "format_plural")
    ]
    return [f"line {call.lineno}" for call in marked if isinstance(call.args[0], ast.Constant)]


def test_texts_can_be_collected() -> None:
    """No text is marked for translation inside an f-string, because Babel does not look there."""
    for call in ('_("yes")', 'N_("yes")', 'format_plural("{n} move", "{n} moves", 2)'):
        assert list_hidden_texts(f"f'{{{call}}}'") == ["line 1"]
    assert_none((path, list_hidden_texts(path.read_text(encoding="utf-8"))) for path in sorted(SOURCE.rglob("*.py")))


def test_words_that_people_use() -> None:
    """Texts that readers misunderstood keep their improved wording, in both languages."""
    known = {message.id: str(message.string) for message in read_catalogue("id") if isinstance(message.id, str)}
    assert known["Copy a link to this step"].endswith("ke langkah ini")
    assert known["Tie-break"] == "Aturan nilai sama"
    assert known["{metric}: {made}, minimum: {least}"] == "{metric}: {made}, minimum: {least}"
    assert "heuristik" in known["Heuristic (estimate)"].lower()
    assert get_watch_text("expanded") == "expanded"
    strange = re.compile(r"\bdearer\b|, \{\w+\} possible")
    assert not [text for text in known if strange.search(text)]


# Synonyms to avoid: the texts use perkiraan, pasak, tingkat, server, dipangkas, pakar and admisibel.
OTHER_WORDS = re.compile(
    r"(?<![-/\w])(?:taksiran|tiang|level\b|peladen|dipotong: |expert|tidak admissible)", re.IGNORECASE
)


def test_one_word_for_one_thing() -> None:
    """The program, its lessons and its documents use one Indonesian word for one thing."""
    documents = SOURCE.parents[1] / "docs" / "locale" / "id" / "LC_MESSAGES" / "documents.po"
    with documents.open("rb") as file:
        messages = [*read_catalogue("id"), *read_po(file, locale="id")]
    texts = [text for message in messages if message.id for text in list_forms(message.string)]
    for lesson in sorted((SOURCE / "lessons" / "built_in").glob("*.toml")):
        texts += re.findall(r"\bid = .*", lesson.read_text(encoding="utf-8"))
    plain = [re.sub(r"`[^`]*`|\{\w+\}|\]\([^)]*\)", "", text) for text in texts]
    assert [text for text in plain if OTHER_WORDS.search(text)] == []


def test_names_to_choose_from_are_translated() -> None:
    """Labels of opponents and variants are translated, and the names used in links and files stay the same."""
    current_language.set("id")
    try:
        sheet = describe_problem(ProblemRequest(ProblemCatalogue(), "mnk", {}), Context(Limit()))
        assert {"Pakar", "Langkah acak", "Program makalah"} <= {player["label"] for player in sheet["players"]}
        assert {"expert", "random", "paper"} <= {player["name"] for player in sheet["players"]}
        assert get_algorithm_title("branch-and-bound", "paper") == "Branch and bound (makalah)"
    finally:
        current_language.set("en")


@pytest.mark.parametrize(
    ("chance", "form", "text"),
    [
        (Fraction(999_974, 1_000_000), ".4g", "0.99997"),
        (Fraction(1), ".4g", "1"),
        (Fraction(0), ".2%", "0.00%"),
        (Fraction(1, 3), ".2%", "33.33%"),
        (0.99999, ".1%", "99.999%"),
        (1e-9, ".4f", "0.000000001"),
        (1 - Fraction(1, 10**30), ".4g", "0.9999999999999999"),
        (1 - 1e-14, ".4%", "100.0000%"),
    ],
)
def test_chances_are_never_rounded_to_certainties(chance: object, form: str, text: str) -> None:
    """A probability is written with as many digits as needed to differ from 0 and 1; a floating-point rounding error
    does not count as a difference.
    """
    assert format_probability(chance, form) == text
