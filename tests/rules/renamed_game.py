"""A small game with every sort of named thing, a mod of it, and the same game with all its things renamed."""

import re
from pathlib import Path

BOARD = """kind City is a place
    people : number
    sick : flag = no per campaign
    cubes : supply of 4

kind Road links City

kind Region is an area of City

kind Card is a piece for each City

kind Token is a piece times 3

kind Mood is one of calm, angry

extend kind Player
    place : City = Bern
    hand : pile of Card seen by owner

pile deck of Card
    starts with Card

pile bag of Token
    starts with Token

track fear 0..5

supply coins of 10

var mood : Mood = calm per campaign
var weather : fair | foul = fair

option level : easy | hard = easy "How hard it is"

value wage(city) = city.people

menu moves "What will you do?"

phase game()
    shuffle deck
    shuffle bag
    repeat forever
        for each player in Player
            round(player)

phase round(player)
    offer moves to player

to visit(player, city)
    set player.place to city
    set city.sick to yes
    say "{player} goes to {city}."

action travel in moves "Travel"
    choose city in neighbours(my.place)
    visit(me, city)
    if level = hard
        advance fear

action pick in moves "Pick"
    limit 3 per round
    needs any card in deck else "Nothing is left"
    move top of deck to my.hand
    choose token in bag
    move token to box
    let lucky = random of City
    put 1 of lucky.cubes on lucky
    match mood
        when calm
            set mood to angry
        when angry
            set mood to calm

after visit(_, city)
    say "The bells of {city} ring."

lose "Fear rules" when fear = 5
win "All of {bearer()} are sick" when all city in City where city.sick

value bearer() : City = St_Gall
"""

MAP = """[[City]]
name = "St. Gall"
people = 3
[[City]]
name = "Bern"
people = 5
[[City]]
name = "Lugano"
people = 2
[[Road]]
ends = ["St. Gall", "Bern"]
[[Road]]
ends = ["Lugano", "Bern"]
[[Region]]
name = "North"
members = ["St. Gall", "Bern"]
"""

REST = "var left_over : number = 3\n"

ROUGH = """before visit(_, city)
    say "It is rough in {city}."
"""

MANIFEST = """name = "{name}"
title = "A game"
players = [1, 2]
modules = ["board", "rest"]
tables = ["map"]

[optional.{part}]
title = "A part"
modules = ["{module}"]
"""

NAMES = {
    "City": "Town",
    "Road": "Way",
    "Region": "County",
    "Card": "Leaf",
    "Token": "Chip",
    "Mood": "Temper",
    "calm": "quiet",
    "angry": "furious",
    "deck": "stack",
    "bag": "sack",
    "fear": "dread",
    "coins": "money",
    "mood": "temper",
    "weather": "sky",
    "fair": "bright",
    "level": "grade",
    "hard": "tough",
    "wage": "pay_of",
    "moves": "deeds",
    "visit": "enter",
    "travel": "go",
    "pick": "take_leaf",
    "round": "turn_of",
    "bearer": "holder",
    "St_Gall": "Sankt_Gallen",
    "North": "Upland",
}
"""What each thing was called, and its new name: kinds, members, piles, tracks, rules and so on."""

ATTRIBUTES = {
    "City.people": "Town.inhabitants",
    "City.sick": "Town.ill",
    "City.cubes": "Town.dice",
    "Player.place": "Player.spot",
    "Player.hand": "Player.grip",
}

ENDS = {
    ("lose", "Fear rules"): "Dread rules",
    ("win", "All of {bearer()} are sick"): "The whole of {holder()} is ill",
}

