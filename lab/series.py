"""Plays the games of a simulation by their numbers, in any order and process, in Python or native code."""

import os
import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lazaretto.lab import messages as say
from lazaretto.lab.game_rows import Answers, Batch, GameRow, GameRows, Opening, seed_of, seeds_of
from lazaretto.lab.messages import IN_GAME, NO_END, NO_END_OF_TURN
from lazaretto.lab.playing.bots import CHANCE, Bot, RandomBot, RepeatingBot, bot_for
from lazaretto.lab.report import Trait, traits_of
from lazaretto.rules import ChoiceError, Game, Program, RuleError
from lazaretto.rules.engine.choose_engine import native_runner, worthwhile
from lazaretto.rules.engine.engine_names import Engine, EngineError, MissingEngineError

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_code import Lane
    from lazaretto.rules.engine.many_games import NativeGames, Played


NATIVE = {"random": False, "keen": True}
"""The bots that play in native code, and whether they choose by weight."""

TRIED = 0.2
"""Seconds of games in Python after which it is clear how long the others would take."""
SLOW = 1.0
"""Seconds of one game after which a bot that plans is too slow for Python."""
PLANNED = 30.0
"""How many seconds such a game is thought to take."""


class EngineChoice:
    """What plays the games of a simulation: Python at first, perhaps native code after that."""

    def __init__(
        self,
        program: Program,
        engine: Engine,
        bots: Sequence[str],
        players: Sequence[str],
        options: Mapping[str, str],
        campaign: bool,
        watched: Sequence[int] = (),
    ) -> None:
        """Choose what plays the first games.

        Raises:
            MissingEngineError: the engine that is asked for is not installed.
            StartError: the players or options do not fit.
        """
        self._program = program
        self._start = players, options, watched
        self._weighed = NATIVE.get(bots[0], False)
        self._plans = any(bot not in NATIVE for bot in bots)
        whole = not self._plans and len({*bots}) == 1
        self._games: NativeGames | None = None
        self.name = "python"
        """The engine that plays."""
        self.fallback: str | None = None
        """Why it is not the one that was asked for."""
        self.compiling = 0.0
        """The processor time that it took to get native code, with that of the C compiler."""
        self.compiler = 0.0
        """The part of it that other processes took."""
        if engine == "python":
            program.machine.plan_search = None
        if engine in ("auto", "python"):
            self._open = engine == "auto" and (self._plans or (whole and not campaign))
            if self._open and self._plans:
                self._keep_native()
            return
        self._open = False
        if self._plans:
            self._take("cc" if engine == "cc" else "wasm")
        elif campaign:
            self.fallback = say.CAMPAIGNS_IN_PYTHON()
        elif not whole:
            self.fallback = say.MIXED_IN_PYTHON()
        else:
            self._take("cc" if engine == "cc" else "wasm")

    def _keep_native(self) -> None:
        """Go on with native code that an earlier simulation has chosen for plans."""
        if self._program.machine.plan_search is not None:
            from lazaretto.rules.engine.native_plans import lane_of_plans  # noqa: PLC0415

            self.name = lane_of_plans(self._program) or self.name
            self._open = self.name == "python"

    @staticmethod
    def has_tried(seconds: float) -> bool:
        """Whether Python has played for long enough to tell how long the other games would take."""
        return seconds >= TRIED

    def consider(self, seconds: float, played: int, left: int, jobs: int = 1) -> None:
        """Choose an engine for the games that are left, once some have been played in Python."""
        if self._open and self.has_tried(seconds):
            self._open = False
            lane = worthwhile(self._program, seconds / played * left / jobs)
            if lane is not None:
                self._take(lane)

    def hurry(self, seconds: float) -> None:
        """Choose an engine for plans in the middle of a game that has taken so long."""
        if self._open and self._plans and seconds >= SLOW:
            self._open = False
            lane = worthwhile(self._program, PLANNED)
            if lane is not None:
                self._take(lane)

    def _take(self, lane: "Lane") -> None:
        from lazaretto.rules.engine.many_games import NativeGames  # noqa: PLC0415
        from lazaretto.rules.engine.native_plans import search_natively  # noqa: PLC0415

        before = _spent()
        try:
            if self._plans:
                search_natively(self._program, lane)
            else:
                self._games = NativeGames(self._program, native_runner(self._program, lane), *self._start)
        except MissingEngineError:
            raise
        except EngineError as error:
            self.fallback = str(error)
        else:
            self.name = lane
        own, others = (now - then for now, then in zip(_spent(), before, strict=True))
        self.compiling += own + others
        self.compiler += others

    def note_plans(self) -> None:
        """Note if a rule failed in plans of native code, which is why Python searched some."""
        if self._plans and not self.fallback and self._program.machine.plan_search is not None:
            from lazaretto.rules.engine.native_plans import fault_of_plans  # noqa: PLC0415

            fault = fault_of_plans(self._program)
            self.fallback = say.FAILED_IN_PLANS(problem=fault) if fault else None

    @property
    def native(self) -> bool:
        """Whether native code plays."""
        return self._games is not None

    def play(self, seeds: Sequence[int], most: int) -> "Played":
        """Play a game with each seed as native code."""
        assert self._games is not None
        return self._games.play(seeds, most, self._weighed)

    def uses(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the actions and pieces that games used since the last `play`."""
        assert self._games is not None
        return self._games.uses()

    def differs(self, number: int) -> None:
        """Note that a game failed in native code, but not in Python."""
        self.fallback = self.fallback or say.FAILED_NATIVELY(number=number, engine=self.name)


def _spent() -> tuple[float, float]:
    """Return the processor time of this process, and that of ended processes which it has started."""
    others = os.times()
    return time.process_time(), others.children_user + others.children_system


THOUGHT_IN_TURN = 2_000
"""After so many decisions in one turn a game of bots that think is aborted: some rule asks them for ever.
In a game without turns, ten times as many decisions are enough."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all games of a simulation share."""

    seed: int
    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    """The bot of each seat."""
    most: int
    """After so many decisions a game is aborted."""
    campaign: int = 0
    """How many games each campaign has; 0 if every game stands alone."""
    offset: int = 0
    """The number of the first game."""
    looked_at: int = 0
    """Of so many games or campaigns somebody wants to know which rules ran."""


class Series:
    """The games of a simulation, or its campaigns."""

    def __init__(self, program: Program, setting: Setting, engine: Engine) -> None:
        """Choose what plays.

        Raises:
            StartError: the scenario does not accept these players or options.
            MissingEngineError: the engine needs something that is not installed.
        """
        self._program = program
        self._setting = setting
        self._options = dict(setting.options)
        self.traits: tuple[Trait, ...] = traits_of(program.machine.tables)
        self._began = tuple(program.board(setting.names, self._options).w)
        """Where each piece begins."""
        self._actions: set[int] = set()
        self._pieces: set[int] = set()
        self._thinks = any(bot not in CHANCE for bot in setting.bots)
        self._answers: dict[int, Answers] = {}
        self.given: dict[int, Answers] = {}
        """The answers that are repeated instead of asking bots, by the number of the game or campaign."""
        seats = range(len(setting.names))
        watched = [trait.offset + seat for trait in self.traits for seat in seats]
        self.choice = EngineChoice(
            program, engine, setting.bots, setting.names, self._options, bool(setting.campaign), watched
        )

    def play(self, first: int, count: int) -> Batch:
        """Play some games in a row."""
        begin = time.process_time()
        numbers = range(self._setting.offset + first, self._setting.offset + first + count)
        self._actions.clear()
        self._pieces.clear()
        self._answers = {}
        if self.choice.native:
            rows = self._natively(numbers)
            actions, pieces = self.choice.uses()
            self._actions |= actions
            self._pieces |= pieces
        else:
            rows = GameRows.of([row for number in numbers for row in self._in_python(number)])
            self.choice.note_plans()
        used = frozenset(self._actions), frozenset(self._pieces)
        seconds = time.process_time() - begin
        return Batch(
            first, count, rows, seconds, self.choice.name, self.choice.fallback, *used, self._answers
        )

    def _natively(self, numbers: range) -> GameRows:
        """Play games as native code; Python plays those again that fail, and says why."""
        most, seats = self._setting.most, len(self._setting.names)
        seeds = array("q", seeds_of(self._setting.seed, numbers))
        played = self.choice.play(seeds, most)
        problems = {at: self._told(numbers[at], seeds[at], NO_END(most=most)) for at in played.endless}
        starts = range(0, len(played.watched), seats)
        rows = GameRows(
            numbers,
            bytes(len(numbers)),
            seeds,
            played.turns,
            played.decisions,
            played.ends,
            played.end_of,
            problems,
            played.first,
            [played.watched[start : start + seats] for start in starts],
        )
        return self._again(rows, played.failed) if played.failed else rows

    def _again(self, rows: GameRows, failed: Sequence[int]) -> GameRows:
        """Play those games again that have failed."""
        found = [*rows]
        for at in failed:
            (again,) = self._in_python(rows.numbers[at])
            if again.outcome is not None:
                self.choice.differs(again.number)
            found[at] = again
        return GameRows.of(found)

    def _in_python(self, number: int) -> list[GameRow]:
        """Play a game or a whole campaign in Python."""
        rows: list[GameRow] = []
        kept: Mapping[str, str] = {}
        length = self._setting.campaign or 1
        for place in range(length):
            row, kept, ended = self._one(
                number, place, seed_of(self._setting.seed, number * length + place), kept
            )
            rows.append(row)
            if ended:
                break
        return rows

    def _one(
        self, number: int, place: int, seed: int, kept: Mapping[str, str]
    ) -> tuple[GameRow, Mapping[str, str], bool]:
        """Play one game; return what came of it, what it hands on, and whether its campaign is over."""
        play = _Play(self._setting, self.traits, self.choice)
        game: Game | None = None
        try:
            game = self._program.start(
                seed=seed, players=self._setting.names, options=self._options, kept=kept
            )
            play.play(game, self._bot(number, place, seed))
            problem = "" if game.outcome is not None else play.no_end
        except (RuleError, ChoiceError) as error:
            problem = error.text
        if game is not None:
            self._note(number, game, play)
        if problem:
            problem = self._told(number * (self._setting.campaign or 1) + place, seed, problem)
        turns = 0 if game is None else game.turns
        outcome = None if game is None or problem else game.outcome
        row = GameRow(number, place, seed, turns, play.made, outcome, problem, play.opening)
        if game is None or problem:
            return row, {}, True
        handed_on = game.handed_on() if self._setting.campaign else {}
        return row, handed_on, bool(self._setting.campaign) and game.campaign_over

    def _bot(self, number: int, place: int, seed: int) -> Bot:
        if number in self.given:
            return RepeatingBot(self.given[number][place])
        return bot_for(self._setting.bots, seed)

    def _note(self, number: int, game: Game, play: "_Play") -> None:
        """Note what a game used."""
        if self._thinks and number - self._setting.offset < self._setting.looked_at:
            self._answers.setdefault(number, []).append(game.answers_given)
        self._actions |= play.actions(game)
        self._pieces |= game.moved_pieces(self._began)

    @staticmethod
    def _told(number: int, seed: int, problem: str) -> str:
        return IN_GAME(number=number, seed=seed, problem=problem)


class _Play:
    """Plays one game to its end, and notes how it opened and which actions were done."""

    def __init__(self, setting: Setting, traits: tuple[Trait, ...], choice: EngineChoice) -> None:
        self._most = setting.most
        self._traits = traits
        self._choice = choice
        self._thinks = any(bot not in CHANCE for bot in setting.bots)
        self.no_end: str = NO_END(most=self._most)
        """What to say of a game that has not ended."""
        self._automatic: list[tuple[object, ...]] = []
        self.made = 0
        """How many decisions were made."""
        self.opening: Opening | None = None

    def play(self, game: Game, bot: Bot) -> None:
        """Play to the end, or until there were too many decisions."""
        begin = time.process_time()
        turn, in_turn = -1, 0
        while game.seat is not None and self.made < self._most:
            turn, in_turn = game.turns, in_turn + 1 if game.turns == turn else 1
            if self._thinks and in_turn > (THOUGHT_IN_TURN if turn else 10 * THOUGHT_IN_TURN):
                self.no_end = NO_END_OF_TURN(most=in_turn - 1)
                return
            if self.opening is None and game.offers_menu:
                self.opening = self._opened(game)
                if isinstance(bot, RandomBot):
                    self.made += game.wander(bot.below, self._most - self.made, self._automatic)
                    return
            self._automatic += game.automatic
            self.made += 1
            bot.play(game)
            self._choice.hurry(time.process_time() - begin)

    def actions(self, game: Game) -> set[int]:
        """Return the actions that were done."""
        return game.actions_in([*self._automatic, *game.automatic])

    def _opened(self, game: Game) -> Opening:
        assert game.seat is not None
        seats = range(len(game.players))
        return Opening(
            game.seat,
            tuple(tuple(game.cell(trait.offset + seat) for seat in seats) for trait in self._traits),
        )
