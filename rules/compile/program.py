"""The whole program put together: every rule emitted, every table written down."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from grammar.source import Span
from rules.check.checker import Checked
from rules.check.effects import code, reads
from rules.check.state_layout import Layout, all_piles, all_variables
from rules.check.symbol_table import World
from rules.compile.codes import code_of
from rules.compile.describe import Described
from rules.compile.early import ask_early
from rules.compile.emitter import Emitter
from rules.compile.fuel import pay
from rules.compile.idle import Idle
from rules.compile.inline import inline
from rules.compile.loops import unfold
from rules.compile.menus import Menus
from rules.compile.once import keep
from rules.compile.outline import Outline
from rules.compile.segments import Asked, Segments
from rules.compile.statements import Statements, Watchers, plain_function
from rules.compile.steps import Steps
from rules.compile.threads import Resumable, thread
from rules.compile.values import flag_function, may_function, outcome_function, value_function
from rules.model import tree
from rules.model.entities import Pile, Variable
from rules.run.compiled_game import (
    ActionInfo,
    AskInfo,
    MenuInfo,
    ModuleInfo,
    ProcedureInfo,
    SwitchInfo,
    Tables,
    Tag,
    TrackInfo,
)
from rules.run.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskOrder,
    AskSome,
    AskWindow,
    offers_actions,
)


class Compiler:
    """Emits everything into functions, grouped by the file they come from."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.world = world
        self.layout = layout
        self.emitter = Emitter(world, layout)
        self.watchers = Watchers()
        self.functions: list[ast.FunctionDef] = []
        self.asked: list[Asked] = []
        self.segments = 0
        self.procedures: list[tree.Procedure] = []
        self.resumable: dict[int, Resumable] = {}
        self.hidden: dict[int, set[int]] = {}
        self.described = Described(world)

    # --- rules ---------------------------------------------------------------------------------

    def compile(self) -> None:
        """All rules of the world."""
        world, emitter, watchers = self.world, self.emitter, self.watchers
        self._number(world.all_procedures())
        for number, value in enumerate(world.values.values()):
            value.number = number
        for number, outcome in enumerate(world.outcomes):
            outcome.number = number
        for number, action in enumerate(world.actions):
            action.number = number
        for number, menu in enumerate(world.menus.values()):
            menu.number = number
        self._watch()
        for value in world.values.values():
            self.functions.append(value_function(value, emitter, watchers))
        for outcome in world.outcomes:
            self.functions.append(outcome_function(outcome, emitter, watchers))
        for number, invariant in enumerate(world.invariants):
            made = flag_function(f"invariant_{number}", invariant.condition, emitter, watchers)
            self.functions.append(made)
        steps = Steps(emitter, watchers)
        for action in world.actions:
            steps.action(action)
        idle = Idle(emitter, watchers, self.procedures)
        self.functions.extend(idle.functions())
        for procedure in self.procedures:
            self.procedure(procedure, idle.numbers)
        for asked in self.asked:
            steps.question(asked)
        self._menu_functions()
        self.steps = steps
        self.functions.extend(steps.functions)
        self._visibility()

    def _menu_functions(self) -> None:
        """What is needed of each menu: whether it is offered, and whether it is played from in between."""
        menus = Menus(self.emitter, self.watchers)
        offered: dict[int, tree.Menu] = {}
        played: dict[int, tree.Menu] = {}
        for asked in self.asked:
            match asked.question:
                case tree.Offer(menus=listed, interrupts=between):
                    offered |= {each.number: each for each in listed}
                    played |= {each.number: each for each in between}
                case tree.Window(menus=between):
                    played |= {each.number: each for each in between}
                case _:
                    pass
        self.functions += [menus.offered(menu) for menu in offered.values()]
        self.functions += [menus.played(menu) for menu in played.values()]

    def _number(self, procedures: Iterable[tree.Procedure]) -> None:
        for procedure in procedures:
            procedure.number = len(self.procedures)
            self.procedures.append(procedure)

    def _watch(self) -> None:
        for outcome in self.world.outcomes:
            if outcome.condition is None or outcome.supply is not None:
                continue
            for thing in reads(outcome.condition):
                if isinstance(thing, Pile):
                    if outcome.number not in self.watchers.any_pile:
                        self.watchers.any_pile.append(outcome.number)
                else:
                    numbers = self.watchers.by_thing.setdefault(id(thing), [])
                    if outcome.number not in numbers:
                        numbers.append(outcome.number)
        for holder in all_variables(self.world):
            for thing in reads(holder.seen.players):
                self.watchers.veils.add(None if isinstance(thing, Pile) else id(thing))
        self.watchers.any_pile.sort()
        for numbers in self.watchers.by_thing.values():
            numbers.sort()

    def procedure(self, procedure: tree.Procedure, idle: frozenset[int]) -> None:
        """A procedure as a plain function, or as segments where it may ask."""
        emitter, watchers = self.emitter, self.watchers
        if procedure.forbids:
            self.functions.append(may_function(procedure, emitter, watchers))
        if procedure.asks:
            segments = Segments(emitter, watchers, procedure, self.segments, self.asked, idle).build()
            self.resumable[procedure.number] = segments
            self.segments += len(segments.blocks)
            return
        made = Statements(emitter, watchers)
        body = [*made.tick(), *made.block(code(procedure))]
        names = [each.name for each in procedure.parameters]
        self.functions.append(plain_function(f"do_{procedure.number}", names, body, procedure.span))

    def _visibility(self) -> None:
        seen = self.described.seen
        holders: list[Variable | Pile] = [*all_variables(self.world), *all_piles(self.world)]
        for holder in holders:
            if holder.seen.players is not None:
                title = f"seen_{len(seen)}"
                seen[id(holder)] = title
                made = flag_function(
                    title, holder.seen.players, self.emitter, self.watchers, holder.seen.this
                )
                self.functions.append(made)

    def emitted(self) -> list[ast.FunctionDef]:
        """All functions just as they were emitted, each rule where it stands."""
        return [*self.functions, *(made for each in self.resumable.values() for made in each.functions())]

    def finished(self) -> list[ast.FunctionDef]:
        """All functions as they are run."""
        functions = inline([*self.functions, *thread(self.resumable)])
        pay(functions)
        unfold(functions)
        ask_early(functions, self.emitter.constants.values)
        keep(functions)
        return functions

    # --- questions -----------------------------------------------------------------------------

    def ask_infos(self) -> tuple[AskInfo, ...]:
        """All questions."""
        return tuple(self._ask(each) for each in self.asked)

    def _ask(self, asked: Asked) -> AskInfo:
        node = asked.question
        tag: Tag = ("number",)
        form: AskForm
        subject = ""
        match node:
            case tree.Choose():
                tag = self.described.tag(node.variable.type)
                subject = node.variable.word
                form = AskSome() if node.most is not None else AskOne(node.optional)
            case tree.ChooseNumber(variable=variable):
                form, subject = AskNumber(), variable.word
            case tree.Arrange(list=many):
                form, tag = AskOrder(), self.described.tag(many.type)[1]
            case tree.Confirm():
                form, tag = AskConfirm(), ("flag",)
            case tree.Offer(menus=menus, interrupts=between):
                form = AskOffer(_numbers(menus), _numbers(between), self._secret(between))
            case tree.Window(menus=between):
                form = AskWindow(_numbers(between), self._secret(between))
            case _:
                assert_never(node)
        step = not offers_actions(form) and (
            id(node) in self.steps.after or asked.procedure.name.startswith("action ")
        )
        action = asked.procedure.name.removeprefix("action ") if step else None
        return AskInfo(form, asked.slot, asked.seat, tag, step, subject, action, _place(node.span))

    def _secret(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        """The piles, perhaps hidden, that decide what may be played from these menus in between."""
        return tuple(sorted({pile for menu in menus for pile in self._hidden(menu)}))

    def _hidden(self, menu: tree.Menu) -> set[int]:
        found = self.hidden.get(menu.number)
        if found is None:
            found = self.hidden[menu.number] = set()
            for action in menu.actions:
                for thing in reads((action.active, action.steps)):
                    if isinstance(thing, Pile) and thing.owner is not None and thing.seen.word != "all":
                        found.update(range(thing.first, thing.first + thing.count))
        return found

    # --- tables --------------------------------------------------------------------------------

    def _procedures(self) -> tuple[ProcedureInfo, ...]:
        found = []
        for each in self.procedures:
            segments = self.resumable.get(each.number)
            info = ProcedureInfo(
                each.name,
                each.phase,
                segments.entry if segments else None,
                segments.size if segments else 0,
                segments.question if segments else None,
                tuple((given.word, self.described.tag(given.type)) for given in each.parameters),
                each.documentation,
                _place(each.span),
                each.returns,
            )
            found.append(info)
        return tuple(found)

    def _actions(self) -> tuple[ActionInfo, ...]:
        return tuple(
            ActionInfo(
                each.name,
                each.label.number if each.label is not None else None,
                each.documentation,
                each.procedure.number,
                self.described.number(each.member) if each.member is not None else None,
                dict(each.looks),
                _place(each.span),
            )
            for each in self.world.actions
        )

    def _menus(self) -> tuple[MenuInfo, ...]:
        return tuple(
            MenuInfo(
                each.name,
                each.prompt.number if each.prompt is not None else None,
                tuple(action.number for action in each.actions),
                each.secret,
                each.documentation,
            )
            for each in self.world.menus.values()
        )

    def tables(self, head: "Head", functions: list[ast.FunctionDef]) -> Tables:
        """Everything as one value."""
        world, layout, described = self.world, self.layout, self.described
        settle = world.procedures.get("settle")
        outline = Outline(world)
        return Tables(
            head.name,
            head.title,
            head.description,
            head.players,
            head.digest,
            head.switched,
            head.switches,
            described.kind_infos(),
            described.variable_infos(),
            described.pile_infos(),
            described.supply_infos(),
            tuple(
                TrackInfo(each.name, each.spaces, each.offset, dict(each.looks), each.documentation)
                for each in world.tracks.values()
            ),
            described.option_infos(),
            described.template_infos(),
            self.ask_infos(),
            self._actions(),
            self._menus(),
            self._procedures(),
            tuple(each.text for each in world.invariants),
            tuple((each.word, each.text.number) for each in world.outcomes),
            tuple(outline.endings.values()),
            tuple((each.number, depth) for each, depth in outline.phases),
            head.modules,
            head.coast,
            tuple(self.emitter.streams),
            tuple(layout.values),
            tuple(map(tuple, layout.piles)),
            tuple(layout.bases),
            layout.pieces,
            world.procedures["game"].number,
            settle.number if settle is not None else None,
            self.segments,
            self.emitter.constants.values,
            *code_of(functions),
            world.values["score"].number if "score" in world.values else None,
        )


@dataclass(frozen=True, slots=True)
class Head:
    """What a game says of itself: in its manifest, and each module in its first words."""

    name: str
    title: str
    description: str
    players: tuple[int, int]
    digest: str
    switched: tuple[str, ...]
    switches: tuple[SwitchInfo, ...]
    modules: tuple[ModuleInfo, ...] = ()
    coast: tuple[tuple[tuple[float, float], ...], ...] = ()


def compile_program(checked: Checked, head: Head, plain: bool = False) -> Tables:
    """Compile a checked game; plain, without what makes rules quick and lets them pay."""
    assert checked.layout is not None
    compiler = Compiler(checked.world, checked.layout)
    compiler.compile()
    return compiler.tables(head, compiler.emitted() if plain else compiler.finished())


def _numbers(menus: Sequence[tree.Menu]) -> tuple[int, ...]:
    return tuple(each.number for each in menus)


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}:{span.column}"


__all__ = ["Compiler", "Head", "compile_program"]
