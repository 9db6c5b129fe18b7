"""Old names of renamed things: mods, records, options and campaigns that use them still work."""

import io
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.grammar import render_all
from lazaretto.host.records.rerun_record import replay
from lazaretto.rules import Program, load
from lazaretto.rules.build import link
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.run.records.record_file import Record, read, write
from lazaretto.rules.tools import scenario_tests
from lazaretto.rules.tools.check_scenario import check_scenario
from lazaretto.rules.tools.explain_definition import explain, names
from lazaretto.rules.tools.render_diagnostics import mistakes
from lazaretto.rules.tools.upgrade_texts import upgrades
from lazaretto.rules.warn.old_names import old_names
from lazaretto.tui.__main__ import main
from tests.rules.renamed_game import ATTRIBUTES, ENDS, NAMES, lay_games
from tests.rules.small_mods import PORT, lay

PARTS = frozenset({"wild"})


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The game as it was, the game with new names, and a mod with old ones."""
    return lay_games(tmp_path_factory.mktemp("games"))


def program(folder: Path) -> Program:
    loaded = load(folder, switches=PARTS)
    assert loaded.program is not None, render_all(loaded.diagnostics, loaded.sources)
    return loaded.program


@pytest.fixture(scope="module")
def programs(games: tuple[Path, Path, Path]) -> tuple[Program, Program]:
    return program(games[0]), program(games[1])


def played(old: Program, seed: int) -> Iterator[Record]:
    """Play at random; yield the record after each choice."""
    game = old.start(seed=seed, players=("anna", "ben"), options={"level": "hard" if seed % 2 else "easy"})
    chance = random.Random(seed)
    for _ in range(25):
        decision = game.decision
        if decision is None:
            return
        option = chance.choice([each for each in decision.options if each.why_not is None])
        game.choose(option.key, option.seat)
        yield game.record()


# --- mods ------------------------------------------------------------------------------------------


def test_a_mod_may_use_the_old_name_of_everything(games: tuple[Path, Path, Path]) -> None:
    found = check_scenario(games[2])
    assert not found.mistakes, render_all(found.mistakes, found.sources)
    assert {warning.code for warning in found.warnings} == {"W020"}
    shown = mistakes(found.warnings, found.sources, games[2])
    alike = [int(number) for number in re.findall(r"  and (\d+) more like this: ", shown)]
    assert sum(alike) + shown.count("W020") == len(found.warnings) and shown.count("help: ") < 5, shown
    tested = scenario_tests.run(games[2])
    assert not tested.diagnostics
    assert [result.failure for result in tested.results] == [None]


def test_each_old_name_is_told_where_it_is(games: tuple[Path, Path, Path]) -> None:
    pack, _, _ = read_pack(games[2])
    assert pack is not None
    linked = link(games[2])
    told = {(name.old, name.new) for name in old_names(linked, pack) if name.span.file.startswith("mod/")}
    expected = {*NAMES.items(), *((old.split(".")[1], new.split(".")[1]) for old, new in ATTRIBUTES.items())}
    expected |= {("Fear rules", ENDS["lose", "Fear rules"]), ("old_game", "game"), ("wild", "harsh")}
    expected |= {("old_game/old_board", "game/table"), ("old_board", "table"), ("old_game/rest", "game/rest")}
    assert expected - told == set()
    for name in old_names(linked, pack):
        line = linked.sources[name.span.file].line(name.span.line)
        assert line[name.span.column - 1 :].lstrip('"[').startswith(name.old), name


def test_upgrading_rewrites_all_old_names(games: tuple[Path, Path, Path], tmp_path: Path) -> None:
    _, _, mod = lay_games(tmp_path)
    assert main(["fmt", "--upgrade", str(mod)]) == 0
    assert upgrades(mod) == {}
    found = check_scenario(mod)
    assert (found.mistakes, found.warnings) == ((), ())
    assert [result.failure for result in scenario_tests.run(mod).results] == [None]
    texts = [path.read_text(encoding="utf-8") for path in sorted(mod.iterdir())]
    assert "old_game" not in "".join(texts)
    assert main(["fmt", "--upgrade", "--check", str(mod)]) == 0


def test_upgrading_leaves_a_name_that_a_rule_uses_for_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = PORT.replace("wind", "breeze").replace("    coins ", "    money ")
    game += "\nalias wind for breeze\n\nalias Player.coins for Player.money\n"
    mod = (
        "after load(player, breeze)\n    add breeze to wind\n    add wind to player.coins\n\n"
        "before turn(money)\n    add 1 to money.coins\n    add 1 to wind\n"
    )
    both = lay(tmp_path, {"port": game.replace("player.coins", "player.money"), "both": mod})
    assert main(["fmt", "--upgrade", str(both)]) == 1
    told = capsys.readouterr().err
    expected = "but this rule calls something of its own `breeze`"
    assert told.count(expected) == 2 and "both/changes.rules:2:19: W020 `wind` is now called" in told, told
    text = (both / "changes.rules").read_text(encoding="utf-8")
    assert "    add breeze to wind\n    add wind to player.money\n" in text
    assert "    add 1 to money.money\n    add 1 to breeze\n" in text
    assert not check_scenario(both).mistakes


def test_the_definition_of_an_old_name_is_that_of_the_thing(games: tuple[Path, Path, Path]) -> None:
    linked = link(games[2])
    line = linked.sources["mod/changes.rules"].text.split("\n").index("before visit(player, St_Gall)") + 1
    rule = linked.references.definition_at("mod/changes.rules", line, 8)
    member = linked.references.definition_at("mod/changes.rules", line, 22)
    assert rule is not None and (rule.sort, rule.name, rule.span.file) == (
        "procedure",
        "enter",
        "game/table.rules",
    )
    assert member is not None and (member.sort, member.name) == ("member", "Sankt Gallen")


def test_an_old_name_is_explained_as_the_new_thing(games: tuple[Path, Path, Path]) -> None:
    known = {**NAMES, **ATTRIBUTES, "Fear rules": ENDS["lose", "Fear rules"], "wild": "harsh"}
    for old in ("travel", "St_Gall", "Fear rules", "calm", "fair", "Player.place", "wild"):
        new = known[old]
        text = explain(games[1], old)
        assert text == f"{old} is now called {new}.\n\n{explain(games[1], new)}"
    assert set(NAMES).isdisjoint(names(games[1]))


# --- records ---------------------------------------------------------------------------------------


def test_old_records_replay(programs: tuple[Program, Program]) -> None:
    old, new = programs
    endings = set()
    for seed in range(12):
        *_, record = played(old, seed)
        again = replay(new, read(write(record), "record"))
        assert again.difference is None and again.faithful and again.changed
        assert again.done == len(record.choices)
        found = again.game.record()
        assert not {"travel", "pick", "level"} & {
            *" ".join(key for _, key in found.choices).split(),
            *found.options,
        }
        assert found.switches == ("harsh",)
        endings.add((record.outcome, found.outcome))
    assert {
        ("Fear rules", "Dread rules"),
        ("All of St. Gall are sick", "The whole of Sankt Gallen is ill"),
    } <= endings


def test_a_renamed_pile_and_rule_draw_as_before(programs: tuple[Program, Program]) -> None:
    old, new = programs
    for seed in range(3):
        *_, record = played(old, seed)
        assert replay(new, record).game.snapshot() == replay(old, record).game.snapshot()


def test_an_answer_that_is_gone_is_told_with_its_number_and_reason(programs: tuple[Program, Program]) -> None:
    old, new = programs
    *_, record = (each for each in played(old, 1) if len(each.choices) < 4)
    gone = replace(record, choices=(*record.choices, (record.choices[-1][0] ^ 1, "voyage > St. Gall")))
    difference = replay(new, gone).difference
    assert difference is not None
    assert (difference.number, difference.key) == (len(gone.choices), "voyage > St. Gall")
    assert "voyage" in difference.reason and "table.rules" in difference.place


def test_an_old_ending_is_not_taken_for_another_one(programs: tuple[Program, Program]) -> None:
    old, new = programs
    *_, record = next(
        found for seed in range(12) if (found := [*played(old, seed)])[-1].outcome == "Fear rules"
    )
    assert replay(new, record).faithful
    assert not replay(new, replace(record, outcome="All of St. Gall are sick")).faithful
    assert not replay(new, replace(record, outcome="Fear reigns")).faithful
    assert not new.same_ending("The whole of Bern is ill", "All of St. Gall are sick")


def test_players_may_use_old_names(programs: tuple[Program, Program]) -> None:
    _, new = programs
    game = new.start(seed=1, players=("anna",), options={"level": "hard"})
    assert game.record().options == {"grade": "tough"}
    for key in ("Travel > st gall", "TRAVEL", "travel > Lugano"):
        game.choose(key, 0)
    assert [key for _, key in game.record().choices] == ["go > Sankt Gallen", "go", "go > Lugano"]


def test_values_of_a_campaign_keep_their_meaning(programs: tuple[Program, Program]) -> None:
    old, new = programs
    game = old.start(seed=1, players=("anna",))
    for key in ("travel > St. Gall", "travel", "pick > Token 1"):
        game.choose(key, 0)
    kept = game.handed_on()
    assert kept == {"City.St_Gall.sick": "yes", "City.Bern.sick": "yes", "mood": "angry"}
    present = {"Town.Sankt_Gallen.ill": "yes", "Town.Bern.ill": "yes", "temper": "furious"}
    assert new.fitting(("anna",), kept) == (kept, ())
    assert new.start(seed=1, players=("anna",), kept=kept).handed_on() == present


def test_commands_and_line_mode_understand_old_names(
    games: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "travel st. gall\nTravel > bern\nvoyage\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    options = ["--option", "level=hard", "--option", "wild=yes", "--players", "1", "--seed", "1"]
    main(["play", "old_game", "--plain", "--path", str(games[1].parent), *options])
    told = capsys.readouterr().out
    assert "It is rough in Sankt Gallen." in told and "goes to Bern." in told
    assert "Nothing here is called `voyage`." in told


# --- several scenarios -----------------------------------------------------------------------------

TINY = 'name = "{name}"\ntitle = "T"\nplayers = [1, 2]\nuses = {uses}\nmodules = ["{name}"]\n'
START = 'phase game()\n    win "Done"\n\nto {0}()\n    nothing\n'


def laid(root: Path, texts: dict[str, tuple[str, str]]) -> Path:
    """Write scenarios, each with what it uses and its module; return the folder of the last one."""
    for name, (uses, text) in texts.items():
        (root / name).mkdir(parents=True)
        (root / name / "scenario.toml").write_text(TINY.format(name=name, uses=uses), encoding="utf-8")
        (root / name / f"{name}.rules").write_text(text, encoding="utf-8")
    return root / name


BASE = ("[]", START.format("rest") + "\nalias nap for rest\n")

TOLD = {
    "the same old name for different things in two games": (
        {
            "one": ("[]", START.format("rest") + "\nalias nap for rest\n"),
            "two": ("[]", "to doze()\n    nothing\n\nalias nap for doze\n"),
            "both": ('["one", "two"]', ""),
        },
        "two/two.rules:4:7: R080 `nap` is already the old name of something",
    ),
    "for the same thing it is no mistake": (
        {"one": BASE, "both": ('["one"]', "alias nap for rest\n")},
        "",
    ),
    "what a mod removes": ({"one": BASE, "both": ('["one"]', "remove to rest\n")}, ""),
    "the old name of something that was removed": (
        {"one": BASE, "both": ('["one"]', "remove to rest\n\nto work()\n    nap()\n")},
        "both/both.rules:4:5: R027",
    ),
    "a mod may give an old name to something new": (
        {
            "one": BASE,
            "both": (
                '["one"]',
                "to nap()\n    nothing\n\nto work()\n    nap()\n\nafter rest()\n    work()\n",
            ),
        },
        "both/both.rules:1:4: W020 `nap` is also the old name of `rest`",
    ),
    "a mod may not declare an alias that hides": (
        {"one": BASE, "both": ('["one"]', "to work()\n    nothing\n\nalias rest for work\n")},
        "both/both.rules:4:7: R080 `rest` is still the name of something else",
    ),
    "a mod may rename what is renamed": (
        {"one": BASE, "both": ('["one"]', "alias sleep for nap\n\nafter sleep()\n    nothing\n")},
        "both/both.rules:3:7: W020 `sleep` is now called `rest`",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_aliases_of_several_scenarios(name: str, tmp_path: Path) -> None:
    texts, expected = TOLD[name]
    found = check_scenario(laid(tmp_path, texts))
    told = render_all(
        (*found.mistakes, *(warning for warning in found.warnings if warning.code == "W020")), found.sources
    )
    assert told.startswith(expected) if expected else not told


def test_old_names_in_a_table_with_a_list_are_rewritten_one_by_one(tmp_path: Path) -> None:
    text = START.format("rest") + (
        "\nkind Spot is a place\n\nSpot Dunes\nSpot Cliff\n\nkind Trip\n    stops : list of Spot\n"
        "\nalias Sand for Dunes\nalias Rock for Cliff\n"
    )
    folder = laid(tmp_path, {"one": ("[]", text), "both": ('["one"]', "")})
    manifest = folder / "scenario.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + 'tables = ["trips"]\n', encoding="utf-8")
    (folder / "trips.toml").write_text(
        '[[Trip]]\nname = "A"\nstops = ["Rock", "Sand", "Rock"]\n', encoding="utf-8"
    )
    assert main(["fmt", "--upgrade", str(folder)]) == 0
    assert 'stops = ["Cliff", "Dunes", "Cliff"]' in (folder / "trips.toml").read_text(encoding="utf-8")


# --- names in tests, and steps that take themselves --------------------------------------------------

ORCHARD = """kind Field is a place

