"""The rulebook contains what the author wrote, in a readable order, and nothing empty."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.rules import Chapter, Entry, Program, load
from lazaretto.rules.run.players_rulebook import title_of

MANIFEST = """
name = "ferry"
title = "Ferry"
description = "Bring everybody across."
players = [1, 3]
modules = ["river", "boats"]
tables = ["map"]

[optional.storm]
title = "A storm"
"""
MAP = """
Bank = [{ name = "North", at = [0, 0] }, { name = "South", at = [1, 0] }]
Ford = [{ ends = ["North", "South"] }]
"""
RIVER = """
"The river and what lies along it."

kind Bank is a place
    "Where people wait."
    waiting : pile of Token seen by all
        "Those who want to cross."

kind Ford links Bank

kind Token is a piece for each Bank times 2
    "A traveller."

kind Sign is one of up, down
    "Which way the wind blows."

kind Job
    "What a player is good at."
    active for player when player.job = this
    crew  : number
    quick : flag = no
    extra : number = 0
        look hidden "yes"

Job Pilot "Pilot"
    "Knows the river."
    look colour "cyan"
    crew = 2
    quick = yes
    extra = 9
    action whistle in moves "Whistle"
        "Everybody hears it."
        say "Hear!"

Job Cook "Cook"
    crew = 1

extend kind Player
    job  : Job?
        "What this player is good at."
    mark : flag
        "Bookkeeping."
        look hidden "yes"

supply ropes of 4
    "To tie up boats."
track flood 0..3
    "How high the water stands."
track toll 1 1 5
pile deck of Token seen by nobody
    "Who comes next."
    starts with Token
pile spare of Token seen by all
    "Never looked at."
    look hidden "yes"
var ready : flag
    "Is the boat ready?"
    look label "boat tied up"
var inner : number
    "Bookkeeping."
    look hidden "yes"

option pace : 1..3 = 2 "How fast"
    "Slow is easier."

win "{North} is empty, and no {South} is left" when flood = 9
lose "The flood came after {flood} days" when flood = 3
"""
BOATS = """
"How a day goes."

menu moves "What do you do?"
    "One thing a day."

menu never
    "Nobody offers it."

action row in moves "Row"
    "Cross the river."
    advance flood

phase game()
    "Day by day."
    prepare()
    repeat forever
        for each player in Player
            day(player)

phase evening(player)
    "Count the ropes."
    draw "Nobody is left" for player

phase day(player)
    "A day has a morning and an evening."
    offer moves to player
    evening(player)

phase unused()
    "Nobody calls it."

to prepare()
    "Boats are made ready."
    set ready to yes

to helper()
    set inner to 1

