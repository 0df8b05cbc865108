"""The cards of a game to print, cut out and put into sleeves, as a PDF: our own drawings, 63 × 88 mm, nine
to a sheet, with crop marks, the place of the tag on every back, instructions and a list to tick off."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from controller.cards import decks
from controller.errors import UserError, writing
from controller.languages import CODES
from controller.settings import table_file
from engine import games
from engine.cards import Card, Deck

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
BACKS = ("drawn", "plain", "none")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("deck", choices=games.names(), metavar="DECK", help=", ".join(games.names()))
    add("--pdf", type=Path, required=True, metavar="FILE", help="where to write it")
    add("--paper", choices=PAPERS, default="a4", help="the sheets in the printer (a4)")
    backs = "on every other page: a drawn back, only the place of the tag (plain), or no such pages"
    add("--backs", choices=BACKS, default=BACKS[0], help=backs)
    add("--only", action="append", default=[], metavar="CARD", help="just this card, as blue-7#2; repeatable")
    number = "just the card with this number at its foot; repeatable"
    add("--number", action="append", default=[], type=int, metavar="N", help=number)
    add("--lang", choices=CODES, help="of the instructions (the table's)")
    table_file.options(parser, hub=False)


def run(args: argparse.Namespace) -> int:
    table = table_file.chosen(args)
    deck = decks.load(table_file.data_folder(args.data, table))[args.deck]
    only = [*chosen(deck, args.only), *numbered(deck, args.number)]
    from display.card_art import printed
    from display.text.words import Words

    words = Words(args.lang or table.language)
    data = printed.deck_as_pdf(deck, words, PAPERS[args.paper], backs=args.backs, only=only)
    with writing(args.pdf, "cards", ": choose another place with --pdf"):
        args.pdf.write_bytes(data)
    number = len(only) or len(deck)
    print(f"{args.pdf}: {number} card{'s' if number > 1 else ''}. Print in actual size (100 %).")
    return 0


def chosen(deck: Deck, names: Sequence[str]) -> list[Card]:
    """The cards of these names; the name of a kind stands for all of its cards."""
    cards: list[Card] = []
    for name in names:
        card = deck.card(name)
        found = deck.copies(name) if card is None else (card,)
        if not found:
            raise UserError(f"tapis cards: {deck.name} has no card {name}: write it as {deck.names[0]}.")
        cards += found
    return cards


def numbered(deck: Deck, numbers: Sequence[int]) -> list[Card]:
    for number in numbers:
        if not 0 < number <= len(deck):
            raise UserError(
                f"tapis cards: {deck.name} has no card number {number}: 1 to {len(deck)} are there."
            )
    return [number - 1 for number in numbers]