kind Lane links Field

kind Hue is one of crimson, green

kind Fruit is a piece for each Hue times 2

extend kind Player
    field : Field = Gate

pile branches of Fruit
    starts with Fruit

menu deeds "What do you do?"

phase game()
    repeat forever
        for each player in Player
            offer deeds to player

action walk in deeds
    choose field in neighbours(my.field)
        needs field != Lake else "It is wet"
    set my.field to field

alias Old_Tree for Great_Oak
alias red for crimson
alias stroll for walk
"""
LAND = """Field = [{ name = "Gate" }, { name = "Great Oak" }, { name = "Lake" }]
Lane = [{ ends = ["Gate", "Great Oak"] }, { ends = ["Great Oak", "Lake"] }]
"""
GROVE = """extend action stroll
    "Slowly."
"""
GROVE_TESTS = """test "stroll"
    given set anna.field to Old_Tree
    then red_1 in branches and anna.field = Old_Tree

test "paths"
    when game()
    when anna does "walk > Old Tree"
    then anna.field = Great_Oak
    given set ben.field to Great_Oak
    then ben may not "walk > Lake" because "It is wet"
"""


@pytest.fixture(scope="module")
def grove(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mod with old names whose test has the title of one."""
    texts = {"orchard": ("[]", ORCHARD), "grove": ('["orchard"]', GROVE)}
    folder = laid(tmp_path_factory.mktemp("orchard"), texts)
    (folder.parent / "orchard" / "land.toml").write_text(LAND, encoding="utf-8")
    manifest = folder.parent / "orchard" / "scenario.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + 'tables = ["land"]\n', encoding="utf-8")
    (folder / "grove.tests").write_text(GROVE_TESTS, encoding="utf-8")
    return folder


