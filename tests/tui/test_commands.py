"""Tests the commands as scripts use them: output, stream, and exit status."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from lazaretto.host.settings.folders_played_from import FILE
from lazaretto.rules.backends.python.profiler import SORTS
from lazaretto.rules.lower.ir import Role
from lazaretto.rules.version_and_extras import how_to_install
from lazaretto.tui.__main__ import GROUPS, main
from lazaretto.tui.command_line.command_parser import CommandLine
from lazaretto.tui.messages.simulation import PROFILE_SORTS
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
NAMES = [
    "play",
    "learn",
    "campaigns",
    "list",
    "check",
    "test",
    "fmt",
    "simulate",
    "balance",
    "train",
    "replay",
    "export",
    "join",
    "explain",
    "rulebook",
    "new",
    "stats",
    "man",
    "completion",
]


class Done(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with text on standard input."""

    def run(*arguments: object, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err and "internal error" not in err
        return Done(status, out, err)

    return run


def test_there_is_a_test_for_every_command() -> None:
    known = CommandLine(GROUPS).commands
    assert {name for name, parser in known.items() if parser.summary} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_has_an_example(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.status == 0
    assert f"example:\n  lazaretto {name} " in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["check"],
        ["simulate"],
        ["simulate", "stones", "--games", "0"],
        ["simulate", "stones", "--games", "many"],
        ["simulate", "stones", "--option", "start"],
        ["play", "--names", "anna,anna"],
        ["new"],
        ["list", "--colour"],
    ],
)
def test_wrong_usage_is_status_2(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("lazaretto") and done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["check", "test", "simulate", "play"])
def test_an_unknown_scenario_gives_the_nearest(run: Run, stones: Path, name: str) -> None:
    done = run(name, "stone", "--path", stones.parent)
    assert done.status == 1
    assert "there is no scenario or folder `stone`; did you mean `stones`?" in done.err


def test_an_unknown_option_gives_the_nearest(run: Run, stones: Path) -> None:
    done = run("simulate", stones, "--option", "strat=3")
    assert (done.status, done.out) == (1, "")
    assert done.err.count("did you mean `start`?") == 1


@pytest.mark.parametrize("option", ["start=99", "start=many", "hurry=perhaps"])
def test_a_wrong_value_is_refused(run: Run, stones: Path, option: str) -> None:
    done = run("simulate", stones, "--option", option)
    assert (done.status, done.out) == (1, "")
    assert option.partition("=")[0] in done.err


def test_a_misspelt_part_is_told_beside_the_options(run: Run, stones: Path) -> None:
    done = run("simulate", stones, "--option", "hury=yes")
    assert (done.status, done.out) == (1, "")
    assert "only start, hurry; did you mean `hurry`?" in done.err


def test_too_many_players_are_refused(run: Run, stones: Path) -> None:
    assert run("simulate", stones, "--players", 9).status == 1
    assert run("play", stones, "--players", 2, "--names", "anna,ben,carl").status == 2


def test_list_finds_scenarios_in_more_places(run: Run, stones: Path) -> None:
    done = run("list", "--path", stones.parent)
    assert done.status == 0
    assert any(line.startswith("stones ") and "Stones" in line for line in done.out.splitlines())
    found = json.loads(run("list", "--path", stones.parent, "--json").out)
    assert {"name": "stones", "title": "Stones", "folder": str(stones), "problem": None}.items() <= found[
        -2
    ].items()


def test_list_finds_the_users_own(run: Run, stones: Path, own_data: Path) -> None:
    shutil.copytree(stones, own_data / "scenarios" / "stones")
    assert "(yours)" in run("list").out


def test_list_names_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "scenario.toml").write_text("name =")
    done = run("list", "--path", tmp_path)
    assert done.status == 0
    assert "broken cannot be read: this is not valid TOML" in " ".join(done.out.split())


