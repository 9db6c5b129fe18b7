"""A small game on hexes: water with equal labels, currents that lead one way, ground that stays."""

from pathlib import Path

from lazaretto.rules import load
from lazaretto.rules.run.game_setup import Program

MANIFEST = 'name = "floes"\ntitle = "Floes"\nplayers = [1, 2]\nmodules = ["floes"]\ntables = ["sea"]\n'
SEA = """
Current = [{ ends = ["c2", "a1"] }, { ends = ["c2", "a3"] }]

[grid.Floe]
shape = "hex"
links = "Edge"
rows = ["..~.", ".~.^", "...."]
legend = { "~" = { kind = "Lead", label = "open lead" }, "^" = { ground = "rock" } }
"""
RULES = """
kind Way is one of east, west
kind Ground is one of firn, rock
look rock glyph "▲", letter "R", colour "brown"

kind Floe is a place
    seals   : number 0..2 = 0
        look glyph "s", colour "brown"
    cracked : flag = no
        look glyph "×", colour "red"
    ground  : Ground = firn
        look when "always"
    look tiles "yes"

kind Lead is a Floe
    look colour "blue", glyph "≈"

kind Edge links Floe
kind Current links Floe one way

extend kind Player
    floe : Floe = c2

menu moves "What do you do?"

action slide in moves "Slide"
    "Slide over the ice."
    choose way in Way "Which way?"
        needs step(my.floe, way) is not a Lead else "There is no ice to the {way} of {my.floe}"
    if step(my.floe, way) as floe
        set my.floe to floe

action fish in moves "Fish"
    choose lead in Lead "Where?"
    say "{me} fishes in {lead}."

action drift in moves "Drift"
    choose current in Current "Along which current?"
    set my.floe to across(current, c2)

action crash in moves "Crash"
    add 5 to my.floe.seals

action crack in moves "Crack"
    set a1.cracked to yes

phase game()
    repeat forever
        for each player in Player
            offer moves to player
"""


def floes(folder: Path, *changes: tuple[str, str]) -> Program:
    """The program of the game, written to a folder; `changes` replace texts in its rules."""
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    for name, text in (("scenario.toml", MANIFEST), ("sea.toml", SEA), ("floes.rules", rules)):
        (folder / name).write_text(text, encoding="utf-8")
    found = load(folder)
    assert found.program is not None, found.diagnostics
    return found.program