def test_the_title_of_a_test_takes_no_old_name_away(grove: Path) -> None:
    found = check_scenario(grove)
    assert not found.mistakes, render_all(found.mistakes, found.sources)
    told = render_all(found.warnings, found.sources)
    assert "`stroll` is now called `walk`" in told and "is also the old name" not in told


def test_old_names_in_tests_become_names_of_rules(grove: Path) -> None:
    found = upgrades(grove)
    assert found is not None
    text = found[grove / "grove.tests"].text
    assert text.startswith(
        'test "stroll"\n    given set anna.field to Great_Oak\n'
        "    then crimson_1 in branches and anna.field = Great_Oak\n"
    )
    assert 'when anna does "walk > Great Oak"' in text


@pytest.mark.parametrize("name", ["Great_Oak", "great oak", "Old_Tree", "old tree", "OLD_TREE"])
def test_a_step_that_takes_itself_has_all_its_names(grove: Path, name: str) -> None:
    loaded = load(grove)
    assert loaded.program is not None
    game = loaded.program.start(seed=1, players=("anna", "ben"))
    game.choose(f"walk > {name}", 0)
    assert [key for _, key in game.record().choices] == ["walk"]


def test_a_test_may_name_a_step_that_takes_itself(grove: Path) -> None:
    assert [result.failure for result in scenario_tests.run(grove).results] == [None, None]


def test_line_mode_takes_all_names_of_a_step_that_takes_itself(
    grove: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for typed in ("walk Old_Tree", "walk great", "stroll old tree", "walk > GREAT OAK"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n"))
        main(["play", "grove", "--plain", "--path", str(grove.parent), "--players", "2", "--seed", "1"])
        told = capsys.readouterr().out
        assert "Nothing here is called" not in told, told


def test_a_module_with_the_name_of_its_scenario_may_be_renamed(tmp_path: Path) -> None:
    folder = laid(
        tmp_path, {"one": ("[]", START.format("rest")), "both": ('["one"]', "prefer both over one/one\n")}
    )
    one = tmp_path / "one"
    (one / "one.rules").rename(one / "fresh.rules")
    manifest = (
        (one / "scenario.toml")
        .read_text(encoding="utf-8")
        .replace('modules = ["one"]', 'modules = ["fresh"]')
    )
    (one / "scenario.toml").write_text(manifest + '[alias]\none = "fresh"\n', encoding="utf-8")
    found = check_scenario(folder)
    assert not found.mistakes, render_all(found.mistakes, found.sources)
    assert "`one/one` is now called `one/fresh`" in render_all(found.warnings, found.sources)