to depth() : number
    "A number for other rules."
    return flood
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry"
    folder.mkdir()
    for name, text in {
        "scenario.toml": MANIFEST,
        "map.toml": MAP,
        "river.rules": RIVER,
        "boats.rules": BOATS,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def program(folder: Path) -> Program:
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def printed(chapters: tuple[Chapter, ...]) -> str:
    lines: list[str] = []
    for chapter in chapters:
        lines += ["", f"== {chapter.title}", *filter(None, [chapter.text])]
        for entry in chapter.entries:
            notes = f" ({'; '.join(entry.notes)})" if entry.notes else ""
            number = f"{entry.number} " if entry.number else ""
            lines.append(f"{'  ' * entry.depth}[{entry.kind}] {number}{entry.title}: {entry.text}{notes}")
    return "\n".join(lines)


def entries(chapters: tuple[Chapter, ...]) -> list[Entry]:
    return [entry for chapter in chapters for entry in chapter.entries]


def test_the_rulebook_reads_like_one(ferry: Path, snapshot: SnapshotAssertion) -> None:
    assert printed(program(ferry).rulebook()) == snapshot


def test_it_comes_from_the_cache_too(ferry: Path) -> None:
    assert program(ferry).rulebook() == program(ferry).rulebook()


def test_phases_stand_in_the_order_in_which_they_are_played(ferry: Path) -> None:
    phases = [
        (entry.title, entry.depth) for entry in entries(program(ferry).rulebook()) if entry.kind == "phase"
    ]
    assert phases == [("Game", 0), ("Day", 1), ("Evening", 2)]


def test_ends_in_the_middle_of_a_rule_are_told_too(ferry: Path) -> None:
    ends = [(entry.kind, entry.text) for entry in entries(program(ferry).rulebook())][:3]
    assert ends == [
        ("win", "A bank is empty, and no bank is left."),
        ("lose", "The flood came after … days."),
        ("draw", "Nobody is left."),
    ]


def test_what_is_hidden_is_not_told_of(ferry: Path) -> None:
    found = entries(program(ferry).rulebook())
    titles = {entry.title for entry in found}
    assert not titles & {"Mark", "Spare", "Inner"}
    assert "Boat tied up" in titles
    (pilot,) = (entry for entry in found if entry.title == "Pilot" and entry.kind == "member")
    assert pilot.notes == ("Crew: 2", "Quick")
    assert pilot.looks == {"colour": "cyan"}


def test_nothing_is_empty(ferry: Path) -> None:
    chapters = program(ferry).rulebook()
    assert all(chapter.entries for chapter in chapters[1:])
    assert all(entry.text or entry.notes for entry in entries(chapters))


@pytest.mark.parametrize(
    ("name", "title"),
    [("first_player", "First player"), ("RedCard", "Red card"), ("CDC_tile", "CDC tile"), ("a", "A")],
)
def test_names_become_titles(name: str, title: str) -> None:
    assert title_of(name) == title


# --- numbers, values, changes ------------------------------------------------------------------

LAW = """
value limit() : number = 7
    "How many cards you may keep."
value dealt() : number = 6 - count(Player)
    "How many cards you start with."
value ignored() : flag = no
    "Only for what builds on this game."
value guess() : number = 3
    "Nobody asks for it."
alias hunch for guess
var cards : number = 0

phase game()
    "You may keep {limit} cards."
    repeat while cards < limit() + dealt() and not ignored()
        add_card()
        pause()
    win "Done"

to add_card()
    "One card more."
    add 1 to cards

to pause()
    "A place for others."
    nothing

change limit() to 8
    "Late in the game, you may keep eight cards."
    when cards > 50

change dealt() to 9 when count(Player) = 3

after add_card()
    "Then somebody smiles."
    nothing

forbid add_card() when cards > 90 because "There are {cards} already"
forbid add_card()
    "Nobody adds a card at the end."
    when cards > 95
    because "It is the end"
"""


def ruled(folder: Path, name: str, text: str, more: str = "") -> Program:
    (folder / name).mkdir()
    manifest = f'name = "{name}"\ntitle = "{name}"\nplayers = [2, 3]\nmodules = ["law"]\n{more}'
    (folder / name / "scenario.toml").write_text(manifest, encoding="utf-8")
    (folder / name / "law.rules").write_text(text, encoding="utf-8")
    return program(folder / name)


def sections(found: Program) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [
        (entry.number, entry.title, entry.text, entry.notes)
        for chapter in found.rulebook()
        if chapter.number
        for entry in chapter.entries
    ]


def test_values_changes_and_prohibitions_have_numbers_that_a_mod_keeps(tmp_path: Path) -> None:
    own = sections(ruled(tmp_path, "play", LAW))
    assert own == [
        ("1.1", "Limit", "How many cards you may keep.", ("7",)),
        ("1.2", "Dealt", "How many cards you start with.", ("4 with 2 players, 9 with 3 players",)),
        ("1.5", "Game", "See “The course of the game”.", ()),
        ("1.6", "Add card", "One card more.", ()),
        ("1.8", "Limit", "Late in the game, you may keep eight cards.", ()),
        ("1.9", "Add card", "Then somebody smiles.", ()),
        ("1.10", "Add card", "There are … already.", ("then not allowed: add card",)),
        ("1.11", "Add card", "Nobody adds a card at the end.", ()),
    ]
    mod = 'replace value dealt() : number = 5\n    "Always five."\n'
    mod += 'replace to add_card()\n    "Two cards more."\n    add 2 to cards\n'
    added = sections(ruled(tmp_path, "mod", mod, 'uses = ["play"]\n'))
    assert [each for each in added if each[0].startswith("1.")] == [
        each for each in own if each[0] not in ("1.2", "1.6")
    ]
    assert [each for each in added if each[0].startswith("MOD")] == [
        ("MOD 1.1", "Dealt", "Always five.", ("5 with 2 players, 9 with 3 players",)),
        ("MOD 1.2", "Add card", "Two cards more.", ()),
    ]


def test_documentation_shows_computed_values_everywhere(tmp_path: Path) -> None:
    found = ruled(tmp_path, "play", LAW)
    (game,) = (entry for entry in entries(found.rulebook()) if entry.kind == "phase")
    assert (game.number, game.text) == ("1.5", "You may keep 7 cards.")


WORDS = """
kind Town is a place
    "A place."
Town A "Aldea"
Town B "Borgo"
extend kind Player
    town : Town?

value most() : number = 3
    "At most {most} {|guest|guests} and {once|guest|guests}, {pair} {|town|towns}; {beds} bed{||s}."
value once() : number = 1
value pair() : list of Town = [A]
supply beds of 4
value oldest(player) : number = 9999
    "The oldest guest."
change oldest(_) to count(Player) * beds left when beds left > 1
value youngest(player) : number = 18
    "The youngest guest."
change youngest(_) to beds left
    "As many years as there are beds."
    when beds left > 1

phase game()
    for each player in Player
        visit(player, A, B, next(player))
    win "Done"

to visit(player, town: Town, other: Town, guest: Player)
    "A visit."
    set player.town to town
    say "{pair()} {most()} {once()} {oldest(player)} {youngest(player)} {other}"

forbid visit(player, town, other, guest)
    when most() = 0
    because "{player} left {town} for {other}, {town}; the {guest}, {player.town}: {most()} bed{||s} {A}"
"""


def test_documentation_and_reasons_describe_what_is_in_their_gaps(tmp_path: Path) -> None:
    told = {title: (text, notes) for _, title, text, notes in sections(ruled(tmp_path, "play", WORDS))}
    assert told["Most"] == ("At most 3 guests and guest, Aldea town; 4 beds.", ("3",))
    assert told["Visit"] == (
        "The player left the town for another town, the town; the player, another town: 3 beds Aldea.",
        ("then not allowed: visit",),
    )


def test_a_number_that_its_module_silently_overrides_is_no_rule(tmp_path: Path) -> None:
    told = [(title, notes) for _, title, _, notes in sections(ruled(tmp_path, "play", WORDS))]
    assert ("Oldest", ()) in told
    assert ("Youngest", ("18",)) in told


def test_what_a_layer_says_to_authors_is_not_in_the_rulebook(tmp_path: Path) -> None:
    ruled(tmp_path, "play", f'"A game adds its towns."\n{LAW}', "[layer]\n")
    game = ruled(
        tmp_path, "game", '"Smiles."\nafter add_card()\n    "A smile."\n    say "Ha"\n', 'uses = ["play"]\n'
    )
    texts = {chapter.number: chapter.text for chapter in game.rulebook() if chapter.number}
    assert texts == {"1": "", "2": "Smiles."}
    (alone,) = (chapter for chapter in program(tmp_path / "play").rulebook() if chapter.number)
    assert alone.text == "A game adds its towns."
