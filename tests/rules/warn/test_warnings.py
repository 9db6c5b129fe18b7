"""What compiles but is probably not meant is told as a warning, and nothing else is."""

from pathlib import Path

import pytest

from lazaretto.grammar import render_all
from lazaretto.grammar.message import messages_of
from lazaretto.rules.tools.check_scenario import Checkup, check_scenario
from lazaretto.rules.warn import messages
from lazaretto.rules.warn.looks_and_names import COLOURS, LOOKS
from lazaretto.tui.look.role_colors import DARK, LIGHT
from tests.rules.small_mods import lay

HOUSE = Path(__file__).resolve().parents[3]

WARNINGS = {
    "a procedure that nothing calls": (
        "to rest(player)\n    set player.coins to 0\n",
        "both/changes.rules:1:4: W001 the procedure `rest` is never called",
    ),
    "a procedure that others only hook into": (
        "to rest(player)\n    nothing\n\nafter rest(_)\n    set wind to 0\n",
        "W001 the procedure `rest` is never called",
    ),
    "a phase that nothing calls": (
        "phase dusk()\n    set wind to 0\n",
        "W001 the phase `dusk` is never called",
    ),
    "a value that is only changed": (
        "value toll() : number = 1\n\nchange toll() by 1\n",
        "both/changes.rules:1:7: W001 the value `toll` is never used",
    ),
    "a variable that nothing reads or sets": (
        'var fog : flag = no\n\nlook fog label "Fog"\n',
        "both/changes.rules:1:5: W001 the variable `fog` is never used",
    ),
    "an option that nothing reads": (
        'option fog : flag = no "Is there fog?"\n',
        "W001 the option `fog` is never used",
    ),
    "a menu that is never offered": (
        'menu deals "Deal"\n\naction deal in deals "Deal"\n    set wind to 0\n',
        "both/changes.rules:1:6: W001 the menu `deals` is never offered",
    ),
    "a built-in function that is declared again": (
        "value count(player) : number = 3\n\nafter load(player, _)\n    set wind to count(player)\n",
        "both/changes.rules:1:7: W002 `count` is built into the language, and this hides it",
    ),
    "a member that hides a track": (
        "kind Sign is one of gust, rain\n\ntrack gust 0..3\n\n"
        "after load(_, n)\n    advance gust\n    if n > count(Sign)\n        set wind to 0\n",
        "both/changes.rules:1:21: W002 `gust` hides something in the game with the same name",
    ),
    "a local that hides a variable": (
        "after sail(player, _)\n    let wind = 3\n    add wind to player.coins\n",
        "both/changes.rules:2:9: W002 `wind` hides something",
    ),
    "a look that no screen knows": (
        'look wind colur "blue"\n',
        "both/changes.rules:1:11: W003 no screen knows the look `colur`",
    ),
    "a colour that no screen knows": (
        'extend Captain Smith\n    look colour "bleu"\n',
        "both/changes.rules:2:17: W003 no screen knows the colour `bleu`",
    ),
    "a colour that is like none": ('look wind colour "mauve"\n', "or write `#3060c0`"),
    "a text that no screen knows for a look": (
        'look wind hidden "maybe"\n',
        "both/changes.rules:1:18: W003 no screen knows `maybe` as the look `hidden`",
    ),
    "a text that is like one of a look": ('look wind hidden "yess"\n', "did you mean `yes`?"),
    "a value that an attribute never has": (
        'extend kind Player\n    calm : flag = no\n        look when "sometimes", label "still"\n\n'
        "after sail(player, _)\n    set player.calm to yes\n",
        "W003 no screen knows `sometimes` as the look `when`",
    ),
    "a letter that is two": (
        'extend Captain Smith\n    look letter "SM"\n',
        "both/changes.rules:2:17: W003 `SM` is more than one letter",
    ),
    "a look that is like none": ('look wind quivering "yes"\n', "the looks are colour, glyph"),
    "two variables with one label": (
        'var gale : flag = no\n    look label "Wind"\n\nafter sail(_, _)\n    set gale to yes\n',
        "both/changes.rules:1:5: W004 two things have the label `Wind`",
    ),
    "two attributes with one label": (
        'extend kind Player\n    money : number = 0\n        look label "coins"\n\n'
        "after sail(player, _)\n    add 1 to player.money\n",
        "both/changes.rules:2:5: W004 two things have the label `coins`",
    ),
    "a kind without members": (
        "kind Fish\n\nafter load(_, _)\n    set wind to count(Fish)\n",
        "both/changes.rules:1:6: W005 `Fish` has no members",
    ),
    "a question that shows the name of a variable": (
        "after sail(player, _)\n    choose goal in Port by player\n    set player.port to goal\n",
        "both/changes.rules:2:5: W006 this choice has no question; players would read `Which goal?`",
    ),
    "a number without a question": (
        "after sail(player, _)\n    choose number n from 1 to 3 by player\n    load(player, n)\n",
        "W006 this choice has no question; players would read `Which n?`",
    ),
    "a game that is over at once": (
        'replace lose "Too much wind" when wind > 9\n\nbefore game()\n    set wind to 10\n',
        "both/changes.rules:1:9: W007 the game is over before the first decision: Too much wind",
    ),
    "an outcome that holds but is not noticed": (
        'win "Calm" when wind = 0\n',
        "both/changes.rules:1:1: W007 this condition is already true at the first decision",
    ),
    "a preference between rules that never meet": (
        "prefer changes over Smith\n",
        "changes.rules:1:1: W008 this `prefer` decides nothing: `both/changes` and `Smith` never conflict",
    ),
    "a preference about something else": (
        "prefer changes over Smith in load\n\nafter sail(_, _)\n    following Smith\n    add 1 to wind\n",
        "W008 this `prefer` decides nothing: `both/changes` and `Smith` never conflict in `load`",
    ),
    "a preference that a later one overrules": (
        "prefer changes over Smith\nprefer Smith over changes in sail\n\n"
        "after sail(_, _)\n    set wind to 0\n",
        "both/changes.rules:1:1: W008 this `prefer` decides nothing: a later one decides the same\n"
        "    1 | prefer changes over Smith\n"
        "      | ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  both/changes.rules:2:1: this one applies",
    ),
    "a value that is always set beside another setting": (
        "Captain Brown\n    change fare(me) to 4\n\nchange fare(_) to 3\n",
        "both/changes.rules:4:1: W009 `Brown` also sets `fare`: if both rules apply, the game stops",
    ),
    "a member that sets a value twice": (
        "Captain Brown\n    change fare(me) to 4\n    change fare(me) to 3\n",
        "both/changes.rules:3:5: W009 `Brown` sets `fare` twice: if both rules apply, the game stops",
    ),
    "a module that always sets a value, and sometimes again": (
        "change fare(_) to 4\n\nchange fare(player) to 3 when player.coins > 30\n",
        "both/changes.rules:3:1: W009 `both/changes` sets `fare` twice: if both rules apply",
    ),
    "settings with the same condition": (
        "change fare(_) to 4 when wind > 3\n\nchange fare(player) to 3 when player.coins > 2 and wind > 3\n",
        "both/changes.rules:3:1: W009 `both/changes` sets `fare` twice",
    ),
    "settings whose conditions overlap": (
        "change fare(_) to 4 when wind > 3\n\nchange fare(_) to 3 when wind < 5\n",
        "both/changes.rules:3:1: W009 `both/changes` sets `fare` twice",
    ),
    "two actions of one menu with one letter": (
        'action wait in moves "Wait"\n    look letter "w"\n    nothing\n\n'
        'action whistle in moves "Whistle"\n    look letter "w"\n    nothing\n',
        "both/changes.rules:5:8: W011 `wait` and `whistle` can be in one question and have the same letter",
    ),
    "two actions of menus that are offered together": (
        'menu calls "Call"\n\naction wait in moves "Wait"\n    look letter "w"\n    nothing\n\n'
        'Captain Brown\n    action whistle in calls "Whistle"\n        look letter "w"\n        nothing\n\n'
        "before sail(player, _)\n    offer moves to player with calls\n",
        "both/changes.rules:8:12: W011 `wait` and `whistle` can be in one question",
    ),
    "a letter that no keyboard need have": (
        'action wait in moves "Wait"\n    look letter "§"\n    nothing\n',
        "both/changes.rules:1:8: W011 `§` cannot choose `wait`",
    ),
    "a game that sometimes cannot begin": (
        "before game()\n    let goal = random of Port\n    if goal != Riga\n        set wind to 1 / wind\n",
        "both/scenario.toml:1:1: W007 some games stop before anybody has decided anything: both/changes.",
    ),
    "a game that cannot begin": (
        "before game()\n    set wind to 1 / wind\n",
        "both/scenario.toml:1:1: W007 the game cannot begin: both/changes.rules:2:",
    ),
}

