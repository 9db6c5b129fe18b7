"""Lowers a checked game to the lowered form, and builds its tables.

What each pass does, in the order of the data; the lowered form itself is `rules/lower/ir/`:

- `rules/lower/rule_numbering.py` numbers rules; `rules/lower/rules_behind_texts.py` knows which rule says a
  text.
- `rules/lower/statements_without_questions.py` makes one function of a rule that cannot ask;
  `rules/lower/quantifiers.py` reads a range of cells at once for a search over all members.
- `rules/lower/segments.py` cuts a rule that may ask at its questions.
- `rules/lower/expressions.py` folds constants: a value that no rule changes becomes a number, so a number
  that is written as a value, for modules to change, costs nothing. Each sum, difference and product must fit
  into 64 bits, so that every back end computes the same; where the parts are known to be small, the check is
  left out.
- `rules/lower/find_tail_calls.py` finds tail calls, what may recurse (its nested calls are counted, so rules
  that call each other without end stop at the same call in every back end).
- `rules/lower/skippable_calls.py` finds calls that can be skipped: a procedure that may ask often finds
  nothing to do, and then no frame is made.
- `rules/lower/questions_and_menus.py` makes the functions of questions and menus.
- `rules/lower/open_actions.py` makes `open` and `reason` of each action, and of its rest after each choice.
- `rules/lower/outcome_watchers.py`: after each write to something that a win or loss depends on, the outcome
  is checked, so the game ends at once, in the middle of a rule; this finds where that depends on a secret.
- `rules/lower/lower_pure_functions.py` lowers values, and `rules/lower/score_terms.py` takes the score apart
  into the terms that hints name.
- `rules/lower/fuel_cost.py` adds the cost; `rules/lower/verify.py` checks the result for all back ends.
"""

from dataclasses import replace

from lazaretto.rules.check.checker import Checked
from lazaretto.rules.check.effects import code
from lazaretto.rules.check.state_layout import all_constants, all_piles, all_variables
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.builders import at, local
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.find_tail_calls import first_question, mark_calls, mark_recursive
from lazaretto.rules.lower.fuel_cost import add_costs
from lazaretto.rules.lower.game_tables import Head, game_tables
from lazaretto.rules.lower.ir.walk import all_calls
from lazaretto.rules.lower.lower_pure_functions import (
    expression_function,
    may_function,
    need_function,
    outcome_function,
    value_function,
)
from lazaretto.rules.lower.open_actions import Openness
from lazaretto.rules.lower.questions_and_menus import Asked, Questions, menu_functions
from lazaretto.rules.lower.score_terms import ScoreTerms
from lazaretto.rules.lower.segments import Segments
from lazaretto.rules.lower.skippable_calls import Skippable
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Pile, Track, Variable
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.compiled_game import CompiledGame


def lower(checked: Checked) -> ir.Lowered:
    """Lower a checked game; the checked tree is not changed."""
    return LoweredGame(checked).lowered


