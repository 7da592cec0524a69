"""Word ladders: lengths against a plain breadth-first search, the word lists, words from files, and bad words."""

from collections import deque
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load, solve
from langkah.apps.cli.main import main
from langkah.games import list_levels, load_shipped, read_level_text
from langkah.games.ladder.ladder import LISTS, Ladder, load_words
from langkah.session import Session


def find_length(start: str, goal: str, words: set[str]) -> int | None:
    """The number of steps between two words, by a breadth-first search over groups of words that differ in one letter;
    None if no path exists.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for word in words:
        for place in range(len(word)):
            alike.setdefault((word[:place], word[place + 1 :]), []).append(word)
    found, queue = {start: 0}, deque([start])
    while queue:
        word = queue.popleft()
        for place in range(len(word)):
            for other in alike[word[:place], word[place + 1 :]]:
                if other not in found:
                    found[other] = found[word] + 1
                    queue.append(other)
    return found.get(goal)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.text("abc", min_size=3, max_size=3), min_size=2, max_size=20), st.data())
def test_lengths(words: set[str], data: st.DataObject) -> None:
    """With any list of words, the cost is the length that a plain search finds, or None, and the estimate never exceeds
    this length.
    """
    start, goal = (data.draw(st.sampled_from(sorted(words))) for _end in range(2))
    problem = Ladder(start, goal, sorted(words))
    length = find_length(start, goal, words)
    assert solve(problem).cost == length
    assert length is None or problem.count_wrong_letters(start) <= length


def test_levels_against_a_plain_search() -> None:
    """Every level has the cost that a plain search finds on the whole list."""
    for level in list_levels("ladder"):
        problem = load(f"ladder:{level}")
        words = {word for word in load_words(problem.words) if len(word) == len(problem.goal)}  # type: ignore[attr-defined]
        assert solve(problem).cost == find_length(problem.start, problem.goal, words), level  # type: ignore[attr-defined]


def test_lists_are_fit_to_play_with() -> None:
    """Each list has more than 1500 words of three to five lower-case letters, and at least 80% of the words with four
    letters have a neighbour.
    """
    for name in LISTS:
        words = load_words(name)
        assert all(3 <= len(word) <= 5 and set(word) <= set(ascii_lowercase) for word in words)
        assert len(words) > 1500
        four = {word for word in words if len(word) == 4}
        lonely = [word for word in sorted(four) if not any(Ladder(word, word, name).steps(word))]
        assert len(lonely) < 0.2 * len(four)


def test_two_words_are_a_ladder() -> None:
    """Two words on separate lines are read as a ladder in the list that contains them, and can be written again. Words
    of unequal length are refused.
    """
    for text, words in (("cold\nwarm\n", "english"), ("Buku GURU", "indonesian")):
        found = read_level_text(text)
        assert [each.game for each in found] == ["ladder"]
        assert found[0].level.settings["words"] == words
        assert Ladder(**found[0].level.settings).to_text().split() == text.casefold().split()  # type: ignore[arg-type]
    assert Ladder.from_text("cold water") is None
    with pytest.raises(BadInput, match="start = 'cold' has 4 letters and goal = 'water' has 5"):
        Ladder(**(Ladder.from_text("cold\nwater\n") or {}))  # type: ignore[arg-type]


def test_words_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the command line and in a level file, `words` can name a text file. Settings from Python or a page cannot open
    a file.
    """
    words = tmp_path / "mine.txt"
    words.write_text("cat\ncot\ndot\ndog\nhouse\n", encoding="utf-8")
    assert main(["solve", "ladder", "start=cat", "goal=dog", f"words={words}"]) == 0
    assert "3. dog" in capsys.readouterr().out
    level = tmp_path / "mine.toml"
    level.write_text('game = "ladder"\nstart = "cat"\ngoal = "dog"\nwords = "mine.txt"\n', encoding="utf-8")
    assert solve(load(str(level))).cost == 3
    assert main(["solve", "ladder", "start=cat", "goal=dog", "words=none.txt"]) == 2
    assert "none.txt: there is no such file" in capsys.readouterr().err
    with pytest.raises(BadInput, match="words = "):
        load("ladder", words=str(words))
    with pytest.raises(BadInput, match="words = "):
        load_shipped("ladder", {"words": str(words)})


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"start": "cat"}, "start = 'cat' has 3 letters and goal = 'warm' has 4"),
        ({"start": "colt5"}, "word of 2 to 15 letters"),
        ({"start": "cozd"}, "not in the list of words; one letter away: cold"),
        ({"start": 7}, "start = 7"),
        ({"words": "latin"}, "one of english, indonesian"),
        ({"words": [1, 2]}, "one of english, indonesian"),
        ({"words": ["cold", "cord"]}, "goal = 'warm': it is not in the list"),
    ],
)
def test_bad_words(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake in the settings."""
    with pytest.raises(BadInput, match=words):
        Ladder(**given_settings)


def test_clicks_and_refusals() -> None:
    """A move is a click on a letter of the word and a click on the new letter; a word that is not in the list is
    refused.
    """
    session = Session(Ladder())
    assert "First choose" in session.click("letter r").text
    session.click("place 2")
    session.click("letter r")
    assert session.state == "cord"
    session.click("place 0")
    assert "'zord' is not in the list" in session.click("letter z").text
