"""Plays the games of a simulation as native code, or plans in it, if that is asked for or worthwhile."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lazaretto.lab import messages as say
from lazaretto.rules import Program, RuleError
from lazaretto.rules.engine_error import EngineError, MissingEngineError
from lazaretto.rules.engine_names import Engine
from lazaretto.rules.engines import native_runner, worthwhile

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_code import Lane
    from lazaretto.rules.many_games import NativeGames, Played

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
        self._plans = any(each not in NATIVE for each in bots)
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
            from lazaretto.rules.native_plans import lane_of_plans  # noqa: PLC0415

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
        from lazaretto.rules.many_games import NativeGames  # noqa: PLC0415
        from lazaretto.rules.native_plans import search_natively  # noqa: PLC0415

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
            from lazaretto.rules.native_plans import fault_of_plans  # noqa: PLC0415

            fault = fault_of_plans(self._program)
            self.fallback = say.FAILED_IN_PLANS(problem=fault) if fault else None

    @property
    def native(self) -> bool:
        """Whether native code plays."""
        return self._games is not None

    def play(self, seeds: Sequence[int], most: int) -> "Iterator[Played | RuleError]":
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
