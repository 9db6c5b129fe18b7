"""The face of a running game: a decision, a choice, a view, a fork, a record, an outcome.

Front ends see a game through this and nothing else; they never reach into the state.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.run import words
from rules.run.chance import stream
from rules.run.errors import ChoiceError, RuleError, StartError
from rules.run.imagine import imagine
from rules.run.machine import Answer, Machine, Pending
from rules.run.program import OptionInfo, Program
from rules.run.record import Record
from rules.run.state import State, lines
from rules.run.view import View, view_of

STEP = " > "
"""Between the steps of one choice in a record."""
GO_ON = "go on"
"""The key that closes a window."""


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen; `why_not` is set for one that is shown but closed."""

    key: str
    label: str
    seat: int
    why_not: str | None
    help: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must choose, what is asked, and the options, those of interrupting seats included."""

    seat: int
    player: str
    prompt: str
    kind: str
    least: int
    most: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: a result and a reason for each seat, and the reason for the table."""

    results: tuple[str, ...]
    reason: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer in the journal, with how much was known and done before it."""

    seat: int
    ask: int
    answer: Answer
    barrier: int


Journal = tuple["Journal", Entry] | None


class Game:
    """A game being played."""

    __slots__ = ("_journal", "_machine", "_options", "_origin", "_pending", "_seed", "_state", "players", "program")

    def __init__(
        self, machine: Machine, state: State, players: tuple[str, ...], seed: int, options: Mapping[str, str]
    ) -> None:
        self._machine = machine
        self.program = machine.program
        self._state = state
        self.players = players
        self._seed = seed
        self._options = dict(options)
        self._journal: Journal = None
        self._pending: Pending | None = None
        self._origin = (state.fork(), None)

    # --- starting ------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, machine: Machine, seed: int, players: Sequence[str], options: Mapping[str, str]
    ) -> "Game":
        """A new game, up to its first decision."""
        game = cls.bare(machine, seed, players, options)
        game._pending = machine.call(game._state, machine.program.entry)
        game._origin = (game._state.fork(), None)
        game._watchdog()
        return game

    @classmethod
    def bare(
        cls, machine: Machine, seed: int, players: Sequence[str], options: Mapping[str, str]
    ) -> "Game":
        """The bare board, before any rule has run."""
        names = tuple(players)
        program = machine.program
        low, high = program.players
        if not low <= len(names) <= high:
            raise StartError(f"{program.title} is for {low} to {high} players, not {len(names)}")
        if len(set(names)) != len(names) or any(not name.strip() or set(name) & set(":,>\n") for name in names):
            raise StartError("every player needs a name of their own, without `:`, `,` or `>`")
        state = State(len(names))
        state.v = list(program.values)
        state.p = [list(each) for each in program.pile_contents]
        state.w = [0] * program.pieces
        for number, pile in enumerate(state.p):
            for piece in pile:
                state.w[program.pile_bases[number] + piece] = number
        state.known = [list(range(program.pieces)) for _ in range(len(names) + 1)]
        state.labels = program.pieces
        state.streams = [stream(seed, name) for name in program.streams]
        chosen = _options(program, options, state)
        state.seen = tuple(_seen_piles(machine, state))
        return cls(machine, state, names, seed, chosen)

    def _watchdog(self) -> None:
        if self._pending is None and self._state.over is None and not self._state.stack:
            raise RuleError("the game stops though nobody has won or lost")

    # --- deciding ------------------------------------------------------------------------------

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._state.turns

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; None when it is over."""
        pending = self._pending
        if pending is None:
            return None
        info = self.program.asks[pending.ask]
        kind = {"offer": "one", "window": "one"}.get(info.form, info.form)
        options = tuple(self._open_options(pending)) + tuple(self._closed_options(pending))
        return Decision(
            pending.seat, self.players[pending.seat], self._prompt(pending), kind, pending.least, pending.most, options
        )

    def _prompt(self, pending: Pending) -> str:
        info = self.program.asks[pending.ask]
        own = self._machine.space.get(f"prompt_{pending.ask}")
        if own is not None:
            return self._said(own(self._state, self._state.stack[-1]))
        for menu in (*info.menus, *info.interrupts):
            prompt = self.program.menus[menu].prompt
            if prompt is not None:
                return self._said((prompt, ()))
        if info.form == "order":
            return "In which order?"
        return f"Choose: {info.subject.replace('_', ' ')}"

    def _said(self, text: tuple[int, tuple[Any, ...]]) -> str:
        return words.said(self.program, self.players, text)

    def key(self, answer: Answer) -> str:
        """The key of an answer to the present question."""
        assert self._pending is not None
        return self._key(self._pending.ask, answer)

    def _key(self, ask: int, answer: Answer) -> str:
        info = self.program.asks[ask]
        if info.form in {"offer", "window"}:
            return GO_ON if answer is None else self.program.actions[answer[1]].name
        if info.form in {"some", "order"}:
            return words.key(self.program, self.players, ("many", info.tag), answer)
        return words.key(self.program, self.players, info.tag, answer)

    def _open_options(self, pending: Pending) -> Iterator[Option]:
        program, info = self.program, self.program.asks[pending.ask]
        if info.form in {"offer", "window"}:
            for answer in pending.answers:
                if answer is None:
                    yield Option(GO_ON, "Go on", pending.seat, None, "")
                else:
                    yield self._action_option(answer[1], answer[0], None)
            return
        answers = pending.answers if len(pending.answers) <= 1_000 else pending.answers[:1_000]
        for answer in answers:
            shown = words.label(program, self.players, info.tag, answer)
            yield Option(self._element(info.tag, answer), shown, pending.seat, None, self._help(info.tag, answer))

    def _element(self, tag: tuple[Any, ...], answer: Answer) -> str:
        return words.key(self.program, self.players, tag, answer)

    def _help(self, tag: tuple[Any, ...], answer: Answer) -> str:
        if tag[0] != "kind" or answer is None or self.program.kinds[tag[1]].shape == "player":
            return ""
        return words.member(self.program, tag, answer).documentation

    def _action_option(self, action: int, seat: int, why_not: str | None) -> Option:
        info = self.program.actions[action]
        shown = info.name.replace("_", " ")
        if info.label is not None and not any(not isinstance(part, str) for part in self.program.templates[info.label]):
            shown = self._said((info.label, ()))
        return Option(info.name, shown, seat, why_not, info.documentation)

    def _closed_options(self, pending: Pending) -> Iterator[Option]:
        info, state = self.program.asks[pending.ask], self._state
        state.fuel = 10**6
        if info.form in {"offer", "window"}:
            seats = [(menu, (pending.seat,)) for menu in info.menus]
            seats += [(menu, tuple(range(state.players))) for menu in info.interrupts]
            for menu, players in seats:
                for seat in players:
                    for action in self.program.menus[menu].actions:
                        reason = self._machine.space[f"why_{action}"](state, seat)
                        if reason is not None and reason != -1:
                            yield self._action_option(action, seat, self._said(reason))
            return
        closed = self._machine.space.get(f"closed_{pending.ask}")
        if closed is not None:
            for answer, reason in closed(state, state.stack[-1]):
                shown = words.label(self.program, self.players, info.tag, answer)
                yield Option(self._element(info.tag, answer), shown, pending.seat, self._said(reason), "")

    # --- choosing ------------------------------------------------------------------------------

    def choose(self, key: str, seat: int | None = None) -> tuple[str, ...]:
        """Choose by key, several steps at once if it names them; the public log lines that followed.

        Raises:
            ChoiceError: the choice is not open; nothing has changed.
            RuleError: a rule went wrong; nothing has changed.
        """
        before = self._state.fork(), self._journal, self._pending
        log = self._state.log
        try:
            for part in key.split(STEP):
                self._choose(part.strip(), seat)
        except (ChoiceError, RuleError):
            self._state, self._journal, self._pending = before
            raise
        return self._since(log)

    def _since(self, log: Any) -> tuple[str, ...]:
        found: list[str] = []
        link = self._state.log
        while link is not None and link is not log:
            link, (readers, _, text) = link
            if readers is None:
                found.append(self._said(text))
        return tuple(reversed(found))

    def _choose(self, key: str, seat: int | None) -> None:
        pending = self._pending
        if pending is None:
            raise ChoiceError("the game is over")
        if len(key) > 10_000:
            raise ChoiceError("this is too long for a choice")
        info = self.program.asks[pending.ask]
        if info.form in {"offer", "window"}:
            answer = self._chosen_action(pending, key, seat)
        else:
            if seat is not None and seat != pending.seat:
                raise ChoiceError(f"it is {self.players[pending.seat]} who is asked")
            answer = self._chosen(pending, key)
        self.answer(answer)

    def _chosen_action(self, pending: Pending, key: str, seat: int | None) -> Answer:
        if None in pending.answers and key.casefold() == GO_ON and seat in (None, pending.seat):
            return None
        found = [
            each
            for each in pending.answers
            if each is not None and self.program.actions[each[1]].name.casefold() == key.casefold()
        ]
        mine = [each for each in found if each[0] == (pending.seat if seat is None else seat)]
        if mine:
            return mine[0]
        if found and seat is None:
            return found[0]
        for option in self._closed_options(pending):
            if option.key.casefold() == key.casefold() and seat in (None, option.seat):
                raise ChoiceError(option.why_not or "this is not open")
        raise ChoiceError(f"`{key}` is not offered")

    def _chosen(self, pending: Pending, key: str) -> Answer:
        info = self.program.asks[pending.ask]
        if info.form in {"some", "order"}:
            return self._chosen_some(pending, key)
        found = self._named(pending, key)
        if found is not _MISSING:
            return found
        for option in self._closed_options(pending):
            if option.key.casefold() == key.casefold():
                raise ChoiceError(option.why_not or "this is not open")
        raise ChoiceError(f"`{key}` is not offered")

    def _named(self, pending: Pending, key: str) -> Answer:
        tag = self.program.asks[pending.ask].tag
        if tag[0] == "number":
            try:
                number = int(key)
            except ValueError:
                raise ChoiceError(f"`{key}` is not a number") from None
            return number if number in pending.answers else _MISSING
        wanted = key.casefold()
        for answer in pending.answers:
            if self._element(tag, answer).casefold() == wanted:
                return answer
        for answer in pending.answers:
            if tag[0] == "kind" and answer is not None and self.program.kinds[tag[1]].shape != "player":
                member = words.member(self.program, tag, answer)
                if wanted in (member.ident.casefold(), member.label.casefold()):
                    return answer
        return _MISSING

    def _chosen_some(self, pending: Pending, key: str) -> Answer:
        parts = [each.strip() for each in key.split(",")] if key.strip().casefold() not in ("", "none") else []
        chosen: list[Answer] = []
        for part in parts:
            found = self._named(pending, part)
            if found is _MISSING:
                for option in self._closed_options(pending):
                    if option.key.casefold() == part.casefold():
                        raise ChoiceError(option.why_not or "this is not open")
                raise ChoiceError(f"`{part}` is not offered")
            if found in chosen:
                raise ChoiceError(f"`{part}` is named twice")
            chosen.append(found)
        if not pending.least <= len(chosen) <= pending.most:
            if pending.least == pending.most:
                raise ChoiceError(f"choose {pending.least}, not {len(chosen)}")
            raise ChoiceError(f"choose {pending.least} to {pending.most}, not {len(chosen)}")
        answer = tuple(chosen)
        reason = self._machine.judged(self._state, pending.ask, answer)
        if reason is not None:
            raise ChoiceError(self._said(reason))
        return answer

    # --- raw and quick -------------------------------------------------------------------------

    def sample(self, below: Callable[[int], int]) -> Answer:
        """One open answer by chance; `below(n)` gives a number from 0 up to n - 1."""
        assert self._pending is not None
        return self._machine.sample(self._state, self._pending, below)

    def answer(self, answer: Answer) -> None:
        """Give an answer that is known to be open."""
        pending, state = self._pending, self._state
        assert pending is not None
        seat = pending.seat
        if answer is not None and self.program.asks[pending.ask].form in {"offer", "window"}:
            seat = answer[0]
        self._journal = (self._journal, Entry(seat, pending.ask, answer, state.barrier))
        self._pending = self._machine.answer(state, answer)

    @property
    def seat(self) -> int | None:
        """Who is asked."""
        return self._pending.seat if self._pending is not None else None

    # --- looking -------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """Who won, who lost, and why; None while the game is played."""
        state = self._state
        if state.over is None:
            return None
        results = tuple(each[0] if each is not None else "drawn" for each in state.results)
        reasons = tuple(self._said(each[1]) if each is not None else "" for each in state.results)
        return Outcome(results, self._said(state.over[1]), reasons)

    def log(self, seat: int | None) -> tuple[str, ...]:
        """The log as a seat may read it; None: as everybody may."""
        return tuple(
            self._said(text)
            for readers, _, text in lines(self._state.log)
            if readers is None or (seat is not None and seat in readers)
        )

    def view(self, seat: int | None) -> View:
        """Everything a seat may see, as plain data."""
        decision = self.decision
        shown = None
        if decision is not None and self._pending is not None:
            shown = (
                decision.seat,
                decision.prompt if seat is None or seat == decision.seat else "",
                tuple(
                    (each.key, each.label, each.seat, each.why_not)
                    for each in decision.options
                    if seat is not None and each.seat == seat
                ),
            )
        return view_of(self._machine, self._state, self.players, seat, shown, self.log(seat), self.outcome)

    # --- copying -------------------------------------------------------------------------------

    def fork(self) -> "Game":
        """An independent copy, in the middle of a rule too."""
        new = Game.__new__(Game)
        new._machine = self._machine
        new.program = self.program
        new._state = self._state.fork()
        new.players = self.players
        new._seed = self._seed
        new._options = self._options
        new._journal = self._journal
        new._pending = self._pending
        new._origin = self._origin
        return new

    def imagine(self, seat: int, seed: int = 0) -> "Game":
        """A fork in which what the seat cannot see is dealt again at random."""
        new = self.fork()
        imagine(self._machine, new._state, seat, seed)
        new._pending = self._machine.pending(new._state)
        new._origin = (new._state.fork(), self._journal)
        return new

    def _entries(self) -> list[Entry]:
        found: list[Entry] = []
        link = self._journal
        while link is not None and link is not self._origin[1]:
            link, entry = link
            found.append(entry)
        found.reverse()
        return found

    def record(self) -> Record:
        """Scenario, options, seed and choices; the steps of one action on one line."""
        choices: list[tuple[int, str]] = []
        for entry in self._entries():
            key = self._key(entry.ask, entry.answer)
            if self.program.asks[entry.ask].step and choices and choices[-1][0] == entry.seat:
                choices[-1] = (entry.seat, f"{choices[-1][1]}{STEP}{key}")
            else:
                choices.append((entry.seat, key))
        outcome = self.outcome
        return Record(
            self.program.name,
            self.program.title,
            self.players,
            self._options,
            self.program.switched,
            self._seed,
            self.program.digest,
            tuple(choices),
            outcome.reason if outcome is not None else "",
        )

    def undo(self) -> None:
        """Take the last choice back.

        Raises:
            ChoiceError: something was revealed or left to chance since, or there is nothing to undo.
        """
        entries = self._entries()
        if not entries:
            raise ChoiceError("there is nothing to undo")
        if entries[-1].barrier != self._state.barrier:
            raise ChoiceError("this cannot be undone: a piece was revealed or chance has spoken since")
        state = self._origin[0].fork()
        self._state, self._journal = state, self._origin[1]
        self._pending = self._machine.pending(state)
        for entry in entries[:-1]:
            self.answer(entry.answer)

    def snapshot(self) -> tuple[Any, ...]:
        """The whole state as one comparable value, for tests."""
        return self._state.snapshot()

    def broken(self) -> tuple[str, ...]:
        """The invariants that do not hold."""
        self._state.fuel = 10**6
        return tuple(
            text
            for number, text in enumerate(self.program.invariants)
            if not self._machine.space[f"invariant_{number}"](self._state)
        )


