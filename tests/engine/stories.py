"""A table for tests: people lay cards by their names, and the last ruling stays in view.

story = Story(thirteen.GAME, "Marie", "Luc", "Pierre")
story.lay("blue-7", on="blue")
assert story.turn == "Luc"
"""

from typing import Any

from engine.rules import Choose, Game, Lay, Move, Setup


class Story:
    def __init__(self, game: Game, *names: str, dealer: str = "", options: str = "", rounds: int = 1) -> None:
        self.game = game
        self.names = names
        usual = names[0] if game.leader_instead_of_dealer else names[-1]
        setup = Setup(len(names), frozenset(options.split()), rounds)
        self.state = game.first_round(setup, names.index(dealer or usual))
        self.results: list[tuple[int, ...]] = []
        self.events: tuple[Any, ...] = ()
        self.refusal: Any = None

    def make(self, move: Move) -> None:
        """Make *move*; a refused one changes nothing."""
        before = self.state
        self.state, self.events, self.refusal = self.game.apply(before, move)
        assert self.refusal is self.game.why_refused(before, move)
        if self.refusal:
            assert self.state is before
            assert self.events == ()

    def lay(self, *names: str, on: str) -> None:
        """Lay cards one after the other, of which only the last may be refused.

        `blue-7` is the first blue seven that may be laid, `blue-7#2` is that card.
        """
        zone = self.game.zones.index(on)
        for place, name in enumerate(names):
            assert not (place and self.refusal), self.refusal
            lays = [Lay(card, zone) for card in self.game.deck.copies(name) or self.cards(name)]
            allowed = [lay for lay in lays if not self.game.why_refused(self.state, lay)]
            self.make((allowed or lays)[0])

    def choose(self, **choice: Any) -> None:
        """Choose on the screen, in the words of the protocol: `choose(give="Luc")`."""
        ((what, data),) = choice.items()
        self.make(Choose(what, self.game.choices[what].read(data, self.names)))

    def next_round(self) -> None:
        self.results.append(self.game.points(self.state))
        self.state = self.game.next_round(self.state, self.results)

    @property
    def turn(self) -> str | None:
        seat = self.game.to_act(self.state)
        return None if seat is None else self.names[seat]

    @property
    def shown(self) -> dict[str, Any]:
        """What everybody may see."""
        return self.game.describe(self.state, self.names)

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def cards(self, *names: str) -> tuple[int, ...]:
        return tuple(map(self.game.deck.names.index, names))