SILENT = {
    "one letter for actions that never meet": (
        'Captain Brown\n    action wait in moves "Wait"\n        look letter "w"\n        nothing\n\n'
        'Captain Gray\n    action whistle in moves "Whistle"\n        look letter "w"\n        nothing\n\n'
        'menu calls "Call"\n\naction warn in calls "Warn"\n    look letter "w"\n    nothing\n\n'
        "before sail(player, _)\n    offer calls to player\n"
    ),
    "settings in different cases": (
        "Captain Brown\n    change fare(me) to 4 when wind > 3\n    change fare(me) to 3 when wind <= 3\n"
    ),
    "settings for different captains": (
        "Captain Brown\n    change fare(me) to 4\n\nCaptain Gray\n    change fare(me) to 3\n"
    ),
    "settings whose conditions are about different things": (
        "change fare(player) to 4 when player.coins > 3\n\nchange fare(_) to 3 when wind < 5\n"
    ),
    "what only a test uses": (
        "to rest(player)\n    set player.coins to 0\n\n"
        'test "t"\n    when rest(anna)\n    then anna.coins = 0\n'
    ),
    "names with a meaning": (
        'to settle()\n    nothing\n\nto ending()\n    say "Good night."\n\n'
        "value score(player) : number = player.coins\n\nvalue team() : set of Player = Player\n"
    ),
    "a variable that is only shown": "var storms : number = 0\n\nafter sail(_, _)\n    add 1 to storms\n",
    "a phase that lasts": (
        "phase day()\n    nothing\n\nextend kind Player\n    tired : flag = no per day\n\n"
        "after turn(player)\n    set player.tired to yes\n"
    ),
    "a kind that only types name": (
        "kind Flag\n\nextend kind Player\n    flag : Flag?\n\n"
        "after sail(player, _)\n    set player.flag to none\n"
    ),
    "a choice that is called like its kind": (
        "after sail(player, _)\n    choose port in Port by player\n    set player.port to port\n"
    ),
    "a label that only hidden things share": (
        'var gale : flag = no\n    look label "Wind", hidden "yes"\n\nafter sail(_, _)\n    set gale to yes\n'
    ),
    "a preference that is needed": "prefer changes over Smith\n\nafter sail(_, _)\n    add 1 to wind\n",
    "settings of which one wins": (
        "Captain Brown\n    change fare(me) to 4 over changes\n\nchange fare(_) to 3\n"
    ),
    "settings with conditions": (
        "Captain Brown\n    change fare(me) to 4\n\nchange fare(_) to 3 when wind > 3\n"
    ),
    "a colour by its number": 'look wind colour "#3060c0"\n',
}