def _options(program: Program, given: Mapping[str, str], state: State) -> dict[str, str]:
    known = {each.name: each for each in program.options}
    for name in given:
        if name not in known:
            raise StartError(f"{program.title} has no option `{name}`", tuple(known))
    chosen: dict[str, str] = {}
    for option in program.options:
        text = given.get(option.name, option.default)
        state.v[option.offset] = _option_value(option, text)
        chosen[option.name] = text
    return chosen


def _option_value(option: OptionInfo, text: str) -> int | bool:
    if option.kind == "number":
        if text.lstrip("-").isdecimal() and len(text) < 20 and option.low <= int(text) <= option.high:
            return int(text)
        raise StartError(f"`{option.name}` is a number from {option.low} to {option.high}, not `{text}`")
    if text not in option.members:
        raise StartError(f"`{option.name}` is one of {', '.join(option.members)}, not `{text}`", option.members)
    index = option.members.index(text)
    return bool(index) if option.kind == "flag" else option.low + index


def _seen_piles(machine: Machine, state: State) -> Iterator[tuple[int, ...]]:
    """For each pile the observers that see it; seats, and the number of seats for everybody."""
    program = machine.program
    everyone = tuple(range(state.players + 1))
    seen: list[tuple[int, ...]] = [everyone] * len(state.p)
    state.fuel = 10**6
    for pile in program.piles:
        for index in range(pile.count):
            match pile.seen.word:
                case "all":
                    found = everyone
                case "nobody":
                    found = ()
                case "owner":
                    found = (index,) if index < state.players else ()
                case _:
                    function = machine.space[pile.seen.function]
                    given = function(state, index) if pile.seen.owned else function(state)
                    found = tuple(sorted(set(given)))
                    if len(found) == state.players:
                        found = everyone
            seen[pile.first + index] = found
    yield from seen


class _Missing:
    pass


_MISSING = _Missing()
