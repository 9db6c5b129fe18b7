"""`lazaretto check` and `test` as authors of mods use them."""

from pathlib import Path

from tests.rules.small_mods import PORT, lay
from tests.tui.test_commands import Run, run

__all__ = ["run"]

GAME = 'test "crates"\n    when load(anna, 3)\n    then anna.coins = 3\n'


def test_warnings_count_only_if_asked(run: Run, tmp_path: Path) -> None:
    folder = lay(tmp_path, {"both": "var fog : flag = no\n"})
    done = run("check", folder)
    assert (done.status, done.out) == (0, f"{folder}: no mistakes, 1 warning\n")
    assert f"{folder}/changes.rules:1:5: W001 the variable `fog` is never used" in done.err
    assert run("check", "--strict", folder).status == 1
    (folder / "changes.rules").write_text("", encoding="utf-8")
    assert run("check", "--strict", folder) == (0, f"{folder}: no mistakes\n", "")


def test_check_reads_tests(run: Run, tmp_path: Path) -> None:
    folder = lay(tmp_path, {"both": 'test "t"\n    when laod(anna, 3)\n'})
    done = run("check", folder)
    assert (done.status, done.out) == (1, f"{folder}: 1 mistake\n")
    assert "changes.rules:2:10: R001 there is no value or procedure called `laod`" in done.err


def test_what_no_longer_applies_is_named_and_counted(run: Run, tmp_path: Path) -> None:
    folder = lay(tmp_path, {"game": {"game": GAME}, "both": "remove to load\n"})
    done = run("test", folder)
    assert done.status == 0
    assert "NO LONGER APPLIES game/game.rules:1: crates\n    `load` was removed" in done.out
    assert "1 tests of used games no longer apply" in done.out
    many = "".join(GAME.replace("crates", f"crates {number}") for number in range(12))
    folder = lay(tmp_path / "2", {"game": {"game": many}, "both": "remove to load\n"})
    assert "... and 2 more that no longer apply; -v shows all" in run("test", folder).out
    assert run("test", folder, "-v").out.count("NO LONGER APPLIES") == 12


def test_an_error_of_the_mod_fails_a_test_of_the_game(run: Run, tmp_path: Path) -> None:
    mod = "after load(player, _)\n    set player.coins to 3 / wind\n"
    done = run("test", lay(tmp_path, {"game": {"game": GAME}, "both": mod}))
    assert done.status == 1
    assert "FAILED game/game.rules:1: crates" in done.out
    assert "0 passed, 1 failed" in done.out


def test_a_simulation_with_errors_says_so_in_its_status(run: Run, tmp_path: Path) -> None:
    mod = "after sail(player, _)\n    set player.coins to 3 / (wind - wind)\n"
    assert run("simulate", lay(tmp_path, {"both": mod}), "--games", 2).status == 1


def test_texts_of_the_first_edition_are_upgraded(run: Run, tmp_path: Path) -> None:
    text = "after sail(player, port) when wind = 0\n    add 1 to player.coins\n\n"
    text += "change fare(player) to 3\n\n"
    text += "extend Captain Smith\n    before sail(me, port)\n        set my.coins to 1\n"
    folder = lay(tmp_path, {"both": text})
    rules = folder / "changes.rules"
    assert run("check", folder).status == 1
    done = run("fmt", "--check", "--upgrade", folder)
    assert done == (1, f"would upgrade {rules}, lines 1, 4, 7\n1 file, 1 to change\n", "")
    assert rules.read_text(encoding="utf-8") == text
    assert run("fmt", "--upgrade", folder).out == f"upgraded {rules}, lines 1, 4, 7\n1 file, 1 changed\n"
    expected = text.replace("(player, port)", "(player, _)").replace("fare(player)", "fare(_)")
    assert rules.read_text(encoding="utf-8") == expected.replace("(me, port)", "(me, _)")
    assert run("check", folder).status == 0
    assert run("fmt", "--upgrade", folder).out == "1 file, 0 changed\n"