def checkup(root: Path, text: str) -> Checkup:
    return check_scenario(lay(root, {"both": text}))


@pytest.mark.parametrize("name", WARNINGS)
def test_each_warning_is_told_where_it_is(name: str, tmp_path: Path) -> None:
    text, expected = WARNINGS[name]
    found = checkup(tmp_path, text)
    assert not found.mistakes, render_all(found.mistakes, found.sources)
    (warning,) = found.warnings
    assert expected in render_all([warning], found.sources)


@pytest.mark.parametrize("name", SILENT)
def test_what_is_meant_is_not_warned_about(name: str, tmp_path: Path) -> None:
    found = checkup(tmp_path, SILENT[name])
    told = (*found.mistakes, *found.warnings)
    assert not told, render_all(told, found.sources)


def test_each_warning_has_a_case(tmp_path: Path, said: set[str]) -> None:
    for number, (text, _) in enumerate(WARNINGS.values()):
        found = checkup(tmp_path / str(number), text)
        assert {warning.code for warning in found.warnings} <= set(messages.CODES)
    test_a_direction_that_leads_nowhere_is_told(tmp_path / "ice")
    assert set(messages_of((messages,))) - said == set()


ICE = """
kind Floe is a place
kind Way is one of east, west, south
extend kind Player
    floe : Floe = a1
menu moves "What now?"
action slide in moves "Slide"
    choose way in Way where step(my.floe, way) != none "Where to?"
    if step(my.floe, way) as next_one
        set my.floe to next_one
phase game()
    repeat forever
        for each player in Player
            offer moves to player
"""