class LoweredGame:
    """A game in the lowered form, and its tables.

    The order in which rules are lowered is part of the result: random streams, questions, segments and
    constants are numbered in the order of first use, and records of games depend on the streams.
    """

    def __init__(self, checked: Checked) -> None:
        assert checked.layout is not None
        self.context = Context(checked.world, checked.layout)
        self.visible: dict[Variable | Pile, int] = {}
        self.labels: dict[Kind | Track, int] = {}
        self.dangers: dict[Kind, int] = {}
        self._functions: list[ir.Function] = []
        self._segments: list[ir.Function] = []
        self._resumables: list[Segments] = []
        self._asked: list[Asked] = []
        self._openness = Openness(self.context)
        self._infos = TableInfos(
            checked.world, self.visible, self.labels, self.context.numbering.values, self.dangers
        )
        self.lowered = self._lower()

    def tables(self, head: Head, code: Code) -> CompiledGame:
        """All tables of the game, with the code that a back end made of the lowered form."""
        game = game_tables(self.context, self.lowered, self._infos, self._asks, head, code)
        game.terms = self.terms.tree
        return game

    # --- rules ---------------------------------------------------------------------------------

    def _lower(self) -> ir.Lowered:
        context, functions = self.context, self._functions
        world = context.world
        functions += [value_function(value, context) for value in world.values.values()]
        functions += [outcome_function(outcome, context) for outcome in world.outcomes]
        for number, invariant in enumerate(world.invariants):
            ref = ir.Ref(ir.Role.INVARIANT, number)
            functions.append(expression_function(ref, invariant.text, invariant.condition, context))
        for number, goal in enumerate(world.goals):
            functions.append(
                expression_function(ir.Ref(ir.Role.GOAL, number), goal.text, goal.condition, context)
            )
        functions += [need_function(*each, context) for each in enumerate(world.option_needs)]
        for action in world.actions:
            self._openness.action(action)
        skippable = Skippable(context)
        functions += skippable.functions()
        for procedure in context.numbering.procedures:
            self._procedure(procedure, skippable.numbers)
        questions = Questions(context, self._infos, self._openness.after)
        self._asks = tuple(questions.question(each) for each in self._asked)
        functions += menu_functions(context, self._asked)
        functions += self._openness.functions
        functions += questions.functions
        self._visibility()
        self._labels()
        self.terms = ScoreTerms(context, self._infos)
        functions += self.terms.functions
        return self._finished(skippable.numbers)

    def _procedure(self, procedure: tree.Procedure, skippable: frozenset[int]) -> None:
        """Lower a procedure to a function, or to segments if it may ask."""
        context = self.context
        if procedure.forbids:
            self._functions.append(may_function(procedure, context))
        if procedure.asks:
            segments = Segments(context, procedure, len(self._segments), self._asked, skippable)
            segments.build()
            for index, body in enumerate(segments.blocks):
                for each in body:
                    at(each, procedure.span)
                ref = ir.Ref(ir.Role.SEGMENT, segments.first + index)
                self._segments.append(ir.Function(ref, procedure.name, (), body, procedure.span))
            self._resumables.append(segments)
            return
        ref = ir.Ref(ir.Role.PROCEDURE, context.numbering.procedures[procedure])
        body = StatementLowering(context).block(code(procedure))
        parameters = tuple(map(local, procedure.parameters))
        self._functions.append(ir.Function(ref, procedure.name, parameters, body, procedure.span))

    def _visibility(self) -> None:
        world = self.context.world
        holders: list[Variable | Pile] = [*all_variables(world), *all_constants(world), *all_piles(world)]
        for holder in holders:
            players = holder.seen.players
            if players is not None:
                number = self.visible[holder] = len(self.visible)
                ref = ir.Ref(ir.Role.VISIBLE, number)
                function = expression_function(ref, holder.full_name, players, self.context, holder.seen.this)
                self._functions.append(function)

    def _labels(self) -> None:
        world = self.context.world
        for kind in world.kinds.values():
            if kind.label is not None:
                self.labels[kind] = self._label(kind.name, *kind.label)
        for track in world.tracks.values():
            if track.space is not None:
                self.labels[track] = self._label(track.name, *track.space)
        for kind in world.kinds.values():
            if kind.danger is not None:
                self.dangers[kind] = self._label(kind.name, *kind.danger)

    def _label(self, name: str, template: tree.Template, this: tree.Local) -> int:
        """Make the function that builds a text about a member or a space, and return its number."""
        number = len(self.labels) + len(self.dangers)
        body: ir.Block = [ir.Return(StatementLowering(self.context).said(template))]
        ref = ir.Ref(ir.Role.LABEL, number)
        self._functions.append(ir.Function(ref, name, (local(this),), body, template.span))
        return number

    # --- the whole -----------------------------------------------------------------------------

    def _finished(self, skippable: frozenset[int]) -> ir.Lowered:
        blocks = {segment.ref.number: segment.body for segment in self._segments}
        made = [_resumable(resumable) for resumable in self._resumables]
        recursive = mark_calls(made, blocks)
        lowered = ir.Lowered(
            {function.ref: function for function in (*self._functions, *self._segments)},
            {each.procedure: replace(each, recursive=each.procedure in recursive) for each in made},
            self.context.constants.values,
            tuple(self.context.streams),
            skippable,
            len(self._segments),
        )
        calls = all_calls(lowered.functions)
        mark_recursive(lowered.functions, calls)
        add_costs(lowered, calls)
        return lowered


def _resumable(made: Segments) -> ir.Resumable:
    procedure = made.procedure
    return ir.Resumable(
        procedure=made.number,
        entry=made.first,
        count=len(made.blocks),
        slots=tuple(made.frame),
        parameters=len(procedure.parameters),
        brief=not procedure.phase and not procedure.returns,
        recursive=False,
        question=first_question(made.blocks[0]),
        span=procedure.span,
    )