def test_upgrading_leaves_a_misspelt_member_to_the_author(run: Run, tmp_path: Path) -> None:
    text = "after sail(_, riga)\n    add 1 to wind\n\nchange fare(player) to 3\n"
    folder = lay(tmp_path, {"both": text})
    rules = folder / "changes.rules"
    done = run("fmt", "--upgrade", folder)
    assert (done.status, done.out) == (1, f"upgraded {rules}, lines 4\n1 file, 1 changed\n")
    assert "changes.rules:1:15: R046" in done.err and "did you mean `Riga`?" in done.err
    assert rules.read_text(encoding="utf-8") == text.replace("player", "_")


def test_upgrading_says_that_mistakes_hide_old_names(run: Run, tmp_path: Path) -> None:
    text = "after stow(_, n)\n    when n > farre(n)\n    add 1 to breeze\n"
    port = PORT + "\nalias stow for load\nalias breeze for wind\n"
    folder = lay(tmp_path, {"port": {"port": port}, "both": text})
    rules = folder / "changes.rules"
    done = run("fmt", "--upgrade", folder)
    assert (done.status, done.out) == (1, f"upgraded {rules}, lines 1\n1 file, 1 changed\n")
    assert f"{folder} has mistakes, so some old names may be left" in done.err
    rules.write_text("after stow(_, _)\n    add 1 to wind\n", encoding="utf-8")
    assert run("fmt", "--upgrade", folder) == (0, f"upgraded {rules}, lines 1\n1 file, 1 changed\n", "")


def test_a_single_file_is_upgraded_with_its_scenario(run: Run, tmp_path: Path) -> None:
    texts = {"changes": "change fare(player) to 3\n", "more": "after sail(player, _)\n    add 1 to wind\n"}
    folder = lay(tmp_path, {"both": texts})
    rules = folder / "more.rules"
    assert run("fmt", "--upgrade", rules).out == f"upgraded {rules}, lines 1\n1 file, 1 changed\n"
    assert (folder / "changes.rules").read_text(encoding="utf-8") == texts["changes"]
    alone = tmp_path / "alone.rules"
    alone.write_text(texts["more"], encoding="utf-8")
    done = run("fmt", "--upgrade", alone)
    assert f"{alone} is not upgraded: there is no scenario.toml" in done.err
    (folder / "scenario.toml").write_text("name =", encoding="utf-8")
    done = run("fmt", "--upgrade", folder)
    assert done.status == 1 and f"{folder} is not upgraded" in done.err


OLD_TESTS = """test "one sails"
    when turn(anna)
    when anna does "go > Riga"
    then anna.port = Riga

test "one may sail"
    when turn(anna)
    then anna may "go > Riga"
    leave open # the end

test "one is asked"
    when turn(anna)
    leave open
"""
NEW_TESTS = """test "one sails"
    when turn(anna)
    when anna does "go > Riga"
    then anna.port = Riga
    then nothing asked

test "one may sail"
    when turn(anna)
    then anna may "go > Riga"
    # the end

test "one is asked"
    when turn(anna)
    leave open
"""


def test_tests_of_the_first_edition_say_at_their_end_what_they_need(run: Run, tmp_path: Path) -> None:
    folder = lay(tmp_path, {"both": "change fare(player) to 3\n"})
    tests = folder / "changes.tests"
    tests.write_text(OLD_TESTS, encoding="utf-8")
    assert "upgraded" in run("fmt", "--upgrade", folder).out
    assert tests.read_text(encoding="utf-8") == NEW_TESTS
    assert run("test", folder).out == "3 passed, 0 failed\n"
    assert run("fmt", "--upgrade", folder).out == "2 files, 0 changed\n"
    tests.write_text(OLD_TESTS, encoding="utf-8")
    assert run("test", folder).out.endswith("2 passed, 1 failed\n"), "`leave open` says it, too"