def test_check_is_content_or_prints_every_mistake(run: Run, stones: Path, tmp_path: Path) -> None:
    assert run("check", stones) == (0, f"{stones}: no mistakes\n", "")
    bad = tmp_path / "stones"
    shutil.copytree(stones, bad)
    manifest = bad / "scenario.toml"
    manifest.write_text("colour = 3\n" + manifest.read_text().replace('"heap"', '"heep"'))
    done = run("check", bad)
    assert (done.status, done.out) == (1, f"{bad}: 1 mistake\n")
    assert done.err.startswith(
        f"{bad}/scenario.toml:1:1: P010 there is no key `colour`\n    1 | colour = 3\n"
    )


def test_check_warns_of_secrets_that_rules_tell(run: Run, stones: Path, tmp_path: Path) -> None:
    telling = tmp_path / "stones"
    shutil.copytree(stones, telling)
    rules = telling / "heap.rules"
    more = '\nvar wish : number seen by nobody\n\nbefore turn(_)\n    set wish to 2\n    say "{wish}"\n'
    rules.write_text(rules.read_text() + more)
    done = run("check", telling)
    assert (done.status, done.out) == (0, f"{telling}: no mistakes, 1 warning\n")
    assert "L001 the text depends on `wish`, which the players cannot see" in done.err
    counted = f"{telling}: 1 warning; --strict treats warnings as mistakes\n"
    assert run("check", telling, "--strict") == (1, counted, done.err)
    assert run("simulate", telling, "--games", "1").status == 0
    rules.write_text(
        rules.read_text().replace('    say "{wish', '    reveals wish "A test."\n    say "{wish')
    )
    assert run("check", telling, "--strict") == (0, f"{telling}: no mistakes\n", "")


def test_check_takes_a_folder_of_scenarios(run: Run, stones: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(stones, tmp_path / "games" / name)
    assert run("check", tmp_path / "games").out.count("no mistakes") == 2


def test_the_last_line_of_test_counts(run: Run, stones: Path, tmp_path: Path) -> None:
    done = run("test", stones)
    assert (done.status, done.out.splitlines()[-1]) == (0, "2 passed, 0 failed")
    bad = tmp_path / "stones"
    shutil.copytree(stones, bad)
    rules = bad / "heap.rules"
    rules.write_text(rules.read_text().replace("advance taken by amount.size", "advance taken"))
    done = run("test", bad)
    assert (done.status, done.out.splitlines()[-1]) == (1, "1 passed, 1 failed")
    assert "two stones are taken" in done.out
    rules.write_text("nonsense here")
    done = run("test", bad)
    assert (done.status, done.out.splitlines()[-1]) == (1, "0 passed, 0 failed")
    assert "heap.rules:1:" in done.err


def test_fmt_lays_out_and_checks(run: Run, stones: Path, tmp_path: Path) -> None:
    assert run("fmt", "--check", stones).status == 0
    rules = tmp_path / "heap.rules"
    neat = (stones / "heap.rules").read_text()
    rules.write_text(neat.replace("track taken 0..9", "track   taken 0..9   "))
    done = run("fmt", "--check", tmp_path)
    assert (done.status, done.out) == (1, f"would change {rules}\n1 file, 1 to change\n")
    assert run("fmt", rules).status == 0
    assert rules.read_text() == neat
    tests = tmp_path / "heap.tests"
    tests.write_text('test "it"\n  then   taken = 0\n')
    done = run("fmt", "--check", tmp_path)
    assert (done.status, done.out) == (1, f"would change {tests}\n2 files, 1 to change\n")
    assert run("fmt", tmp_path).status == 0
    assert tests.read_text() == 'test "it"\n    then taken = 0\n'
    assert run("fmt", tmp_path / "nothing").status == 1


def test_fmt_leaves_a_broken_file_alone(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "bad.rules"
    rules.write_text("to to to\n")
    done = run("fmt", rules)
    assert done.status == 1
    assert f"{rules}:1:" in done.err
    assert rules.read_text() == "to to to\n"


def test_fmt_leaves_the_old_text_on_a_full_disk(run: Run, stones: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    rules, link = tmp_path / "heap.rules", tmp_path / "link.rules"
    rules.write_text((stones / "heap.rules").read_text().replace("..", " .. "))
    rules.chmod(0o640)
    link.symlink_to(rules)
    before = rules.read_text()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, usual[1]))
    try:
        done = run("fmt", rules)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert done.status == 1 and "internal error" not in done.err
    assert rules.read_text() == before
    assert run("fmt", link).status == 0
    assert rules.read_text() == (stones / "heap.rules").read_text()
    assert link.is_symlink() and rules.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.glob("*.*")) == ["heap.rules", "link.rules"]


