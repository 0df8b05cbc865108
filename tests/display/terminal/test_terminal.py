"""The terminal: the same views as text, a key for everything."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console, Group

from controller.intents import (
    Act,
    AskFinder,
    AskScores,
    Audit,
    CheckDeck,
    Continue,
    CountDone,
    CountFor,
    Enrol,
    ForgetGuests,
    Intent,
    LayCard,
    Leave,
    Line,
    NameSeat,
    NewMatch,
    Pause,
    PlaceCard,
    PlayAgain,
    RaiseCurtain,
    Ready,
    ResumeMatch,
    Retire,
    SetLanguage,
    SkipCard,
    StartCounting,
    StopShowing,
    SwapCards,
    TakeBack,
    Touch,
    UndoTo,
    WasTheirs,
)
from controller.languages import CODES
from controller.storage import record
from controller.table import live_match
from controller.table.live_match import Accepted
from controller.view import (
    CountView,
    EnrolView,
    FinderView,
    Finding,
    HandCard,
    HandView,
    Mode,
    Notice,
    NoticeKind,
    Played,
    Question,
    Resumable,
    ScoresView,
    Sighted,
    TableView,
    Trouble,
)
from display.terminal.menus import keys
from display.terminal.menus.pages import ENTER, ESCAPE, Ask, Prompt
from display.terminal.terminal import BACKSPACE, KEY, QUIT, Desk, Part, Terminal, fitted
from display.text.words import Words
from engine import games
from engine.match import NEXT, UNDO
from engine.rules import Choose, EndRound, HandCount, Out, Turn

NAMES = ("Marie", "Luc", "Zoé", "Bob")


def table(game: str, *lines: dict[str, Any], players: int = 3) -> TableView:
    """A table on which these lines were accepted."""
    names = NAMES[:players]
    now = live_match.begin(1, record.Header(game, names, players - 1), names)
    seats = {name: str(seat + 1) for seat, name in enumerate(names)}
    for line in lines:
        text = {
            key: seats.get(value, value) if isinstance(value, str) else value for key, value in line.items()
        }
        ruling = now.play(record.read(now.match, text))
        assert isinstance(ruling, Accepted), (line, ruling)
        now = ruling.live
    return TableView(mode=Mode.PLAYING, language="en", match=now.view)


def by_hand(*cards: HandCard, **said: Any) -> TableView:
    """A table on simulated hardware; the first player is at the keyboard."""
    hand = HandView(0, ("hand", "careful", "careful"), 0, cards, acting=True, **said)
    return replace(table("thirteen"), hand=hand, seat_players=("hand", "careful"))


PLAYED = Played(1, "pot", 1.8e9, 1.8e9, ("Marie", "Luc"), (7, 9), (1,), ((7, 9),))


def text_of(desk: Desk, view: TableView, width: int = 100) -> str:
    out = io.StringIO()
    Console(file=out, width=width, no_color=True).print(Group(*(part.what for part in desk.parts(view))))
    return out.getvalue()


def typed(desk: Desk, view: TableView, text: str) -> list[Intent]:
    wishes: list[Intent] = []
    for key in text:
        wishes += desk.press(key, view)
    return wishes


def test_whose_turn_it_is_and_what_lies_where_can_be_read() -> None:
    shown = text_of(Desk("en"), table("thirteen", {"lay": "blue-7", "zone": "blue"}))
    assert "Luc, play a card on a target." in shown
    assert "● blue" in shown
    assert " 7/13" in shown
    assert "▶    Luc" in shown
    assert "Marie: blue 7 on the blue target." in shown


def test_a_match_is_agreed_with_a_few_keys() -> None:
    desk, idle = Desk("en"), TableView(language="en")
    assert typed(desk, idle, "2a3Marie, Luc" + BACKSPACE + "c" + ENTER)[-1] == NewMatch(
        "ninja", ("Marie", "Luc", ""), options=frozenset({"four_in_a_row"})
    )
    assert desk.asked == []


def test_escape_leads_back_to_the_menu() -> None:
    desk, idle = Desk("en"), TableView(language="en")
    typed(desk, idle, "2a3")
    assert "Names, clockwise" in text_of(desk, idle)
    typed(desk, idle, ESCAPE)
    assert "✔ four in a row" in text_of(desk, idle)
    typed(desk, idle, ESCAPE)
    assert desk.asked == []
    assert typed(desk, idle, ESCAPE) == [Touch()]


def test_a_match_left_behind_is_taken_up_again() -> None:
    view = TableView(language="en", resumable=(Resumable(7, "pot", ("Marie", ""), 2, 0.0),))
    assert "resume Le Pot (Marie)" in text_of(Desk("en"), view)
    assert typed(Desk("en"), view, "r") == [ResumeMatch(7)]


def test_every_choice_has_a_key_and_does_what_it_says() -> None:
    for game, players, lines in (
        ("ninja", 3, [{"lay": "13"}, {"press": "done"}]),
        ("gamate", 4, [{"choose": {"bid": {"multiples": 6}}}, {"choose": {"bid": {"multiples": 6}}}]),
        ("pot", 3, [{"lay": card, "zone": "pot"} for card in ("blue-1", "green-2", "red-3")]),
    ):
        desk, view = Desk("en"), table(game, *lines, players=players)
        assert view.match
        plain = [move for move in view.match.choices if not isinstance(move[-1], tuple)]  # not demands
        offered = [option.does for option in keys(desk.words, view)]
        for move in plain:
            assert [Act(move)] in offered, (game, move)


VIEWS = {
    "menu": TableView(
        language="en", guests=("Marie",), resumable=(Resumable(7, "pot", ("Marie", ""), 2, 0.0),)
    ),
    "13": table("thirteen"),
    "counting": replace(table("thirteen"), mode=Mode.COUNTING, count=CountView(0, (1, 0, 0))),
    "open lay": table("ninja", {"lay": "13"}),
    "giving": table("ninja", {"lay": "13"}, {"press": "done"}),
    "bidding": table("gamate", players=4),
    "pot": table("pot"),
    "paused": replace(table("thirteen", {"lay": "blue-7", "zone": "blue"}), mode=Mode.PAUSED),
    "teaching": TableView(Mode.ENROLLING, "en", enrol=EnrolView("pot", 1, "blue-1", 0, 60)),
    "scores": TableView(language="en", scores=ScoresView(number=9, matches=(PLAYED,))),
    "finder": TableView(
        language="en", finder=FinderView("pot", "blue-1", (Sighted(1, "blue-1", "left", 1.8e9),))
    ),
    "my hand": by_hand(HandCard("blue-7#1", ("blue",)), HandCard("rotten-4#1", ("blue", "green"))),
    "curtain": by_hand(curtain=True),
    "refused": by_hand(lying=("blue-7#1", "green")),
    "swapping": replace(
        table("ninja"),
        hand=HandView(0, ("hand",) * 3, 0, (HandCard("3#1"),), swapping=True, face_up=(("8#1",), (), ())),
        seat_players=("hand", "careful"),
    ),
}


@pytest.mark.parametrize("name", VIEWS)
def test_no_key_means_two_things_wherever_keys_lead(name: str) -> None:
    seen = 0
    for _, page in everything_asked(VIEWS[name]):
        keys = [option.key for option in page.options if option.key]
        assert len(keys) == len(set(keys)), page
        assert ESCAPE not in keys or not page.title
        assert page.search or page.answer or len(keys) == len(page.options), "every option can be chosen"
        seen += 1
    assert seen


def everything_asked(view: TableView) -> Iterator[tuple[list[Ask], Prompt]]:
    """Every page that some keys lead to; of long lists, behind the first options."""
    words = Words(view.language)
    first = Prompt("", keys(words, view))
    todo: list[tuple[list[Ask], Prompt]] = [([], first)]
    while todo:
        path, page = todo.pop()
        yield path, page
        options = list(page.options[: 2 if page.search else None])
        if page.answer:
            options += filter(None, [page.answer("3"), page.answer("")])
        for option in options:
            if option.then and not option.instead and len(path) < 6:
                below = option.then(words, view)
                if below and all(question is not option.then for question in path):
                    todo.append(([*path, option.then], below))


@pytest.mark.parametrize("language", CODES)
def test_every_question_fits_a_small_terminal_in_every_language(language: str) -> None:
    for name, view in VIEWS.items():
        view = replace(view, language=language)
        for path, page in everything_asked(view):
            desk = Desk(language)
            desk.asked = list(path)
            console = Console(file=io.StringIO(), width=80, height=24, no_color=True)
            console.print(fitted(console, desk.parts(view)))
            shown = console.file.getvalue()  # type: ignore[attr-defined]
            assert shown.count("\n") <= 24, (name, shown)
            last = [option.label for option in page.options if not page.search][-1:]
            assert all(label in shown for label in last), (name, shown)


@pytest.mark.parametrize(
    "height, shown",
    [
        (8, "board1 board2 board3 log1 log2 keys1 keys2"),
        (7, "board1 board2 board3 log1 log2 keys1 keys2"),
        (6, "board1 board2 board3 log1 keys1 keys2"),
        (5, "board1 board2 board3 keys1 keys2"),
        (4, "board1 board2 keys1 keys2"),
        (2, "keys1 keys2"),
        (1, "keys1 keys2"),
    ],
)
def test_where_room_is_short_what_is_worth_least_loses_its_last_lines(height: int, shown: str) -> None:
    console = Console(file=io.StringIO(), width=20, height=height, no_color=True)
    parts = [Part("board1\nboard2\nboard3", 2), Part("log1\nlog2", 1), Part("keys1\nkeys2")]
    console.print(fitted(console, parts))
    assert console.file.getvalue().split() == shown.split()  # type: ignore[attr-defined]


def test_a_small_terminal_still_says_what_to_do_and_which_keys_there_are() -> None:
    view = table("thirteen", *[{"lay": f"blue-{value}", "zone": "blue"} for value in (1, 2, 5)])
    console = Console(file=io.StringIO(), width=80, height=9, no_color=True)
    console.print(fitted(console, Desk("en").parts(view)))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "lay a card on a target" in shown
    assert "undo" in shown
    assert shown.count("\n") <= 9


def test_the_pot_says_how_many_cards_it_still_wants() -> None:
    turned = [{"lay": name, "zone": "pot"} for name in ("blue-1", "red-2")]
    wanted = [text_of(Desk("en"), table("pot", *turned[:number])) for number in range(3)]
    assert "Turn up 3 more cards for the pot." in wanted[0]
    assert "Turn up 2 more cards for the pot." in wanted[1]
    assert "Turn up one more card for the pot." in wanted[2]


def test_undo_pause_next_and_leave() -> None:
    view = table("thirteen", {"lay": "blue-7", "zone": "blue"})
    assert typed(Desk("en"), view, "u") == [Act(UNDO)]
    assert typed(Desk("en"), view, "p") == [Pause()]
    assert typed(Desk("en"), view, "q") == [Leave()]
    assert typed(Desk("en"), replace(view, mode=Mode.PAUSED), "p") == [Continue()]
    over = table("thirteen", {"correct": {"end_round": True}})
    assert typed(Desk("en"), over, ENTER) == [Act(NEXT)]
    assert "Score" in text_of(Desk("en"), over)
    ended = table("ninja", {"correct": {"end_round": True}})
    assert typed(Desk("en"), ended, ENTER) == [PlayAgain()]


def test_what_the_pads_cannot_know_is_asked() -> None:
    desk, view = Desk("en"), table("thirteen")
    asked = replace(view, question=Question("rotten-4#1", ("blue", "green")))
    assert "Where does rotten 4 go?" in text_of(desk, asked)
    assert typed(desk, asked, "2") == [PlaceCard("green")]
    assert typed(desk, asked, ESCAPE) == [PlaceCard(None)]


@pytest.mark.parametrize(
    ("language", "text", "card"),
    [
        ("en", "rot", "rotten-4"),
        ("en", "7b", "blue-7"),
        ("en", "yellow 1", "yellow-1"),
        ("fr", "7b", "blue-7"),
        ("fr", "pourri", "rotten-4"),
        ("de", "2 grün", "green-2"),
        ("de", "2gr", "green-2"),
    ],
)
def test_a_card_is_found_by_what_people_call_it(language: str, text: str, card: str) -> None:
    desk, view = Desk(language), replace(table("thirteen"), language=language)
    assert typed(desk, view, "l" + text + ENTER + "2")[-1] == Line({"lay": card, "zone": "yellow"})


def test_the_exact_number_comes_first() -> None:
    desk, view = Desk("en"), table("ninja")
    assert typed(desk, view, "l1" + ENTER)[-1] == Line({"lay": "1"})
    assert typed(desk, view, "l13" + ENTER)[-1] == Line({"lay": "13"})


def test_a_list_is_walked_with_arrows_too() -> None:
    desk, view = Desk("en"), table("ninja")
    for key in ("l", "\x1b[B", "\x1b[B", "\x1b[A", ENTER):
        wishes = desk.press(key, view)
    assert wishes == [Line({"lay": "2"})]


def test_what_nothing_is_called_is_not_chosen() -> None:
    desk, view = Desk("en"), table("ninja")
    assert typed(desk, view, "lxyz" + ENTER)[-1:] != [Line({"lay": "1"})]
    assert desk.asked, "it is asked again"
    assert typed(desk, view, BACKSPACE * 3 + ENTER)[-1] == Line({"lay": "1"})


LAID = [{"lay": "blue-7", "zone": "blue"}, {"lay": "green-2", "zone": "green"}]


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("c1rot" + ENTER + "1", None),  # found by its English name only
        ("c2" + ENTER, None),
        ("c32", Act(Turn(1))),
        ("c434" + ENTER, Act(HandCount(2, 4))),
        ("c5" + ENTER, UndoTo(1)),
        ("c5\x1b[B" + ENTER, UndoTo(0)),
        ("c6" + ENTER, Act(EndRound())),
    ],
)
def test_corrections_have_keys_that_are_the_same_in_every_language(
    language: str, text: str, wish: Intent | None
) -> None:
    desk, view = Desk(language), replace(table("thirteen", *LAID), language=language)
    wishes = [each for key in KEY.findall(text) for each in desk.press(key, view)]
    assert wishes[0] == Audit()
    if wish:
        assert type(wishes[-1]) is type(wish)
        assert wishes[-1] == wish
        assert desk.asked == []


def test_a_forgotten_card_is_put_where_it_was() -> None:
    desk, view = Desk("en"), table("thirteen", *LAID)
    keys = ["c", "2", "\x1b[B", ENTER, *"blue 5", ENTER, "1"]
    wishes = [each for key in keys for each in desk.press(key, view)]
    lay = {"lay": "blue-5", "zone": "blue"}
    assert wishes[-1] == Line({"correct": {"insert": lay, "back": 1}})


def test_somebody_is_out_only_where_that_can_be() -> None:
    assert typed(Desk("en"), table("ninja"), "c72")[-1] == Act(Out(1))
    assert "somebody is out" not in text_of_keys(table("thirteen"), "c")


def test_only_counting_is_offered_before_the_first_card() -> None:
    assert typed(Desk("en"), table("pot"), "c7")[-1] == StartCounting()
    assert "only count" not in text_of_keys(table("thirteen", *LAID), "c")
    view = VIEWS["counting"]
    assert "Show Marie’s cards" in text_of(Desk("en"), view)
    assert typed(Desk("en"), view, "2") == [CountFor(1)]
    assert typed(Desk("en"), view, "lblue 7" + ENTER)[-1] == Line({"lay": "blue-7"})
    assert typed(Desk("en"), view, ENTER) == [CountDone()]
    assert CountDone(anyway=True) not in typed(Desk("en"), view, "s")
    about = (("why", "small-pile"), ("player", "Luc"))
    doubt = Notice(NoticeKind.REFUSED, "impossible-count", about=about)
    doubted = replace(view, count=CountView(0, (1, 0, 0), doubt))
    assert "Luc’s pile is worth less than 7" in text_of(Desk("en"), doubted)
    assert typed(Desk("en"), doubted, "s") == [CountDone(anyway=True)]
    assert typed(Desk("en"), view, ESCAPE) == [StopShowing()]


def test_what_lies_wrong_on_the_pads_is_said_where_things_are_put_right() -> None:
    view = replace(table("thirteen"), findings=(Finding("left", "several"),))
    assert "several cards lie there" in text_of_keys(view, "c")


def text_of_keys(view: TableView, text: str) -> str:
    desk = Desk("en")
    typed(desk, view, text)
    return text_of(desk, view)


def test_a_demand_is_found_by_what_it_is_called() -> None:
    for language, text, bid in (
        ("en", "4 12", {"run": [4, 12]}),
        ("fr", "multiples 6", {"multiples": 6}),
        ("de", "ungerade", {"odd": True}),
    ):
        view = replace(table("gamate", players=4), language=language)
        assert typed(Desk(language), view, "d" + text + ENTER)[-1] == Line({"choose": {"bid": bid}})


def test_demands_are_combined_where_that_is_played() -> None:
    view = table("gamate", players=4)
    assert view.match
    view = replace(view, match=replace(view.match, options=frozenset({"expert_trumps"})))
    for text, bid in (
        ("1", {"odd": True}),
        ("2", {"not": {"odd": True}}),
        ("3multiples 6" + ENTER, {"and": [{"odd": True}, {"multiples": 6}]}),
        ("4multiples 6" + ENTER, {"or": [{"odd": True}, {"multiples": 6}]}),
    ):
        assert typed(Desk("en"), view, "dodd" + ENTER + text)[-1] == Line({"choose": {"bid": bid}})


def test_a_simulated_card_is_laid_from_the_hand() -> None:
    view = VIEWS["my hand"]
    assert "blue 7" in text_of(Desk("en"), view)
    assert typed(Desk("en"), view, "l7" + ENTER)[-1] == LayCard("blue-7#1", "blue")
    assert typed(Desk("en"), view, "lrot" + ENTER + "2")[-1] == LayCard("rotten-4#1", "green")
    assert typed(Desk("en"), VIEWS["curtain"], ENTER) == [RaiseCurtain()]
    assert "blue 7" not in text_of(Desk("en"), by_hand(HandCard("blue-7#1"), curtain=True))
    assert typed(Desk("en"), VIEWS["refused"], ESCAPE) == [TakeBack()]
    assert typed(Desk("en"), VIEWS["swapping"], "s" + ENTER + ENTER)[-1] == SwapCards("3#1", "8#1")
    assert typed(Desk("en"), VIEWS["swapping"], ENTER) == [Ready()]


def test_a_question_whose_time_is_over_is_forgotten() -> None:
    desk = Desk("en")
    typed(desk, VIEWS["my hand"], "l")
    assert "Which card?" in text_of(desk, VIEWS["my hand"])
    assert "Which card?" not in text_of(desk, VIEWS["refused"])
    assert desk.asked == []


def test_everybody_can_sit_at_one_keyboard() -> None:
    idle = TableView(language="en", seat_players=("hand", "careful"))
    assert typed(Desk("en"), idle, "13" + ENTER)[-1] == NewMatch("thirteen", ("",) * 3)
    shared = typed(Desk("en"), idle, "1m3" + ENTER)[-1]
    assert shared == NewMatch("thirteen", ("",) * 3, seat_players=("hand",) * 3)


def test_decks_are_taught_checked_and_mended() -> None:
    idle = VIEWS["menu"]
    assert typed(Desk("en"), idle, "d4" + ENTER + "1")[-1] == Enrol("pot", 1)
    assert typed(Desk("en"), idle, "d12" + ENTER + "2")[-1] == CheckDeck("thirteen", 2)
    assert typed(Desk("en"), idle, "d12" + ENTER + "3blue 7 2" + ENTER)[-1] == Enrol(
        "thirteen", 2, "blue-7#2"
    )
    assert typed(Desk("en"), idle, "d4" + ENTER + "4blue 7" + ENTER)[-1] == Retire("pot", 1, "blue-7")
    assert typed(Desk("en"), VIEWS["teaching"], "s") == [SkipCard()]
    assert typed(Desk("en"), idle, "g" + ENTER)[-1] == ForgetGuests()


def test_the_past_and_lost_cards_can_be_looked_up() -> None:
    desk = Desk("en")
    assert typed(desk, VIEWS["scores"], "s") == [AskScores()]
    assert "Luc: 9, Marie: 7" in text_of(desk, VIEWS["scores"])
    assert typed(desk, VIEWS["scores"], "4") == [AskScores("pot")]
    assert typed(desk, VIEWS["scores"], ">") == [AskScores("", page=1)]
    desk = Desk("en")
    assert typed(desk, VIEWS["finder"], "f4blue 1" + ENTER)[-1] == AskFinder("pot", "blue-1")
    assert "box 1: pad: left" in text_of(desk, VIEWS["finder"])


def test_colours_are_chosen_before_the_first_card() -> None:
    wish = typed(Desk("en"), table("pot"), "k21")[-1]
    assert wish == Act(Choose("colours", ("blue", "yellow", "red")))
    assert "other colours" not in text_of(Desk("en"), table("pot", {"lay": "blue-1", "zone": "pot"}))


def test_somebody_is_named_in_a_pause() -> None:
    assert typed(Desk("en"), VIEWS["paused"], "n2Léa" + ENTER)[-1] == NameSeat(1, "Léa")


def test_that_one_was_luc_s() -> None:
    view = table("ninja", {"lay": "7"}, {"lay": "7"})
    assert view.match
    doubt = replace(view, match=replace(view.match, theirs=1))
    assert "that one was Luc’s" in text_of(Desk("en"), doubt)
    assert typed(Desk("en"), doubt, "!") == [WasTheirs()]


def test_refusals_troubles_and_the_simulation_are_said() -> None:
    view = replace(
        table("thirteen"),
        notice=Notice(NoticeKind.REFUSED, "wrong-colour", "left", (("card", "blue-7#1"),)),
        troubles=(Trouble("link-lost"),),
    )
    shown = text_of(Desk("en"), view)
    assert "✖ A coloured card goes only on the target of its own colour." in shown
    assert "plug their cable back in" in shown
    assert "SIMULATED" in shown
    assert "SIMULATED" not in text_of(Desk("en"), replace(view, simulated=False))


def test_the_language_changes_with_a_key_and_follows_the_table() -> None:
    desk, view = Desk("fr"), replace(table("thirteen"), language="fr")
    assert "pose une carte sur une cible" in text_of(desk, view)
    assert typed(desk, view, "L") == [SetLanguage("en")]
    assert "lay a card on a target" in text_of(desk, replace(view, language="en"))


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("width", [80, 120])
def test_every_board_draws_in_every_language(language: str, width: int) -> None:
    for game in games.names():
        players = max(3, games.game(game).seats[0])
        for lines in ([], [{"correct": {"end_round": True}}]):
            view = replace(table(game, *lines, players=players), language=language)
            shown = text_of(Desk(language), view, width)
            assert all(len(line) <= width for line in shown.splitlines())


def test_any_other_key_is_a_touch_and_ctrl_c_leaves() -> None:
    desk = Desk("en")
    assert typed(desk, TableView(language="en"), "~") == [Touch()]
    desk.press(QUIT, TableView(language="en"))
    assert desk.quit


class TypedKeys:
    def __init__(self, text: str = "") -> None:
        self.text = text

    def read(self) -> str:
        text, self.text = self.text, ""
        return text

    def close(self) -> None:
        pass


@pytest.mark.parametrize("instead", [True, False])
def test_in_place_of_a_window_it_says_so_where_it_can_be_read(instead: bool) -> None:
    out = io.StringIO()
    console = Console(file=out, width=100, height=24, force_terminal=True)
    display = Terminal(console, TypedKeys(), "en", instead)
    display.draw(TableView(language="en"), 0.0)
    assert ("the table is shown in the terminal" in out.getvalue()) == instead
    assert "leave the table" in out.getvalue()
    display.close()


def test_the_display_draws_only_what_changed() -> None:
    out = io.StringIO()
    keys = TypedKeys()
    display = Terminal(Console(file=out, width=80, height=24, force_terminal=True), keys, "en")
    view = table("thirteen")
    display.draw(view, 0.0)
    drawn = len(out.getvalue())
    display.draw(view, 1.0)
    assert len(out.getvalue()) == drawn
    keys.text = "p"
    assert display.intents(2.0) == [Pause()]
    display.draw(view, 2.0)
    assert len(out.getvalue()) > drawn
    display.close()
