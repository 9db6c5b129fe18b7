"""Counts the keys that a recorded game takes at the real table screen, all seats at one keyboard.

Usage: python benchmarks/count_keys.py [RECORD] [--json] [--each]

The player knows the game, the screen and what they want. They press

- the letter or digit of an option; with no letter, arrows and Enter;
- for a place: Enter if the cursor is there, otherwise the first letters of its name until the table takes it,
  or until the cursor is there and Enter, or Tab and Enter, if that takes fewer keys (a capital letter if the
  small one is another key);
- for a place one action away, in the list of actions: Shift with an arrow, or the first letters of its name
  or of a word of it, the first one a capital, until the table takes it or with Enter;
- for several things: the letter of each, then Enter; for an order: arrows and Shift with arrows, then Enter;
- for several moves in a row that the table offers as one way: Tab, the place at its end, Enter and its digit;
- for something that another player does: their digit, or the key of the list of other players and a digit;
- where the game asks whether anybody does something: the key that passes on, if the record does nothing until
  the table stops again, otherwise the key of the option.

Every key counts, also one that opens a curtain. The game that is played must equal the record.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import fields, replace
from pathlib import Path
from time import monotonic
from typing import Any

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from textual import events  # noqa: E402

from lazaretto.host import LocalTable, OpenTable, Store, Table, TableInfo, sit_down  # noqa: E402
from lazaretto.host.lobby.local_lobby import LocalLobby  # noqa: E402
from lazaretto.host.settings.user_settings import Settings  # noqa: E402
from lazaretto.rules import Game, Option, Program, Record, load  # noqa: E402
from lazaretto.rules.run.records.record_file import read  # noqa: E402
from lazaretto.tui.app import Lazaretto  # noqa: E402
from lazaretto.tui.shared_texts import folded  # noqa: E402
from lazaretto.tui.table.answers.actions_on_thing import step_of  # noqa: E402
from lazaretto.tui.table.answers.answer_editor import Question  # noqa: E402
from lazaretto.tui.table.answers.name_typing import MOMENT  # noqa: E402
from lazaretto.tui.table.pages.handover_screen import CurtainScreen  # noqa: E402
from lazaretto.tui.table.table_screen import TableScreen  # noqa: E402
from lazaretto.tui.table.view_lookup import label_of  # noqa: E402
from lazaretto.tui.widgets.sheets import PickScreen  # noqa: E402

RECORD = HOUSE / "tests/data/keys/two_seats_with_events.txt"
GO_ON = "go on"
STEP = " > "
EACH_STEP = 2
"""The keys that a step of a journey takes otherwise."""
NAMED = {"/": "slash", " ": "space", ">": "greater_than_sign"}


class Bare(LocalLobby):
    """A lobby without scenarios."""

    async def scenarios(self) -> tuple[Any, ...]:
        """No scenario: nothing happens below the table."""
        return ()


class Player:
    """Plays a record with keys, and counts them."""

    def __init__(self, app: Lazaretto, pilot: Any, table: Table, screen: TableScreen, record: Record) -> None:
        self.app, self.pilot, self.table, self.screen = app, pilot, table, screen
        self.wanted = record.choices
        self.keys: Counter[str] = Counter()
        """The keys by what they were for."""
        self.pressed: list[tuple[int, str]] = []
        """Each key, with the number of the choice in the record that it was pressed for."""
        self.ways: dict[int, list[str]] = {}
        """How the keys of each choice choose."""
        self.quiet = _quiet(table.program, record)

    async def play(self) -> None:
        """Play to the end of the record."""
        while (at := self._place()) is not None:
            number, seat, step = at
            if isinstance(self.app.screen, CurtainScreen):
                await self._press("curtain", "enter")
                continue
            question = self.screen.desk.question
            assert question is not None, self.wanted[number]
            if await self._steps_there(number, step) or await self._travels(number, step):
                continue
            kind = "go on" if step == GO_ON else "choice"
            step = self._asked_at_once(question, number, step)
            self._note(number, _way(question, step))
            await self._press(kind, *self._keys(question, seat, step, number))
            if isinstance(self.app.screen, PickScreen):
                await self._press(kind, self._other(seat, step))
            assert self._place() != at, f"{self.wanted[number]}: {self.screen.desk.message}"

    def _place(self) -> tuple[int, int, str] | None:
        """The next step of the record: the number of the choice, its seat, and the step."""
        made = self.table.game.record().choices
        begun = bool(made) and len(self._steps(made[-1])) < len(self._steps(self.wanted[len(made) - 1]))
        whole = made[:-1] if begun else made
        assert whole == self.wanted[: len(whole)], (whole[-1], self.wanted[len(whole) - 1])
        if len(whole) == len(self.wanted):
            return None
        done = len(self._steps(made[-1])) if begun else 0
        seat, _ = wanted = self.wanted[len(whole)]
        return len(whole), seat, self._steps(wanted)[done]

    async def _steps_there(self, number: int, step: str) -> bool:
        """Go to a place one action away by its name or direction, if that is offered."""
        desk, (seat, key) = self.screen.desk, self.wanted[number]
        if step != self._steps((seat, key))[0] or desk.seat.number != seat:
            return False
        steps = await desk.seat.journeys(None)
        ref = next((journey.legs[0].to for journey in steps if journey.legs[0].key == key), None)
        if ref is None:
            return False
        tried = [self._stepped(steps, ref, keys) for keys in self._ways_to_step(ref)]
        best = min(filter(None, tried), key=len, default=None)
        if best is None:
            return False
        self._note(number, "step")
        await self._press("choice", *best)
        return True

    def _ways_to_step(self, ref: Any) -> Iterator[list[str]]:
        """Yield keys that may lead to a place: its name and the words of it with a capital letter, arrows."""
        names = next(each[1:] for each in self.screen.desk.map.names() if each[0] == ref)
        for name in dict.fromkeys((*names, *names[0].split())):
            yield [name[:1].upper(), *name[1:].lower()]
        yield from ([each] for each in ("shift+up", "shift+down", "shift+left", "shift+right"))

    def _stepped(self, steps: Any, ref: Any, keys: list[str]) -> list[str]:
        """The first of these keys, as far as they are needed to step to a place; none if they do not."""
        desk, used = self.screen.desk, keys[:1]
        begin = step_of(desk, keys[0], keys[0] if len(keys[0]) == 1 else None)
        if begin is None:
            return []
        before, desk.rest = copy(desk), copy(desk.rest)
        sent = begin(steps)
        for letter in keys[1:]:
            if sent is not None or not desk.stepping or desk.cursor == ref:
                break
            used.append(letter)
            sent = desk.press(NAMED.get(letter, letter), letter)
        there, asks = desk.cursor == ref, desk.stepping
        for field in fields(desk):
            setattr(desk, field.name, getattr(before, field.name))
        if sent is None and there and asks:
            return [*used, "enter"]
        return used if sent is not None and there else []

    async def _travels(self, number: int, step: str) -> bool:
        """Point at the last of several places and take the way that the record takes, if it is offered."""
        desk, (seat, key) = self.screen.desk, self.wanted[number]
        if (
            step != self._steps((seat, key))[0]
            or not hasattr(desk.seat, "journeys")
            or desk.seat.number != seat
        ):
            return False
        places = {folded(name): ref for ref, name, _ in desk.map.names()}
        found: tuple[int, int, Any] | None = None
        for last in range(number + 1, min(number + 4, len(self.wanted))):
            path = self.wanted[number : last + 1]
            ref = places.get(folded(self._steps(path[-1])[-1]))
            if ref is None or any(each[0] != seat or STEP not in each[1] for each in path):
                break
            journeys = await desk.seat.journeys(ref)
            keys = [tuple(leg.key for leg in journey.legs) for journey in journeys]
            if tuple(each for _, each in path) in keys:
                found = last, keys.index(tuple(each for _, each in path)), ref
        if found is None:
            return False
        last, index, ref = found
        desk.on_board = True
        typed = self._typed(ref, label_of(desk.view, ref)) or ()
        desk.on_board = False
        if len(typed) + 2 >= EACH_STEP * (last + 1 - number):
            return False
        self._note(number, "journey")
        await self._press("choice", "tab")
        await self._press("choice", *typed)
        assert isinstance(self.app.screen, PickScreen)
        await self._press("choice", self.app.screen._pane.choices[index].letter)
        return True

    def _asked_at_once(self, question: Question, number: int, step: str) -> str:
        """The step after this one, if the table asks for that at once because there is only one action."""
        steps = self._steps(self.wanted[number])
        then = steps[steps.index(step) + 1 :][:1]
        names = [each.strip() for one in then for each in one.split(",")]
        offered = [row.option for row in question.rows]
        if any(_is(option, step) for option in offered) or not any(
            _is(option, name) for option in offered for name in names
        ):
            return step
        return then[0]

    @staticmethod
    def _steps(choice: tuple[int, str]) -> list[str]:
        return choice[1].split(STEP)

    def _note(self, number: int, way: str) -> None:
        self.ways.setdefault(number, []).append(way)

    async def _press(self, kind: str, *keys: str) -> None:
        at = self._place()
        for key in keys:
            self.keys[kind] += 1
            self.pressed.append((at[0] if at is not None else len(self.wanted), key))
            character = key if len(key) == 1 else " " if key == "space" else None
            while copy(self.screen.desk.rest).takes(key, character, monotonic()):
                await asyncio.sleep(MOMENT / 4)  # the player waits until the key is a command again
            self.app.post_message(events.Key(NAMED.get(key, key), character))
            await self.pilot._wait_for_screen()
        for _ in range(4000):
            if self._settled:
                await self.pilot._wait_for_screen()
                if self._settled:
                    break
            await asyncio.sleep(0.002)
        await self.pilot._wait_for_screen()

    @property
    def _settled(self) -> bool:
        return not self.screen._busy and self.screen._timer is None

    def _keys(self, question: Question, seat: int, step: str, number: int) -> list[str]:
        """The keys for one step."""
        keymap = self.screen.keymap
        if step == GO_ON and number in self.quiet and "table.pass_on" in _actions(keymap):
            return [keymap.keys("table.pass_on")[0]]
        name = type(question).__name__
        options = [row.option for row in question.rows]
        if name == "OrderQuestion":
            return [*_ordered(question, step.split(", ")), "enter"]
        if name == "NumberQuestion":
            return [*step, "enter"]
        if name == "SomeQuestion":
            parts = [] if step == "none" else step.split(", ")
            return [*(key for part in parts for key in self._one(question, options, part)), "enter"]
        mine = [option for option in options if option.seat == seat]
        if any(_is(each, step) for each in mine):
            return self._one(question, mine, step)
        return [keymap.keys("table.others")[0]]

    def _one(self, question: Question, options: list[Option], step: str) -> list[str]:
        option = next(each for each in options if _is(each, step))
        index = next(at for at, row in enumerate(question.rows) if row.option is option)
        if question.rows[index].letter:
            return [question.rows[index].letter]
        if question.on_board and option.of is not None:
            return self._pointed(question, option.of)
        by_arrows = ["down"] * ((index - question.cursor) % len(question.rows))
        return [*by_arrows, "enter"]

    def _pointed(self, question: Question, ref: Any) -> list[str]:
        """The keys that choose a place on the board."""
        desk = self.screen.desk
        take = "enter" if question.at_once else "space"
        if desk.cursor == ref:
            return [take]
        order = list(desk.map.order(question.lit or ()))
        if desk.cursor in order:
            by = (order.index(ref) - order.index(desk.cursor)) % len(order)
            best = ["tab"] * by if by <= len(order) - by else ["shift+tab"] * (len(order) - by)
        else:
            best = ["tab"] * (order.index(ref) + 1)
        keys = [*best, take]
        names = next((each[1:] for each in desk.map.names() if each[0] == ref), ())
        for name in (*names, *(names[0].split()[1:] if names else ())):
            found = self._typed(ref, name, take)
            if found is not None and len(found) < len(keys):
                keys = found
        return keys

    def _typed(self, ref: Any, name: str, take: str = "enter") -> list[str] | None:
        """The fewest keys that type a name until it is taken, if need be with the key that takes it."""
        desk = self.screen.desk
        before = desk.cursor, desk.typed, desk.on_board, desk.message
        desk.rest = copy(rest := desk.rest)
        found: list[list[str]] = []
        for first in (name[:1].lower(), name[:1].upper()):
            if first in desk.reserved and first not in "hjkl":
                continue
            keys: list[str] = []
            try:
                for letter in (first, *name[1:].lower()):
                    keys.append(letter)
                    if desk.press(NAMED.get(letter, letter), letter) is not None or desk.typed is None:
                        found.append(keys if desk.cursor == ref else [])
                        break
                    if desk.cursor == ref:
                        found.append([*keys, take])
            finally:
                desk.cursor, desk.typed, desk.on_board, desk.message = before
        desk.rest = rest
        return min(filter(None, found), key=len, default=None)

    def _other(self, seat: int, step: str) -> str:
        """The key of what another player does, in the list that is open."""
        found = self.screen.desk.others()
        index = next(
            at
            for at, (client, option) in enumerate(found)
            if client.number == seat and option is not None and _is(option, step)
        )
        return "1234567890"[index]


def _actions(keymap: Any) -> set[str]:
    return {each for each in ("table.pass_on",) if _has(keymap, each)}


def _has(keymap: Any, action: str) -> bool:
    try:
        return bool(keymap.keys(action))
    except (KeyError, StopIteration):
        return False


def _way(question: Question, step: str) -> str:
    """How a step is chosen in a question, in a word."""
    if step == GO_ON:
        return "window"
    name = type(question).__name__.removesuffix("Question").lower()
    return name or ("place" if question.on_board else "list")


def _is(option: Option, step: str) -> bool:
    return option.why_not is None and option.key.casefold() == step.casefold()


def _ordered(question: Question, wanted: list[str]) -> Iterator[str]:
    """The keys that bring rows into an order, from the top."""
    rows, cursor = [row.option.key for row in question.rows], question.cursor
    for place, key in enumerate(wanted):
        at = rows.index(key)
        if at == place:
            continue
        yield from ["down" if at > cursor else "up"] * abs(at - cursor)
        yield from ["shift+up"] * (at - place)
        rows.insert(place, rows.pop(at))
        cursor = place


def _quiet(program: Program, record: Record) -> frozenset[int]:
    """The choices that only go on, after which nobody acts before somebody is asked for something else."""
    game = program.start(seed=record.seed, players=record.players, options=dict(record.options))
    windows: list[bool] = []
    for seat, key in record.choices:
        windows.append(_is_window(game))
        game.choose(key, seat, by_name=True)
    found = set()
    for number, (_, key) in enumerate(record.choices):
        then = number
        while then < len(windows) and windows[then] and record.choices[then][1] == GO_ON:
            then += 1
        if key == GO_ON and (then == len(windows) or not windows[then]):
            found.add(number)
    return frozenset(found)


def _is_window(game: Game) -> bool:
    decision = game.decision
    return decision is not None and any(option.key == GO_ON for option in decision.options)


async def played(path: Path, folder: Path, most: int | None = None) -> Player:
    """Play a record through the table screen, or that many of its first choices."""
    record = read(path.read_text(encoding="utf-8"), path.name)
    record = replace(record, choices=record.choices[:most])
    program = load(HOUSE / "scenarios" / record.scenario).program
    assert program is not None
    game = program.start(seed=record.seed, players=record.players, options=dict(record.options))
    table = Table(program, game, Store(folder / "records"), "keys")
    local = LocalTable(table)
    info = TableInfo(program.title, local.name, local.place, program.coast, program.rulebook())
    sitting = await sit_down(OpenTable(info, local.seats))
    lobby = Bare((), Store(folder / "records"), {}, folder / "settings.toml")
    app = Lazaretto(lobby, Settings(pace="off"), environ={"TERM": "xterm-256color", "COLORTERM": "truecolor"})
    async with app.run_test(size=(120, 40)) as pilot:
        app.sit(sitting)
        await pilot.pause()
        screen = next(each for each in app.screen_stack if isinstance(each, TableScreen))
        while not (screen._board.laid_out or screen._behind):
            await pilot.pause(0.01)
        player = Player(app, pilot, table, screen, record)
        await player.play()
    return player


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description="Count the keys that a recorded game takes.")
    parser.add_argument("record", nargs="?", type=Path, default=RECORD)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--each", action="store_true", help="also show the keys of each choice")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        player = asyncio.run(played(given.record, Path(folder)))
    idle = sum(key == GO_ON for _, key in player.wanted)
    found = {"keys": player.keys.total(), **player.keys, "choices": len(player.wanted), "idle choices": idle}
    if given.json:
        print(json.dumps(found))
        return
    for name, number in found.items():
        print(f"{number:6}  {name}")
    print("\nKeys by action, with the number of choices")
    for action, (number, choices) in sorted(_by_action(player).items(), key=lambda item: -item[1][0]):
        print(f"{number:6}  {action} ({choices})")
    if given.each:
        print("\nKeys of each choice; those of a journey are with its first choice")
        for line in _each(player):
            print(line)


def _by_action(player: Player) -> dict[str, tuple[int, int]]:
    """The number of keys for each action, and of the choices with it."""
    keys = Counter(_action(player, number) for number, _ in player.pressed)
    choices = Counter(_action(player, number) for number in range(len(player.wanted)))
    return {choice: (keys[choice], choices[choice]) for choice in choices}


def _action(player: Player, number: int) -> str:
    return player.wanted[number][1].partition(STEP)[0]


def _each(player: Player) -> Iterator[str]:
    """A line for each choice: how many keys, which, and for what."""
    for number, (seat, choice) in enumerate(player.wanted):
        keys = [key for at, key in player.pressed if at == number]
        ways = ", ".join(player.ways.get(number, ()))
        yield f"{len(keys):6}  {' '.join(keys):20}  {ways:20}  {player.table.game.players[seat]}: {choice}"


if __name__ == "__main__":
    main()