def test_no_command_makes_names_for_a_billion_players(run: Run, stones: Path) -> None:
    for command in ("simulate", "balance", "train", "play"):
        done = run(command, stones, "--players", 999_999_999)
        assert done.status == 2 and "a game has at most 20 players, not 999999999" in done.err


def test_simulate_shows_what_rules_cost(run: Run, stones: Path) -> None:
    done = run("simulate", stones, "--games", 3, "--profile")
    assert done.status == 0
    table = done.out.split("calls of rules per game")[1].splitlines()[1:]
    assert table[0].split() == ["share", "calls", "per", "game", "µs", "per", "call", "rule"]
    assert len(table) > 3
    assert sum(float(row.split("%")[0]) for row in table[1:]) == pytest.approx(100, abs=2)
    plain, measured = (
        json.loads(run("simulate", stones, "--games", 3, "--json", *more).out)
        for more in ((), ("--profile",))
    )
    costs = measured.pop("profile")
    assert all(cost["calls"] > 0 and cost["seconds"] >= 0 for cost in costs)
    assert {"rule", "options"} <= {cost["sort"] for cost in costs}
    for times in ("seconds", "games_per_second"):
        del plain[times], measured[times]
    assert measured == plain, "a profile changes no game"


def test_a_profile_names_every_role() -> None:
    assert set(SORTS) == set(Role)
    assert set(PROFILE_SORTS) == set(SORTS.values())


def test_simulate_prints_one_object(run: Run, stones: Path) -> None:
    done = run("simulate", stones, "--games", 20, "--seed", 1, "--players", 3, "--json")
    assert (done.status, done.err) == (0, "")
    report = json.loads(done.out)
    expected = {"scenario": "stones", "players": 3, "games": 20, "errors": 0}
    assert expected.items() <= report.items()
    assert {"wins", "losses", "decisions", "turns", "seconds", "games_per_second"} <= report.keys()
    assert report["wins"] + sum(report["losses"].values()) == 20


def test_simulate_prints_for_people(run: Run, stones: Path) -> None:
    done = run("simulate", stones, "--games", 5, "--option", "hurry=yes", "--option", "start=9")
    assert done.status == 0
    assert done.out.startswith("stones: 5 games of 2 players, seed 0\n")
    assert run("simulate", stones, "--bots", "rondom").err.count("`random`") == 1


def test_bots_are_named_in_any_case_and_players_choose_among_levels(run: Run, stones: Path) -> None:
    assert run("simulate", stones, "--bots", "Random, KEEN", "--games", 2).status == 0
    assert run("simulate", stones, "--bots", "Thinker", "--games", 1).status == 0
    for command in ("simulate", "balance"):
        refused = run(command, stones, "--bots", "nobody")
        assert refused.status and "`hard`, `thinker`" in refused.err
    place = ("--plain", "--seed", 3, "--path", stones.parent)
    played = run("play", "stones", "--bots", "Person, Keen", *place, typed="take two\n")
    assert played.status == 0 and "keen bot" in played.out
    refused = run("play", "stones", "--bots", "clever", *place)
    assert refused.status and "only random, keen, easy, medium, hard, or person" in refused.err


