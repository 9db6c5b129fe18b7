"""Executes statements by walking the tree; a rule that asks waits in a generator for the answer.

Hooks are looked up when a procedure starts, not woven in beforehand: prohibitions, `instead`, `before`, the
procedure itself, `after`.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import cache
from typing import Any, assert_never

from lazaretto.rules.check.effects import reads
from lazaretto.rules.check.state_layout import Layout, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower.outcome_watchers import SecretEndings
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, KindType, NumberType, Pile, Supply, item_of
from lazaretto.rules.run import limits, move_pieces, runtime_functions
from lazaretto.rules.run.errors import EndedError, FaultError
from lazaretto.rules.run.secrets import knowledge
from lazaretto.rules.run.state import Said, State
from tests.reference.asking import Asking, Question, Rule
from tests.reference.places import Bound, Value

RESULTS = {"win": "won", "lose": "lost", "draw": "drawn"}


class Flow(Enum):
    """How control continues after a statement."""

    ON = auto()
    STOP = auto()
    LEAVE = auto()


class Frame(dict[tree.Local, Value]):
    """The locals of a running procedure, and its result."""

    result: Value = None


@cache
def _endings(world: World) -> SecretEndings:
    """Return what decides by a secret; to find it out takes longer than most of the games that are played."""
    return SecretEndings(world)


class Statements(Asking):
    """Changes one state of one game."""

    def __init__(self, world: World, layout: Layout, state: State, streams: Sequence[str]) -> None:
        super().__init__(world, layout, state, streams)
        self._inner = {
            id(procedure.inner): procedure
            for procedure in world.procedures.values()
            if procedure.inner is not None
        }
        self._veils = {thing for variable in all_variables(world) for thing in reads(variable.seen.players)}
        self._endings = _endings(world)
        for outcome in world.outcomes:
            if outcome.supply is None and self._endings.reads_secret(outcome.condition):
                self._veils |= reads(outcome.condition)

    # --- procedures ----------------------------------------------------------------------------

    def called(self, procedure: tree.Procedure, arguments: Sequence[Value]) -> Value:
        """Run a procedure that never asks."""
        rule = self.run(procedure, arguments)
        try:
            next(rule)
        except StopIteration as done:
            return done.value
        raise AssertionError(f"`{procedure.name}` asks where nobody can wait")

    def run(self, procedure: tree.Procedure, arguments: Sequence[Value]) -> Rule:
        """Run a procedure with all its hooks."""
        if id(procedure) in self._inner:
            return (yield from self._itself(self._inner[id(procedure)], arguments))
        reason = self.forbidden(procedure, arguments)
        if reason is not None:
            self._log(None, "prevents", reason)
            return None
        for arguments_of, hook in self._hooked(procedure, "instead", arguments):
            yield from self.run(hook.body, arguments_of)
            return None
        return (yield from self._itself(procedure, arguments))

    def _itself(self, procedure: tree.Procedure, arguments: Sequence[Value]) -> Rule:
        """Run a procedure without its `instead` hooks."""
        if procedure.phase and self.world.procedures.get(procedure.name) is procedure:
            self._begin(procedure)
        for given, hook in self._hooked(procedure, "before", arguments):
            yield from self.run(hook.body, given)
        frame = Frame(zip(procedure.parameters, arguments, strict=True))
        yield from self.block(procedure.body, frame)
        for given, hook in self._hooked(procedure, "after", arguments):
            yield from self.run(hook.body, given)
        return frame.result

    def _hooked(
        self, procedure: tree.Procedure, word: str, arguments: Sequence[Value]
    ) -> Iterator[tuple[list[Value], tree.HookRule]]:
        """Yield the hooks that apply, each tested when its turn comes."""
        for hook in _in_order([rule for rule in procedure.hooks if rule.word == word]):
            here: Bound = dict(zip(procedure.parameters, arguments, strict=True))
            for _ in self.applies(hook, here):
                yield [self.look(argument, here) for argument in hook.arguments], hook

    def _begin(self, phase: tree.Procedure) -> None:
        """Start a phase: reset the variables that live as long as the phase."""
        for variable in phase.lifetimes:
            count = variable.owner.count if variable.owner is not None else 1
            for place in range(count):
                default = variable.defaults[place if len(variable.defaults) == count else 0]
                self.state.v[variable.offset + place] = default
        if phase.name == "turn":
            self.state.turns += 1
        self._lift(*phase.lifetimes)
        self._watch()

    # --- blocks --------------------------------------------------------------------------------

    def block(self, body: tree.Block, here: Frame) -> Generator[Question, Any, Flow]:
        """Run one statement after the other, until one transfers control."""
        for node in body:
            flow = yield from self._statement(node, here)
            if flow is not Flow.ON:
                return flow
        return Flow.ON

    def _statement(self, node: tree.Statement, here: Frame) -> Generator[Question, Any, Flow]:
        if self._endings.decides(node):
            self.state.barrier += 1
        if isinstance(node, tree.Question):
            yield from self._asked(node, here)
            return Flow.ON
        match node:
            case tree.Run(call):
                yield from self._call(call, here)
            case tree.SetLocal(local, tree.CallProcedure() as call):
                here[local] = yield from self._call(call, here)
            case tree.Return():
                here.result = self.optional(node.value, here)
                return Flow.LEAVE
            case tree.Stop():
                return Flow.STOP
            case tree.If(branches, otherwise):
                for condition, body in branches:
                    if self.look(condition, here):
                        return (yield from self.block(body, here))
                return (yield from self.block(otherwise, here))
            case tree.ForEach():
                return (yield from self._for_each(node, here))
            case tree.Together():
                return (yield from self._together(node, here))
            case tree.NoUndo():
                self.state.barrier += 1
            case tree.Repeat():
                return (yield from self._repeat(node, here))
            case tree.Once(marks, keys):
                mark = tuple(self.look(key, here) for key in keys)
                if mark in self.state.v[marks.offset]:
                    return Flow.LEAVE
                self.state.v[marks.offset] += (mark,)
            case tree.Forbidden() | tree.Enter():
                raise AssertionError("woven in by the checker, not written")
            case tree.Needs():
                raise AssertionError("only among the steps of an action")
            case _:
                self._plain(node, here)
        return Flow.ON

    def _asked(self, node: tree.Question, here: Frame) -> Rule:
        """Ask, and do what the answer itself brings about."""
        answer = here[node.result] = yield from self.ask(node, here)
        match node:
            case tree.Arrange(result=result):
                kind = item_of(result.type)
                if isinstance(kind, KindType) and kind.kind.root.piece:
                    base, seat = kind.kind.root.piece_base, self.look(node.by, here)
                    move_pieces.arranged(self.state, base, answer, seat)
            case tree.Offer() if answer is not None:
                yield from self._act(answer)
            case tree.Window():
                while answer is not None:
                    yield from self._act(answer)
                    answer = yield from self.ask(node, here)
            case _:
                pass

    def _call(self, call: tree.CallProcedure, here: Frame) -> Rule:
        return (
            yield from self.run(call.procedure, [self.look(argument, here) for argument in call.arguments])
        )

    def _for_each(self, node: tree.ForEach, here: Frame) -> Generator[Question, Any, Flow]:
        for each in self.look(node.set, here):
            here[node.variable] = each
            if node.where is None or self.look(node.where, here):
                flow = yield from self.block(node.body, here)
                if flow is not Flow.ON:
                    return Flow.ON if flow is Flow.STOP else flow
        return Flow.ON

    def _together(self, node: tree.Together, here: Frame) -> Generator[Question, Any, Flow]:
        given = yield from self.ask_together(node, here)
        self.state.barrier += 1
        for seat, answer in given.items():
            here[node.variable], here[node.question.result] = seat, answer
            flow = yield from self.block(node.body, here)
            if flow is not Flow.ON:
                return Flow.ON if flow is Flow.STOP else flow
        return Flow.ON

    def _repeat(self, node: tree.Repeat, here: Frame) -> Generator[Question, Any, Flow]:
        left = self.optional(node.times, here)
        while left is None or left > 0:
            if node.condition is not None and not self.look(node.condition, here):
                break
            left = None if left is None else left - 1
            flow = yield from self.block(node.body, here)
            if flow is not Flow.ON:
                return Flow.ON if flow is Flow.STOP else flow
        return Flow.ON

    def _act(self, chosen: tuple[int, int]) -> Rule:
        """Do an action, then settle."""
        seat, number = chosen
        yield from self.run(self.world.actions[number].procedure, [seat])
        settle = self.world.procedures.get("settle")
        if settle is not None:
            yield from self.run(settle, [])

    # --- statements that only act --------------------------------------------------------------

    def _plain(
        self,
        node: tree.SetVariable | tree.SetLocal | tree.MoveSupply | tree.MovePieces | tree.Shuffle
        | tree.Spread | tree.Roll | tree.Show | tree.MoveMarker | tree.Say | tree.Finish
        | tree.CountUse,
        here: Frame,
    ) -> None:  # fmt: skip
        state = self.state
        match node:
            case tree.SetVariable(target):
                new = self.look(node.value, here)
                kind = target.variable.type
                if isinstance(kind, NumberType) and kind.low is not None and kind.high is not None:
                    limits.within(new, kind.low, kind.high, target.variable.name)
                state.v[self.variable_place(target.variable, self.optional(target.thing, here))] = new
            case tree.SetLocal(local):
                here[local] = self.look(node.value, here)
                return
            case tree.MoveSupply():
                self._move_supply(node, here)
            case tree.MovePieces():
                self._move_pieces(node, here)
            case tree.Shuffle(pile):
                kind_of, name = pile.pile.kind, pile.pile.full_name
                place, stream = self.pile_place(pile, kind_of, here), self.streams.index(name)
                move_pieces.shuffle(state, kind_of.root.piece_base, place, stream)
            case tree.Spread(_, pile):
                kind_of, name = pile.pile.kind, pile.pile.full_name
                place, stream = self.pile_place(pile, kind_of, here), self.streams.index(name)
                move_pieces.spread(
                    state, kind_of.root.piece_base, self.look(node.pieces, here), place, stream
                )
            case tree.Roll():
                self._roll(node, here)
            case tree.Show(_, many):
                pieces = node.pieces
                shown = self.look(pieces, here) if many else (self.look(pieces, here),)
                move_pieces.show(
                    state, _piece_kind(pieces).root.piece_base, shown, self.look(node.players, here)
                )
                return
            case tree.MoveMarker(track):
                last = len(track.spaces) - 1
                state.v[track.offset] = max(0, min(last, state.v[track.offset] + self.look(node.by, here)))
            case tree.Say(text):
                self._log(self.optional(node.players, here), "says", self.said(text, here))
                return
            case tree.Finish(word, text):
                self._finish(word, self.said(text, here), self.optional(node.players, here))
                return
            case tree.CountUse(counter):
                state.v[self.variable_place(counter, self.look(node.player, here))] += 1
            case _:
                assert_never(node)
        match node:
            case tree.SetVariable(target):
                self._lift(target.variable)
            case tree.Roll(variable=variable):
                self._lift(variable)
            case tree.MoveSupply(supply=supply):
                self._lift(supply.supply)
            case tree.MoveMarker(track):
                self._lift(track)
            case tree.MovePieces() | tree.Shuffle() | tree.Spread():
                self._lift(*(veil for veil in self._veils if isinstance(veil, Pile)))
            case _:
                pass
        self._watch()

    def _move_supply(self, node: tree.MoveSupply, here: Frame) -> None:
        supply, v = node.supply.supply, self.state.v
        thing = self.optional(node.supply.thing, here)

        def place(holder: tree.Expression | None) -> int:
            if holder is None:
                return supply.stock + self.owner_place(supply, thing)
            if isinstance(holder, tree.BoxValue):
                return supply.box + self.owner_place(supply, thing)
            assert isinstance(holder.type, KindType)
            return self.holder_place(supply, thing, holder.type.kind, self.look(holder, here))

        source, target = place(node.source), place(node.target)
        amount = v[source] if node.amount is None else self.look(node.amount, here)
        if amount < 0:
            raise FaultError("fewer than none")
        if amount > v[source]:
            if node.source is not None or not self._runs_out(supply, thing):
                raise FaultError("more than there are")
            amount = v[source]
        v[source] -= amount
        v[target] += amount

    def _runs_out(self, supply: Supply, thing: Value) -> bool:
        """Handle a supply that cannot meet a demand; return whether somebody wins or loses because of it."""
        told = False
        for rule in self.world.outcomes:
            about: Bound = {} if rule.owner is None else {rule.owner: thing}
            if rule.supply is supply and (rule.condition is None or self.look(rule.condition, about)):
                self._finish(rule.word, self.said(rule.text, about), self.optional(rule.players, about))
                told = True
        return told

    def _move_pieces(self, node: tree.MovePieces, here: Frame) -> None:
        kind = _piece_kind(node.pieces)
        found = self.look(node.pieces, here)
        pieces = found if node.many else (found,)
        if isinstance(node.pieces, tree.PileValue):
            pieces = pieces[::-1]
        place = self.pile_place(node.pile, kind, here)
        assert node.end in {"top", "bottom"}
        if node.many and isinstance(node.pieces, tree.EndOf) and pieces:
            self._deal(kind, node.pieces.end, list(pieces), place, node.end == "top")
            return
        if node.many and self._turned(kind.root.piece_base, list(pieces), place, node.end == "top"):
            return
        for piece in reversed(pieces) if node.end == "top" else pieces:
            move_pieces.move(self.state, kind.root.piece_base, piece, place, node.end == "top")

    def _turned(self, base: int, pieces: list[int], place: int, on_top: bool) -> bool:
        """Reorder the pieces at an end of a pile; observers who did not know them cannot follow."""
        state, pile = self.state, self.state.p[place]
        count = len(pieces)
        there = pile[len(pile) - count :] if on_top else pile[:count]
        if not pieces or set(there) != set(pieces) or len(there) != count:
            return False
        rest = pile[: len(pile) - count] if on_top else pile[count:]
        state.p[place] = [*rest, *reversed(pieces)] if on_top else [*reversed(pieces), *rest]
        unsure = []
        for observer in range(state.players + 1):
            known = all(state.known(observer)[base + piece] == base + piece for piece in pieces)
            if observer not in state.seen[place] and not known:
                unsure.append(observer)
        knowledge.blur(state, base, pieces, unsure)
        return True

    def _deal(self, kind: Kind, end: str, pieces: list[int], place: int, on_top: bool) -> None:
        """Move several pieces from the end of a pile: taken one after the other, then placed in order."""
        base, piles = kind.root.piece_base, self.state.p
        if self.state.w[base + pieces[0]] == place:
            for piece in reversed(pieces) if on_top else pieces:
                move_pieces.move(self.state, base, piece, place, on_top)
            return
        rest = piles[place][:]
        for piece in pieces if end == "top" else reversed(pieces):
            move_pieces.move(self.state, base, piece, place, on_top)
        piles[place] = [*rest, *reversed(pieces)] if on_top else [*reversed(pieces), *rest]

    def _roll(self, node: tree.Roll, here: Frame) -> None:
        variable = node.variable
        assert variable.faces is not None and variable.face_of is not None
        stream = self.streams.index(f"roll {variable.full_name}")
        for piece in self.look(node.pieces, here) if node.many else (self.look(node.pieces, here),):
            faces = self.look(variable.faces, {variable.face_of: piece})
            self.state.v[self.variable_place(variable, piece)] = runtime_functions.pick(
                self.state, stream, faces
            )

    def _lift(self, *things: object) -> None:
        """Prevent undo after a write to something that determines who sees a secret."""
        if not self._veils.isdisjoint(things):
            self.state.barrier += 1

    # --- the log and the end -------------------------------------------------------------------

    def _log(self, readers: Sequence[int] | None, form: str, words: Said) -> None:
        """Log a line for all, or for some; one that every seat may read is public."""
        some = None if readers is None or len(set(readers)) == self.state.players else tuple(readers)
        self.state.log = (self.state.log, some, form, words[0], *words[1])

    def _watch(self) -> None:
        """Check after a change whether somebody wins or loses."""
        for rule in self.world.outcomes:
            if rule.supply is None and rule.condition is not None and self.look(rule.condition, {}):
                self._finish(rule.word, self.said(rule.text, {}), self.optional(rule.players, {}))

    def _finish(self, word: str, words: Said, players: Iterable[int] | None) -> None:
        state, result = self.state, (RESULTS[word], words)
        if players is not None:
            for player in players:
                state.results[player] = result
            if any(each is None for each in state.results):
                return
        if state.ending:
            return
        state.results = [each if each is not None else result for each in state.results]
        state.over = result
        state.ending = True
        ending = self.world.procedures.get("ending")
        if ending is not None:
            self.called(ending, [])
        raise EndedError


def _in_order(hooks: list[tree.HookRule]) -> list[tree.HookRule]:
    """Return hooks in source order, but none before those it follows."""
    done: list[tree.HookRule] = []
    left = list(hooks)
    while left:
        free = [rule for rule in left if not any(other in left for other in rule.earlier)]
        done.append((free or left)[0])
        left.remove(done[-1])
    return done


def _piece_kind(pieces: tree.Expression) -> Kind:
    kind = item_of(pieces.type) or pieces.type
    assert isinstance(kind, KindType)
    return kind.kind
