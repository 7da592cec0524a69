"""A person who types moves in the game's notation. After an illegal move, the question is repeated."""

from collections.abc import Callable

from langkah.language import _
from langkah.model import Game, M, S
from langkah.players.base import Choice, Player


class Human(Player[S, M]):
    """A person at the keyboard."""

    def __init__(
        self,
        game: Game[S, M],
        strength: int = 0,
        seed: int = 0,
        *,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], None] = print,
    ) -> None:
        super().__init__(game, strength, seed)
        self.ask, self.tell = ask, tell

    def options(self, state: S) -> list[Choice[M]]:
        """Every legal move, since a person may choose any."""
        return [Choice(step.move, _("your choice")) for step in self.game.steps(state)]

    def __call__(self, state: S) -> Choice[M]:
        legal = {self.game.notation(choice.move): choice for choice in self.options(state)}
        self.tell(self.game.text(state))
        while True:
            word = self.ask(_("Your move: ")).strip()
            if word in legal:
                return legal[word]
            self.tell(_("'{word}' is not a legal move here. Legal: {moves}.").format(word=word, moves=", ".join(legal)))