def test_a_direction_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)
    manifest = 'name = "ice"\ntitle = "Ice"\nplayers = [1, 2]\nmodules = ["ice"]\ntables = ["sea"]\n'
    (tmp_path / "scenario.toml").write_text(manifest)
    (tmp_path / "ice.rules").write_text(ICE)
    for shape, told in (("hex", ["W010"]), ("square", [])):
        (tmp_path / "sea.toml").write_text(f'[grid.Floe]\nshape = "{shape}"\nrows = ["...", "..."]\n')
        found = check_scenario(tmp_path)
        assert not found.mistakes, render_all(found.mistakes, found.sources)
        assert [warning.code for warning in found.warnings] == told
        assert all(
            "`south` leads nowhere" in warning.message and warning.span.line == 3
            for warning in found.warnings
        )


def test_tests_are_checked_too(tmp_path: Path) -> None:
    found = checkup(tmp_path, 'test "t"\n    when sial(anna, Riga)\n    then nan.coins = 3\n')
    assert [(mistake.code, mistake.span.line) for mistake in found.mistakes] == [("R001", 2), ("R001", 3)]


def test_a_warning_about_what_a_part_uses_is_not_told(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"both": {"changes": "var fog : flag = no\n"}})
    manifest = folder / "scenario.toml"
    part = '[optional.mist]\ntitle = "Mist"\nmodules = ["mist"]\n'
    manifest.write_text(manifest.read_text(encoding="utf-8") + part, encoding="utf-8")
    (folder / "mist.rules").write_text("after sail(_, _)\n    set fog to yes\n", encoding="utf-8")
    assert check_scenario(folder).warnings == ()
    (folder / "mist.rules").write_text("after sail(_, _)\n    set fgo to yes\n", encoding="utf-8")
    assert [mistake.code for mistake in check_scenario(folder).mistakes] == ["R001"]


def test_a_layer_is_not_warned_about_what_it_offers(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"both": "to rest(player)\n    set player.coins to 0\n"})
    manifest = folder / "scenario.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "[layer]\n", encoding="utf-8")
    assert check_scenario(folder).warnings == ()


def test_the_known_looks_are_those_of_the_app() -> None:
    for palette in (DARK, LIGHT):
        assert set(COLOURS) <= set(palette)
    page = (HOUSE / "docs" / "language.md").read_text(encoding="utf-8")
    for key in LOOKS:
        assert f"| `{key}` |" in page, key
    assert ", ".join(COLOURS) in page