def test_a_part_is_checked_and_tested_switched_on(run: Run, stones: Path, tmp_path: Path) -> None:
    stones = shutil.copytree(stones, tmp_path / "stones")
    for command in ("check", "test"):
        assert run(command, stones, "--option", "hurry=yes").status == 0
        done = run(command, stones, "--option", "hury=yes")
        assert done.status == 1
        assert "has no optional part `hury`; did you mean `hurry`?" in done.err
    with (stones / "hurry.rules").open("a") as rules:
        rules.write("\nchange no_such_value() to 1\n")
    assert "no_such_value" in run("check", stones, "--option", "hurry=yes").err


def test_a_game_is_played_kept_replayed_and_taken_up(run: Run, stones: Path, own_data: Path) -> None:
    place = ("--path", stones.parent)
    done = run("play", "stones", "--plain", "--seed", 3, *place, typed="take two\ntake one\n")
    assert done.status == 0
    (path,) = (own_data / "records").iterdir()
    done = run("replay", path, *place)
    assert done.status == 0
    assert "anna takes two." in done.out
    assert done.out.endswith("The game is not over, as the record says.\n")
    done = run("replay", path.stem, "--to", 1, *place)
    assert "Stopped after 1 of" in done.out
    done = run("play", "--resume", path.stem, *place, typed="take two\ntake one\ntake\n")
    assert "The game is over." in done.out
    done = run("replay", path, *place)
    assert "The game ends as the record says" in done.out


