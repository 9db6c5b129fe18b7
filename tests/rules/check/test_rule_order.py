"""Modules are known by scenario and name, and a scenario that uses two mods decides between their rules."""

from pathlib import Path

import pytest

from lazaretto.rules.tools.explain_definition import explain, names
from tests.rules.small_mods import PORT, lay, mistakes, passes

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
DOUBLE = "after sail(player, _)\n    set player.coins to player.coins * 2\n"
LESS = "after sail(player, _)\n    add -1 to player.coins\n"
CLOSED = 'instead of sail(player, _)\n    say "{player} stays."\n'
SLOW = "instead of sail(player, port)\n    set player.port to port\n"
CHEAP = "change fare(_) to 1\n"
DEAR = "change fare(_) to 5 when wind = 0\n"
MORE = "replace to load(player, n: number)\n    add n + 1 to player.coins\n"
TWICE = "replace to load(player, n: number)\n    inherited(player, n)\n    inherited(player, n)\n"


def test_hooks_of_two_modules_with_the_same_name_conflict(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": DOUBLE, "two": LESS})
    assert "two/changes.rules:1:1: R019" in text
    assert "both change `Player.coins`" in text
    assert "uses both: `prefer two/changes over one/changes`, or the other way round" in text


def test_replacements_of_two_modules_with_the_same_name_conflict(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": MORE, "two": TWICE})
    assert "two/changes.rules:1:12: R026 two modules replace `load`" in text
    assert "uses both: `prefer two/changes over one/changes`, or the other way round" in text


def test_a_mod_of_a_mod_says_itself_what_comes_first(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": {"changes": DOUBLE, "more": LESS}})
    assert "help: add `following one/changes` to the rule that comes second" in text


def test_changes_that_always_disagree_are_a_mistake(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": "change fare(_) to 1\n", "two": "change fare(_) to 3\n"})
    assert "two/changes.rules:1:1: R045 two rules always set `fare`, to different values" in text
    assert "`prefer two/changes over one/changes`" in text
    text = mistakes(tmp_path / "more", {"one": {"a": "change fare(_) to 1\n", "b": "change fare(_) to 3\n"}})
    assert "add `over one/a` to the one that wins" in text


def test_two_mods_that_extend_the_same_member_conflict(tmp_path: Path) -> None:
    def extended(text: str) -> str:
        return "extend Captain Smith\n    after sail(me, _)\n        " + text

    one, two = extended("set my.coins to 3\n"), extended("add 1 to my.coins\n")
    text = mistakes(tmp_path, {"one": one, "two": two})
    assert "R019" in text
    assert "`prefer two/changes over one/changes`" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prefer two/chnges over one/changes\n", "did you mean `two/changes`"),
        ("prefer changes over port\n", "R020 `changes` can mean the module `one/changes` or `two/changes`"),
        ("prefer one over two/changes\n", "`one` is a scenario; name one of its modules: `one/changes`"),
        ("prefer one/changes over two/changes in sial\n", "did you mean `sail`"),
        ("after load(_, _)\n    following Smyth\n    set wind to 1\n", "did you mean `Smith`?"),
        ("change fare(_) to 3 over one/change\n", "did you mean `one/changes`"),
        ("change fare(_) to 3 over Smith\n", "R001 `Smith` has no other rule that changes `fare`"),
        (
            "after load(_, _)\n    following port\n    set wind to 1\n",
            "R001 `port/port` has no other rule that hooks",
        ),
        ("replace to turn(player) over elsewhere/x\n    nothing\n", "R001 there is no module, and no member"),
        (
            "replace to turn(player) over one/changes\n    nothing\n",
            "R026 `one/changes` does not replace `turn`",
        ),
    ],
)
def test_a_name_that_means_nobody_is_a_mistake(tmp_path: Path, text: str, expected: str) -> None:
    found = mistakes(tmp_path, {"one": CHEAP, "two": "var calm : flag = no\n", "both": text})
    assert expected in found
    assert found.startswith("both/changes.rules:")


@pytest.mark.parametrize(
    ("one", "two", "winner", "lines"),
    [
        (DOUBLE, LESS, "two", ["set anna.coins to 6", "sail(anna, Riga)", "anna.coins = 7"]),
        (DOUBLE, LESS, "one", ["set anna.coins to 6", "sail(anna, Riga)", "anna.coins = 6"]),
        (CLOSED, SLOW, "one", ["set wind to 0", "sail(anna, Riga)", "anna.port = Oran"]),
        (CLOSED, SLOW, "two", ["set wind to 0", "sail(anna, Riga)", "anna.port = Riga"]),
        (CHEAP, DEAR, "one", ["set wind to 0", "sail(anna, Riga)", "anna.coins = -1"]),
        (CHEAP, DEAR, "two", ["set wind to 0", "sail(anna, Riga)", "anna.coins = -5"]),
        (CHEAP, DEAR, "two", ["set wind to 1", "sail(anna, Riga)", "anna.coins = -1"]),
        (MORE, TWICE, "one", ["set wind to 0", "load(anna, 3)", "anna.coins = 4"]),
        (MORE, TWICE, "two", ["set wind to 0", "load(anna, 3)", "anna.coins = 8"]),
        (TWICE, MORE, "one", ["set wind to 0", "load(anna, 3)", "anna.coins = 8"]),
    ],
)
def test_a_scenario_decides_between_two_mods(
    tmp_path: Path, one: str, two: str, winner: str, lines: list[str]
) -> None:
    loser = "two" if winner == "one" else "one"
    given, when, then = lines
    test = f'test "t"\n    given {given}\n    when {when}\n    then {then}\n'
    own = f"prefer {winner}/changes over {loser}/changes\n\n{test}"
    passes(tmp_path, {"one": one, "two": two, "both": own})


def test_a_preference_holds_only_for_what_it_names(tmp_path: Path) -> None:
    one, two = DOUBLE + "\n" + MORE, LESS + "\n" + TWICE
    text = mistakes(
        tmp_path, {"one": one, "two": two, "both": "prefer two/changes over one/changes in sail\n"}
    )
    assert "R026 two modules replace `load`" in text
    assert "R019" not in text


def test_a_bare_name_means_a_module_of_what_the_writer_uses(tmp_path: Path) -> None:
    """A mod that is clear by itself stays clear beside one whose files have the same names."""
    first = {"weather": DOUBLE, "changes": LESS + "    # after the other\n"}
    first["changes"] = "after sail(player, _)\n    following weather\n    add -1 to player.coins\n"
    second = {"weather": "var rain : flag = no\n"}
    own = 'test "t"\n    given set anna.coins to 6\n    when sail(anna, Riga)\n    then anna.coins = 7\n'
    passes(tmp_path, {"one": first, "two": second, "both": own})


def test_rules_that_follow_each_other_in_a_circle_are_a_mistake(tmp_path: Path) -> None:
    one = "after sail(player, _)\n    following rest\n    add 1 to wind\n"
    two = "after sail(player, _)\n    following changes\n    add 2 to wind\n"
    text = mistakes(tmp_path, {"one": {"changes": one, "rest": two}})
    assert "R024 these definitions depend on each other: one/changes -> one/rest -> one/changes" in text


def test_explain_names_modules_with_their_scenario(tmp_path: Path) -> None:
    scenarios = {"one": DOUBLE, "two": LESS, "both": "prefer one/changes over two/changes\n"}
    text = explain(lay(tmp_path, scenarios), "sail") or ""
    assert text.index("after (two/changes)") < text.index("after (one/changes)")


RIDE = 'extend action go "Ride"\n    limit 1 per turn\n'
WALK = 'extend action go "Walk"\n    limit 2 per turn\n'


def test_two_mods_that_set_the_same_part_of_an_action_are_told_to_prefer(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": RIDE, "two": WALK, "both": "var calm : flag = no\n"})
    assert "R071 two modules set the limit of the action `go`" in text
    assert "`prefer two/changes over one/changes`" in text
    assert "R044" not in text
    passes(
        tmp_path / "decided",
        {
            "one": RIDE,
            "two": WALK,
            "both": 'prefer one/changes over two/changes\n\ntest "t"\n    then wind = 0\n',
        },
    )


def test_explain_shows_what_a_preference_decides(tmp_path: Path) -> None:
    always = "change fare(_) to {}\n"
    scenarios = {
        "one": RIDE + "\n" + always.format(3),
        "two": WALK + "\n" + always.format(4),
        "both": "prefer one/changes over two/changes\n",
    }
    folder = lay(tmp_path, scenarios)
    text = explain(folder, "go") or ""
    winner = "-- extended by one/changes, over two/changes in label, limit: one/changes.rules:1\n"
    assert text.index("-- extended by two/changes: ") < text.index(winner)
    text = explain(folder, "fare") or ""
    assert "-- change (one/changes), over two/changes: one/changes.rules:4\n" in text
    assert "-- change (two/changes): two/changes.rules:4\n" in text


def test_explain_finds_members_and_actions_inside_them(tmp_path: Path) -> None:
    own = 'extend Captain Smith\n    action loaf in moves\n        say "{me} loafs."\n'
    folder = lay(tmp_path, {"both": {"changes": own}})
    text = explain(folder, "loaf") or ""
    assert (
        text
        == '-- action (Smith): both/changes.rules:2\n    action loaf in moves\n        say "{me} loafs."\n'
    )
    assert {"loaf", "Smith"} <= set(names(folder))
    paris = explain(SCENARIOS / "pandemic", "Paris") or ""
    assert "[[City]]" in paris and 'name = "Paris"' in paris


def test_explain_shows_every_replacement_and_the_original(tmp_path: Path) -> None:
    again = "replace to load(player, n: number)\n    inherited(player, n)\n"
    scenarios = {"one": again, "two": again, "both": "prefer one/changes over two/changes\n"}
    text = explain(lay(tmp_path, scenarios), "load") or ""
    places = (
        "two/changes: port/port.rules:",
        "one/changes: two/changes.rules:",
        "-- then: one/changes.rules:",
    )
    assert [text.index(place) for place in places] == sorted(text.index(place) for place in places)
    assert "add n to player.coins" in text


def test_explain_finds_attributes_words_and_labels(tmp_path: Path) -> None:
    port = PORT + "\nalias Player.money for Player.coins\nalias Skipper for Captain\nalias cross for angry\n"
    port += 'kind Mood is one of calm, angry\n\nvar sky : fair | foul = fair\n\nPort Ho_Chi "Ho Chi"\n'
    folder = lay(tmp_path, {"port": {"port": port}})
    coins = "-- attribute (Player): port/port.rules:22\n    coins   : number = 0\n"
    assert explain(folder, "coins") == coins == explain(folder, "Player.coins")
    assert explain(folder, "money") == f"money is now called coins.\n\n{coins}"
    assert explain(folder, "Player.money") == f"Player.money is now called Player.coins.\n\n{coins}"
    angry = explain(folder, "angry") or ""
    assert "-- member (Mood): " in angry and "calm, angry" in angry
    assert explain(folder, "cross") == f"cross is now called angry.\n\n{angry}"
    assert "-- member (sky): " in (explain(folder, "foul") or "")
    assert "Port Ho_Chi" in (explain(folder, "Ho Chi") or "")
    assert explain(folder, "Port.coins") is None
    assert {"coins", "angry", "foul"} <= set(names(folder))