MOD = """"A mod as it was before its game had other names."

kind Guide
    home : City
    humour : Mood = calm
    active for player when yes
    change wage(city) by 1 when city = Lugano and me.place = Bern

Guide Heidi
    home = St_Gall

extend kind City
    guides : number = 0

extend action travel "Walk"
    "On foot."

extend City St_Gall "Saint Gall"
    look glyph "x"

extend menu moves "And now?"
    "What next."

change wage(city) to 7 when city = St_Gall and city in members(North)

before visit(player, St_Gall)
    say "{player.place} {wage(St_Gall)} {count card in player.hand} {fear} {mood}"

after visit(_, city)
    when city.sick and mood = calm and weather = fair and level = hard
    add 1 to city.guides
    retreat fear
    put 1 of coins on city
    for each road in Road
        say "{road} {count(Region)} {count(Token)}"
    if Token_2 in bag and angry != mood
        shuffle deck

forbid visit(_, city) when city.people > 100 or city.cubes on city = 9 because "Full"

replace phase round(player) over "old_game/old_board"
    offer moves to player

replace action pick in moves "Pick"
    help(my.place)

remove lose "Fear rules"

look fear glyph "f"

prefer changes over old_board in visit

to help(city)
    set city.sick to no
    let card = Card of city
    say "{card.city} {bearer()}"

action nap in moves
    limit 1 per round
    once per round for my.place
    help(my.place)

test "everything means what it meant"
    given players anna
    given option level = hard
    when game()
    when anna does "travel > St. Gall"
    then St_Gall.sick and wage(St_Gall) = 7 and St_Gall.guides = 1
    then anna may "pick"
    then anna may not "travel > Lugano"
    when anna does "travel > Bern"
    given set Zug.sick to yes
    when anna does "travel > Lugano"
    then won "All of St. Gall are sick"
"""


def renamed(text: str) -> str:
    """Return a text of the game with the new names."""
    for (_, old), new in ENDS.items():
        text = text.replace(old, new)
    for old, new in {
        **NAMES,
        **{key.split(".")[1]: attribute.split(".")[1] for key, attribute in ATTRIBUTES.items()},
    }.items():
        text = re.sub(rf"(?<!is a )\b{old}\b", new, text)
    return text.replace("St. Gall", "Sankt Gallen")


def aliases() -> str:
    """Return the lines that keep the old names of everything."""
    lines = [f"alias {old} for {new}" for old, new in {**NAMES, **ATTRIBUTES}.items()]
    lines += [f'alias {word} "{old}" for "{new}"' for (word, old), new in ENDS.items()]
    return "\n".join((*lines, ""))


def lay_games(root: Path) -> tuple[Path, Path, Path]:
    """Write the game as it was, as it is, and the mod, each beside what it uses."""
    old, new, mod = root / "before" / "game", root / "now" / "game", root / "now" / "mod"
    manifest = MANIFEST.format(name="old_game", part="wild", module="rough")
    _lay(
        old,
        {
            "scenario.toml": manifest,
            "board.rules": BOARD,
            "rest.rules": REST,
            "map.toml": MAP,
            "rough.rules": ROUGH,
        },
    )
    manifest = MANIFEST.format(name="game", part="harsh", module="bumpy").replace('"board"', '"table"')
    formerly = (
        '[alias]\nold_game = "game"\nboard = "table"\nold_board = "board"\nrough = "bumpy"\nwild = "harsh"\n'
    )
    files = {"table.rules": renamed(BOARD) + aliases(), "rest.rules": REST}
    files |= {"map.toml": renamed(MAP), "bumpy.rules": renamed(ROUGH)}
    _lay(new, {"scenario.toml": manifest + formerly, **files})
    manifest = (
        'name = "mod"\ntitle = "Mod"\nplayers = [1, 2]\nuses = ["old_game"]\nwithout = ["old_game/rest"]\n'
    )
    more = '[[City]]\nname = "Zug"\npeople = 1\n[[Road]]\nends = ["St. Gall", "Zug"]\n'
    manifest += 'parts = ["wild"]\nmodules = ["changes"]\ntables = ["more"]\n'
    _lay(mod, {"scenario.toml": manifest, "changes.rules": MOD, "more.toml": more})
    return old, new, mod


def _lay(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