def test_chances_are_printed_without_the_choices_in_the_columns_of_the_terminal(
    run: Run, stones: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ("--path", stones.parent)
    run("play", "stones", "--plain", "--seed", 3, *place, typed="take two\ntake one\n" * 5)
    (path,) = (own_data / "records").glob("*.toml")
    whole = run("replay", path, *place).out
    assert "   1. " in whole and "The game ends as the record says" in whole
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run("replay", path, *place).out
    assert narrow.split() == whole.split() and len(narrow.splitlines()) > len(whole.splitlines())
    done = run("replay", path, "--chances", *place)
    assert done.status == 0 and "   1. " not in done.out
    assert any(line.startswith("turn 1 ") for line in done.out.splitlines()), done.out


def test_a_replay_that_ends_otherwise_says_with_which_choice_and_by_which_rule(
    run: Run, stones: Path, own_data: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(stones, tmp_path / "changed" / "stones")
    run("play", folder, "--plain", "--seed", 3, typed="take two\ntake two\ntake two\ntake one\n")
    (path,) = (own_data / "records").glob("*.toml")
    rules = folder / "heap.rules"
    text = rules.read_text()
    rules.write_text(text.replace('win "No stone is left"', 'lose "The heap is gone"'))
    done = run("replay", path, "--path", folder.parent)
    assert (
        "the game ends differently after choice 4, ben: take: The heap is gone, not No stone is" in done.err
    )
    assert done.err.endswith("(ended by stones/heap.rules:60)\n")
    rules.write_text(text.replace("when clock >= time()", "when taken = 4"))
    done = run("replay", path, "--path", folder.parent)
    told = "choice 3, anna: take > two: the game is over before this choice: The time is up (ended by "
    assert f"{told}stones/heap.rules:62)" in done.err


def test_a_game_that_goes_on_is_replayed_without_its_secrets(run: Run, own_data: Path) -> None:
    errands = Path(__file__).resolve().parents[1] / "data" / "errands"
    run("play", errands, "--plain", "--seed", 3, typed="draw_letter\n" * 3)
    (path,) = (own_data / "records").iterdir()
    done = run("replay", path, "--path", errands.parent)
    assert "are left out" in done.out
    assert "   2. ben: draw_letter\n   3. anna: (only they know)\n" in done.out
    done = run("replay", path, "--secrets", "--path", errands.parent)
    assert "left out" not in done.out
    assert "   3. anna: draw_letter\n" in done.out


def test_a_damaged_record_is_refused_and_kept(run: Run, stones: Path, own_data: Path) -> None:
    place = ("--path", stones.parent)
    run("play", "stones", "--seed", 3, *place, typed="take two\n")
    (path,) = (own_data / "records").iterdir()
    text = path.read_text()
    for damaged in (text[:-30], text.replace("seed = 3", "seed = 4"), "hello"):
        path.write_text(damaged)
        for command in ("replay", "play"):
            done = run(command, *(["--resume"] if command == "play" else []), path, *place)
            assert done.status == 1
            assert str(path) in done.err
        assert path.read_text() == damaged


def test_a_record_of_an_unknown_scenario_is_refused(run: Run, stones: Path, own_data: Path) -> None:
    run("play", stones, "--seed", 3, typed="take two\n")
    (path,) = (own_data / "records").iterdir()
    assert run("replay", path).status == 0  # it is remembered where it was played from
    done = run("play", "--plain", "--resume", path.stem, typed="quit\n")
    assert done.status == 0 and "Stones" in done.out
    (own_data / FILE).unlink()
    for command in (("replay", path), ("play", "--plain", "--resume", path.stem)):
        done = run(*command)
        assert done.status == 1
        assert "There is no scenario stones here" in done.err


def test_without_a_scenario_the_player_picks(run: Run, stones: Path) -> None:
    done = run("play", "--path", stones.parent, typed="stones\ntake two\n")
    assert done.status == 0
    assert "anna takes two." in done.out


def test_explain_shows_or_gives_the_nearest(run: Run, stones: Path) -> None:
    done = run("explain", stones, "turn")
    assert done.status == 0
    assert "offer moves to player with calls" in done.out
    done = run("explain", stones, "take_turn")
    assert done.status == 1
    assert "`take_turns`" in done.err


def test_the_rulebook_is_printed_in_three_forms(run: Run, stones: Path) -> None:
    plain, markdown, page = (run("rulebook", stones, *form) for form in ((), ("--md",), ("--html",)))
    assert [done.status for done in (plain, markdown, page)] == [0, 0, 0]
    assert "How the game ends ──" in plain.out
    assert "\n## Contents\n\n- [At a glance](#chapter-1)\n" in markdown.out
    assert '<section class="glance" id="chapter-1">' in page.out
    assert "@media print" in page.out
    assert not re.search(r"https?:|<script|src=|url\(", page.out)
    assert run("rulebook", stones, "--md", "--html").status == 2


def test_no_label_ends_the_map_in_markdown(run: Run, stones: Path, tmp_path: Path) -> None:
    copy = tmp_path / "strange"
    shutil.copytree(stones, copy)
    manifest = (copy / "scenario.toml").read_text().replace('"stones"', '"strange"')
    (copy / "scenario.toml").write_text(manifest.replace('["amounts"]', '["amounts", "map"]'))
    (copy / "map.toml").write_text('Spot = [{ name = "A", label = "````", at = [0, 0] }]')
    with (copy / "heap.rules").open("a") as rules:
        rules.write("\nkind Spot is a place\n")
    done = run("rulebook", copy, "--md")
    assert done.status == 0
    assert re.search(r"^`````text$.*`{4}(?!`).*^`````$", done.out, re.MULTILINE | re.DOTALL)


def test_explain_shows_what_the_engine_runs(run: Run, stones: Path) -> None:
    done = run("explain", stones, "turn", "--lowered")
    assert done.status == 0
    assert "()  # turn, stones/heap.rules:36\n" in done.out
    assert "    ask question " in done.out
    done = run("explain", stones, "Amount", "--lowered")
    assert done.status == 1
    assert "no lowered form" in done.err


def test_the_interpreter_comes_to_the_same_ends(run: Run, stones: Path) -> None:
    def report(backend: str) -> dict[str, object]:
        found = run("simulate", stones, "--games", 5, "--seed", 3, "--json", "--backend", backend)
        assert found.status == 0
        told: dict[str, object] = json.loads(found.out)
        return {name: value for name, value in told.items() if "second" not in name}

    assert report("interpret") == report("python")
    tested = run("test", stones, "--backend", "interpret")
    assert (tested.status, tested.out) == (0, run("test", stones).out)
    assert run("test", stones, "--backend", "guess").status == 2


@pytest.mark.parametrize("extra", [[], ["--copy"]])
def test_new_makes_a_scenario_that_plays(run: Run, stones: Path, tmp_path: Path, extra: list[str]) -> None:
    place = ("--path", stones.parent)
    folder = tmp_path / "My game"
    done = run("new", folder, "--from", "stones", *extra, *place)
    assert (done.status, done.err) == (0, "")
    assert f"lazaretto check '{folder}'\n" in done.out
    assert run("check", folder, *place).status == 0
    assert run("simulate", folder, "--games", 2, *place).out.startswith("my_game: 2 games")
    assert run("fmt", "--check", folder).status == 0
    done = run("new", folder, "--from", "stones", *place)
    assert done.status == 1
    assert "already exists" in done.err


def test_new_writes_no_control_characters_of_a_stranger(run: Run, stones: Path, tmp_path: Path) -> None:
    copy = tmp_path / "strange"
    shutil.copytree(stones, copy)
    manifest = (copy / "scenario.toml").read_text().replace('"stones"', '"strange"')
    title = r"\u001b]0;it\u0007\n[layer]\u202e \"quoted\""
    (copy / "scenario.toml").write_text(manifest.replace('"Stones"', f'"{title}"'))
    folder = tmp_path / "mine"
    assert run("new", folder, "--from", "strange", "--path", tmp_path).status == 0
    text = (folder / "scenario.toml").read_text(encoding="utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]|^\\[layer", text, re.MULTILINE)
    assert run("check", folder, "--path", tmp_path).status == 0


def test_new_refuses_links_in_a_circle(run: Run, tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    done = run("new", tmp_path / "circle")
    assert done.status == 1 and "internal error" not in done.err


def test_new_refuses_a_layer(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "other", "--from", "company")
    assert (done.status, done.out) == (1, "")
    assert "`company` is a layer" in done.err
    assert not (tmp_path / "other").exists()


def test_new_without_a_game_makes_a_small_one_that_is_explained(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "my-village"
    done = run("new", folder)
    assert (done.status, done.err) == (0, "")
    assert f"lazaretto play {folder}" in done.out
    assert run("check", folder, "--strict").out == f"{folder}: no mistakes\n"
    assert "3 passed, 0 failed" in run("test", folder, "--mode", "all").out
    assert run("simulate", folder, "--games", 5).out.startswith("my_village: 5 games")
    assert run("fmt", "--check", folder).status == 0
    assert 'title = "My village"' in (folder / "scenario.toml").read_text(encoding="utf-8")
    texts = [path.read_text(encoding="utf-8") for path in folder.iterdir()]
    assert len(texts) == 3 and all("# " in text for text in texts)
    assert run("new", tmp_path / "other", "--copy").status == 2
    assert not (tmp_path / "other").exists()


def test_new_refuses_what_cannot_be(run: Run, stones: Path, tmp_path: Path) -> None:
    place = ("--path", stones.parent)
    assert run("new", tmp_path / "a", "--from", "ston", *place).status == 1
    assert run("new", tmp_path / "stones", "--from", "stones", *place).status == 1
    assert run("new", tmp_path / "...", "--from", "stones", *place).status == 1
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(("where", "status"), [("/dev/full", 1), ("/dev/null", 0)])
def test_an_output_that_cannot_be_written_is_no_traceback(where: str, status: int) -> None:
    if not Path(where).exists():
        pytest.skip("this system has no such file")
    with open(where, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "lazaretto", "list"],
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == status
    assert "Traceback" not in done.stderr


EACH = """
import sys
from lazaretto.tui.__main__ import main
for command in ("replay", "play --plain --resume", "play --replay"):
    print(main([*command.split(), sys.argv[1]]))
"""
"""Runs some commands that read a record."""


def test_a_pipe_is_not_read_as_a_record(tmp_path: Path) -> None:
    """In a process of its own, which may wait for ever."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    words = [sys.executable, "-c", EACH, str(pipe)]
    done = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )
    assert (done.returncode, done.stdout.split()) == (0, ["1", "1", "1"])
    assert "Traceback" not in done.stderr
    assert done.stderr.count("not a regular file") >= 2


def test_a_record_names_a_scenario_and_no_folder(run: Run, stones: Path, own_data: Path) -> None:
    run("play", stones, "--plain", "--players", "1", "--seed", "3", typed="")
    (path,) = (own_data / "records").glob("*.toml")
    text = path.read_text(encoding="utf-8")
    edited = text.replace('scenario = "stones"', f'scenario = "{stones}"')
    path.write_text("\n".join(edited.splitlines()[:-1]) + '\nchecksum = "none"\n', encoding="utf-8")
    done = run("replay", path)
    assert done.status == 1
    assert "no scenario" in done.err


def test_a_game_of_players_with_odd_names_is_played_kept_and_replayed(
    run: Run, stones: Path, own_data: Path
) -> None:
    place = ("--path", stones.parent)
    names = "undo,class,take,Zoe\u0301"
    done = run(
        "play", "stones", "--seed", 3, "--names", names, *place, typed="take two\nrest\ntake one\nundo\n"
    )
    assert done.status == 0
    assert "undo takes two." in done.out
    (path,) = (own_data / "records").glob("*.toml")
    assert "not over, as the record says" in run("replay", path, *place).out
    assert run("play", "stones", "--names", "zo\xe9,zoe\u0301", *place).status == 2


def test_simulate_fails_where_a_rule_fails(run: Run, stones: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(stones, tmp_path / "stones")
    rules = folder / "heap.rules"
    rules.write_text(rules.read_text().replace("repeat forever", "repeat 1 times"))
    done = run("simulate", folder, "--games", 3)
    assert done.status == 1
    assert "errors, the first: " in done.out
    done = run("simulate", folder, "--games", 3, "--json")
    assert (done.status, json.loads(done.out)["errors"]) == (1, 3)


def test_what_lies_on_a_place_is_told_as_name_and_number(run: Run) -> None:
    done = run("play", "pandemic", "--plain", "--seed", 7, typed="quit\n")
    assert done.status == 0
    told = " ".join(done.out.split())
    assert "Atlanta: stations 1" in told and "1 stations" not in told
    assert " cubes 3" in told and "1 blue cubes" not in told
    assert "New York: blue cubes 3; danger: the next blue cube breaks out Atlanta: " in told


def test_train_writes_what_it_has_learned(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr("lazaretto.tui.commands.train.MINUTE", 0)
    file = tmp_path / "learned.json"
    folder = ROOT / "tests" / "data" / "noughts"
    done = run("train", folder, "--engine", "python", "--output", file)
    out, err = (" ".join(each.split()) for each in (done.out, done.err))
    assert done.status == 0 and "area under the curve" in out and f"Written to {file}." in out
    assert file.is_file() and "do not trust the chances yet" in err
    assert max(len(line) for line in (done.out + done.err).splitlines() if str(file) not in line) <= 80


def test_train_says_if_nothing_was_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    pytest.importorskip("numpy")
    monkeypatch.setattr("lazaretto.tui.commands.train._Lines.show", interrupted)
    file = tmp_path / "learned.json"
    done = run("train", ROOT / "tests" / "data" / "noughts", "--engine", "python", "--output", file)
    assert done.status == 130 and "nothing was kept" in done.err and not file.exists()


def test_train_goes_on_only_with_what_was_learned(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    file = tmp_path / "learned.json"
    done = run("train", "pandemic", "--engine", "python", "--from", file)
    assert done.status == 1 and "there is no file here that this version" in " ".join(done.err.split())
    assert not file.exists()


def test_train_says_what_it_needs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.lab.training.train.find_spec", lambda name: None)
    done = run("train", ROOT / "tests" / "data" / "noughts")
    assert done.status == 1 and how_to_install("train") in " ".join(done.err.split())
