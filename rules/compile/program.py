"""The whole program put together: every rule emitted, every table written down."""

import ast
import marshal
from collections.abc import Iterable

from grammar.source import Span
from rules.check.check import Checked
from rules.check.effects import code as code_of
from rules.check.effects import reads
from rules.check.layout import Layout, all_piles, all_supplies, all_variables
from rules.check.world import World
from rules.compile.expressions import Emitter
from rules.compile.fuel import pay
from rules.compile.idle import Idle
from rules.compile.segments import Asked, Segments
from rules.compile.statements import Statements, Watchers, plain_function
from rules.compile.steps import Steps
from rules.compile.values import flag_function, may_function, outcome_function, value_function
from rules.model import tree
from rules.model.things import Kind, Member, Pile, Seen, Supply, Variable
from rules.model.types import (
    FlagType,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    PileType,
    TextType,
    Type,
)
from rules.run.tables import (
    ActionInfo,
    AskInfo,
    KindInfo,
    MemberInfo,
    MenuInfo,
    OptionInfo,
    PileInfo,
    ProcedureInfo,
    SeenInfo,
    SupplyInfo,
    SwitchInfo,
    Tables,
    Tag,
    TrackInfo,
    VariableInfo,
)


class Compiler:
    """Emits everything into functions, grouped by the file they come from."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.world = world
        self.layout = layout
        self.emitter = Emitter(world, layout)
        self.watchers = Watchers()
        self.functions: list[tuple[str, ast.FunctionDef]] = []
        self.asked: list[Asked] = []
        self.segments = 0
        self.procedures: list[tree.Procedure] = []
        self.entries: dict[int, tuple[int, int]] = {}
        self.hidden: dict[int, set[int]] = {}
        self.kinds = [*world.kinds.values()]
        self.kind_numbers = {id(kind): index for index, kind in enumerate(self.kinds)}
        self.members = [tuple(kind.members()) for kind in self.kinds]

    # --- rules ---------------------------------------------------------------------------------

    def add(self, span: Span, *functions: ast.FunctionDef) -> None:
        """Keep functions under the file their rule stands in."""
        self.functions.extend((span.file, each) for each in functions)

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
            self.add(value.span, value_function(value, emitter, watchers))
        for outcome in world.outcomes:
            self.add(outcome.span, outcome_function(outcome, emitter, watchers))
        for number, invariant in enumerate(world.invariants):
            made = flag_function(f"invariant_{number}", invariant.condition, emitter, watchers)
            self.add(invariant.span, made)
        steps = Steps(emitter, watchers)
        for action in world.actions:
            steps.action(action)
        for menu in world.menus.values():
            steps.menu(menu)
        idle = Idle(emitter, watchers, self.procedures)
        self.functions.extend(idle.functions())
        for procedure in self.procedures:
            self.procedure(procedure, idle.numbers)
        for asked in self.asked:
            steps.question(asked)
        self.steps = steps
        self.functions.extend(steps.functions)
        self._visibility()

    def _number(self, procedures: Iterable[tree.Procedure]) -> None:
        for procedure in procedures:
            procedure.number = len(self.procedures)
            self.procedures.append(procedure)

    def _watch(self) -> None:
        for outcome in self.world.outcomes:
            if outcome.condition is None or outcome.supply is not None:
                continue
            for thing in reads(self.world, outcome.condition):
                if isinstance(thing, Pile):
                    if outcome.number not in self.watchers.any_pile:
                        self.watchers.any_pile.append(outcome.number)
                else:
                    numbers = self.watchers.by_thing.setdefault(id(thing), [])
                    if outcome.number not in numbers:
                        numbers.append(outcome.number)
        self.watchers.any_pile.sort()
        for numbers in self.watchers.by_thing.values():
            numbers.sort()

    def procedure(self, procedure: tree.Procedure, idle: frozenset[int]) -> None:
        """A procedure as a plain function, or as segments where it may ask."""
        emitter, watchers = self.emitter, self.watchers
        if procedure.forbids:
            self.add(procedure.span, may_function(procedure, emitter, watchers))
        if procedure.asks:
            segments = Segments(emitter, watchers, procedure, self.segments, self.asked, idle)
            made = segments.build()
            self.entries[procedure.number] = (self.segments, segments.size)
            self.segments += len(made)
            self.add(procedure.span, *made)
            return
        code = Statements(emitter, watchers)
        body = [*code.tick(), *code.block(code_of(procedure))]
        names = [each.name for each in procedure.parameters]
        self.add(procedure.span, plain_function(f"do_{procedure.number}", names, body, procedure.span))

    def _visibility(self) -> None:
        self.seen: dict[int, str] = {}
        holders: list[Variable | Pile] = [*all_variables(self.world), *all_piles(self.world)]
        for holder in holders:
            if holder.seen.players is not None:
                title = f"seen_{len(self.seen)}"
                self.seen[id(holder)] = title
                made = flag_function(
                    title, holder.seen.players, self.emitter, self.watchers, holder.seen.this
                )
                self.add(holder.span, made)

    def codes(self) -> tuple[tuple[str, bytes], ...]:
        """The functions, compiled, a code object for each file."""
        files: dict[str, list[ast.stmt]] = {}
        pay(function for _, function in self.functions)
        for file, function in self.functions:
            files.setdefault(file, []).append(function)
        found: list[tuple[str, bytes]] = []
        for file, body in files.items():
            module = ast.fix_missing_locations(ast.Module(body, []))
            found.append((file, marshal.dumps(compile(module, file or "<rules>", "exec"))))
        return tuple(found)

    # --- tables --------------------------------------------------------------------------------

    def tag(self, kind: Type) -> Tag:
        """A type as plain data."""
        match kind:
            case NumberType():
                return ("number",)
            case FlagType():
                return ("flag",)
            case TextType():
                return ("text",)
            case KindType(of):
                return ("kind", self.kind_numbers[id(of.root)])
            case OptionalType(of):
                return ("optional", self.tag(of))
            case PileType(of):
                return ("many", ("kind", self.kind_numbers[id(of.root)]))
            case ManyType(item):
                return ("many", self.tag(item) if item is not None else ("number",))
            case _:
                return ("number",)

    def _seen(self, holder: Variable | Pile) -> SeenInfo:
        seen: Seen = holder.seen
        return SeenInfo(seen.word, self.seen.get(id(holder), ""), seen.this is not None)

    def _kind_number(self, kind: Kind | None) -> int | None:
        return self.kind_numbers[id(kind)] if kind is not None else None

    def kind_infos(self) -> tuple[KindInfo, ...]:
        """All kinds."""
        return tuple(self._kind(kind) for kind in self.kinds)

    def _kind(self, kind: Kind) -> KindInfo:
        shape = "thing"
        if kind.is_player:
            shape = "player"
        elif kind.enumeration:
            shape = "enumeration"
        elif kind.links is not None:
            shape = "link"
        elif kind.area_of is not None:
            shape = "area"
        elif kind.root.piece:
            shape = "piece"
        elif any(each.place for each in kind.lineage()):
            shape = "place"
        members = tuple(self._member(each) for each in kind.members()) if kind.parent is None else ()
        return KindInfo(
            kind.name.split(".")[-1] if kind.enumeration else kind.name,
            kind.documentation,
            self.kind_numbers[id(kind.root)],
            kind.first,
            kind.count,
            shape,
            self._kind_number(kind.links or kind.area_of),
            dict(kind.looks),
            members,
        )

    def _member(self, member: Member) -> MemberInfo:
        looks = dict(member.looks)
        documentation = member.documentation
        sort = member.kind.name if member.kind.times > 1 else member.label
        if member.made_for is not None:
            looks = {**member.made_for.looks, **looks}
            sort = member.made_for.label
        ends = (member.ends[0].id, member.ends[1].id) if member.ends is not None else None
        return MemberInfo(
            member.name,
            member.ident,
            member.label,
            documentation,
            looks,
            member.at,
            self.kind_numbers[id(member.kind)],
            ends,
            tuple(each.id for each in member.bounds),
            sort,
        )

    def variable_infos(self) -> tuple[VariableInfo, ...]:
        """All variables a view may show, constants included."""
        found: list[VariableInfo] = []
        constants: list[Variable] = []
        for kind in self.kinds:
            constants.extend(each for each in kind.variables.values() if each.constant)
        for variable in (*all_variables(self.world), *constants):
            if variable.hidden:
                continue
            found.append(
                VariableInfo(
                    variable.name,
                    self._kind_number(variable.owner),
                    variable.offset,
                    self.tag(variable.type),
                    self._seen(variable),
                    tuple(variable.defaults) if variable.constant else None,
                    variable.documentation,
                    variable.option,
                    variable.faces is not None,
                )
            )
        return tuple(found)

    def pile_infos(self) -> tuple[PileInfo, ...]:
        """All piles."""
        return tuple(
            PileInfo(
                each.name,
                self._kind_number(each.owner),
                each.first,
                each.count,
                self.kind_numbers[id(each.kind.root)],
                self._seen(each),
                dict(each.looks),
                each.documentation,
            )
            for each in all_piles(self.world)
        )

    def _supply(self, supply: Supply) -> SupplyInfo:
        holders = tuple(
            (self.kind_numbers[id(kind)], offset, kind.count) for kind, offset in supply.holders.items()
        )
        return SupplyInfo(
            supply.name,
            self._kind_number(supply.owner),
            supply.size,
            supply.stock,
            supply.box,
            supply.owners,
            holders,
            dict(supply.looks),
            supply.documentation,
        )

    def option_infos(self) -> tuple[OptionInfo, ...]:
        """What may be agreed on."""
        found: list[OptionInfo] = []
        for name, option in self.world.options.items():
            kind = option.variable.type
            default, offset = option.default, option.variable.offset
            if isinstance(kind, NumberType):
                low, high = kind.low or 0, kind.high or 0
                made = OptionInfo(name, option.label, "number", low, high, (), str(default), offset)
            elif isinstance(kind, FlagType):
                shown = "yes" if default else "no"
                made = OptionInfo(name, option.label, "flag", 0, 1, ("no", "yes"), shown, offset)
            else:
                assert isinstance(kind, KindType) and isinstance(default, int)
                words = tuple(each.name for each in kind.kind.members())
                first = kind.kind.first
                made = OptionInfo(
                    name,
                    option.label,
                    "choice",
                    first,
                    first + len(words) - 1,
                    words,
                    words[default - first],
                    offset,
                )
            found.append(made)
        return tuple(found)

    def template_infos(self) -> tuple[tuple[str | Tag, ...], ...]:
        """All texts."""
        return tuple(
            tuple(part if isinstance(part, str) else self.tag(part.type) for part in template.parts)
            for template in self.world.templates
        )

    def ask_infos(self) -> tuple[AskInfo, ...]:
        """All questions."""
        return tuple(self._ask(each) for each in self.asked)

    def _ask(self, asked: Asked) -> AskInfo:
        node = asked.question
        step = id(node) in self.steps.after or asked.procedure.name.startswith("action ")
        tag: Tag = ("number",)
        form, subject, optional = "one", "", False
        menus: tuple[int, ...] = ()
        interrupts: tuple[int, ...] = ()
        match node:
            case tree.Choose():
                tag, optional, subject = self.tag(node.variable.type), node.optional, _word(node.variable)
                form = "some" if node.most is not None else "one"
            case tree.ChooseNumber(variable=variable):
                form, subject = "number", _word(variable)
            case tree.Arrange(list=many):
                form = "order"
                tag = self.tag(many.type)[1]
            case tree.Confirm():
                form, tag = "confirm", ("flag",)
            case tree.Offer():
                form, menus = "offer", tuple(each.number for each in node.menus)
                interrupts = tuple(each.number for each in node.interrupts)
                step = False
            case tree.Window():
                form, interrupts, step = "window", tuple(each.number for each in node.menus), False
        secret = self._secret(node)
        action = asked.procedure.name.removeprefix("action ") if step else None
        return AskInfo(
            form,
            asked.slot,
            tag,
            optional,
            step,
            menus,
            interrupts,
            subject,
            action,
            _place(node.span),
            secret,
        )

    def _secret(self, node: object) -> tuple[int, ...]:
        """The piles, perhaps hidden, on which it depends what may be played in between."""
        menus: tuple[tree.Menu, ...] = ()
        if isinstance(node, tree.Offer):
            menus = node.interrupts
        elif isinstance(node, tree.Window):
            menus = node.menus
        return tuple(sorted({pile for menu in menus for pile in self._hidden(menu)}))

    def _hidden(self, menu: tree.Menu) -> set[int]:
        found = self.hidden.get(menu.number)
        if found is None:
            found = self.hidden[menu.number] = set()
            for action in menu.actions:
                for thing in reads(self.world, (action.active, action.steps)):
                    if isinstance(thing, Pile) and thing.owner is not None and thing.seen.word != "all":
                        found.update(range(thing.first, thing.first + thing.count))
        return found

    def tables(self, head: "Head") -> Tables:
        """Everything as one value."""
        world, layout = self.world, self.layout
        procedures = []
        for procedure in self.procedures:
            entry = self.entries.get(procedure.number)
            procedures.append(
                ProcedureInfo(
                    procedure.name,
                    procedure.phase,
                    entry[0] if entry else None,
                    entry[1] if entry else 0,
                    tuple((_word(each), self.tag(each.type)) for each in procedure.parameters),
                    procedure.documentation,
                    _place(procedure.span),
                )
            )
        settle = world.procedures.get("settle")
        return Tables(
            head.name,
            head.title,
            head.description,
            head.players,
            head.digest,
            head.switched,
            head.switches,
            self.kind_infos(),
            self.variable_infos(),
            self.pile_infos(),
            tuple(self._supply(each) for each in all_supplies(world)),
            tuple(
                TrackInfo(each.name, each.spaces, each.offset, dict(each.looks), each.documentation)
                for each in world.tracks.values()
            ),
            self.option_infos(),
            self.template_infos(),
            self.ask_infos(),
            tuple(
                ActionInfo(
                    each.name,
                    each.label.number if each.label is not None else None,
                    each.documentation,
                    each.procedure.number,
                    (self.kind_numbers[id(each.member.kind.root)], each.member.id) if each.member else None,
                    _place(each.span),
                )
                for each in world.actions
            ),
            tuple(
                MenuInfo(
                    each.name,
                    each.prompt.number if each.prompt is not None else None,
                    tuple(action.number for action in each.actions),
                    each.documentation,
                )
                for each in world.menus.values()
            ),
            tuple(procedures),
            tuple(each.text for each in world.invariants),
            tuple((each.word, each.text.number) for each in world.outcomes),
            tuple(self.emitter.streams),
            tuple(layout.values),
            tuple(map(tuple, layout.piles)),
            tuple(layout.bases),
            layout.pieces,
            world.procedures["game"].number,
            settle.number if settle is not None else None,
            self.segments,
            self.emitter.constants.values,
            self.codes(),
        )


class Head:
    """What the manifest says of a game."""

    def __init__(
        self,
        name: str,
        title: str,
        description: str,
        players: tuple[int, int],
        digest: str,
        switched: tuple[str, ...],
        switches: tuple[SwitchInfo, ...],
    ) -> None:
        self.name = name
        self.title = title
        self.description = description
        self.players = players
        self.digest = digest
        self.switched = switched
        self.switches = switches


def compile_program(checked: Checked, head: Head) -> Tables:
    """Compile a checked game."""
    assert checked.layout is not None
    compiler = Compiler(checked.world, checked.layout)
    compiler.compile()
    return compiler.tables(head)


def _word(local: tree.Local) -> str:
    return local.word


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}:{span.column}"


__all__ = ["Compiler", "Head", "compile_program"]
