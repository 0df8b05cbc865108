"""What French names do to the words before them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.text.grammar import filled
from display.text.words import Words

ELIDED = """
    Adèle Agathe Alice Alix Amélie Anaïs Anna Antoine Arthur Axel Édouard Éléonore Élisabeth Élise
    Éloïse Emma Émile Emmanuel Enzo Éric Estelle Étienne Ève Inès Ingrid Irène Isabelle Iris
    Océane Olivier Ondine Oscar Ulysse Ursule Œnone Ælis Yves Yvette Yvonne Yvan Ysée Ylan Hadrien
    Hector Hélène Hélène-Marie Henri Henriette Héloïse Hermine Hervé Hippolyte Honorine Hortense
    Hubert Hugo Hugues Huguette anna élisabeth heloise helene
""".split()
APART = """
    Marie Luc Zoé Pierre Jean-Édouard Camille Nathalie Raphaël Théo Wendy Yann Yasmine Yaël Yoann
    Yohan Youssef Yuri Harry Hans Hassan Hakim Hamza Heidi Helga Holly Howard Henning Hanna 13 Ø
""".split()


@pytest.mark.parametrize("name", ELIDED)
def test_de_is_cut_short_before_a_vowel_and_a_silent_h(name: str) -> None:
    assert Words("fr").say("{player}’s pile", player=name) == f"le tas d’{name}"


@pytest.mark.parametrize("name", APART)
def test_de_stays_before_everything_else(name: str) -> None:
    assert Words("fr").say("{player}’s pile", player=name) == f"le tas de {name}"


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("le tracé de {x}", "orange", "le tracé d’orange"),
        ("{x}", "orange", "orange"),
        ("le {x}", "orange", "l’orange"),
        ("la {x}", "orange", "l’orange"),
        ("le {x}", "bleu", "le bleu"),
        ("la {x}", "muette", "la muette"),
        ("Le {x}", "orange", "L’orange"),
        ("la pile de {x}", "le pli", "la pile du pli"),
        ("la pile de {x}", "les cibles", "la pile des cibles"),
        ("la pile de {x}", "la zone de jeu", "la pile de la zone de jeu"),
        ("De {x} à {x}", "le centre", "Du centre au centre"),
        ("à {x}", "Anna", "à Anna"),
        ("à {x}", "Le Goff", "à Le Goff"),
        ("plus que {x}", "Éric", "plus qu’Éric"),
        ("grande {x}", "Anna", "grande Anna"),
        ("de {x} cartes", 8, "de 8 cartes"),
        ("de {x:02} h", 8, "de 08 h"),
    ],
)
def test_articles_and_prepositions_join_what_follows(text: str, value: object, said: str) -> None:
    assert filled(text, {"x": value}, "fr") == said


@given(st.text(max_size=20))
def test_other_languages_and_any_name_are_left_as_they_are(name: str) -> None:
    assert filled("cards of {x}", {"x": name}, "en") == f"cards of {name}"
    assert filled("les cartes de {x}.", {"x": name}, "fr").endswith(f"{name}.") or " " in name


def test_a_name_never_loses_its_case() -> None:
    words = Words("fr")
    assert words.say("show {player}’s cards; the others look away", player="Élisabeth").startswith(
        "montrer les cartes d’Élisabeth"
    )
    assert words.say("that one was {player}’s", player="anna") == "c’était la carte d’anna"
