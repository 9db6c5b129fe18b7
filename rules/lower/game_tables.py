"""Builds the tables of a compiled game, except its code.

- The phases of a game in call order, and the texts with which rules end it.
- What a game hands on to the next one of its campaign.
- The rules of the rulebook with their numbers, without those that decide nothing for players: rules without
  documentation; procedures that do nothing and values that always say the same flag, for both only serve what
  builds on the game; rules that no other rule of the game needs, such as values for bots.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.check.effects import code, reads
from lazaretto.rules.check.state_layout import all_piles, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.check.values_before_game import decided_in_play, known_value
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.builders import place
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos, former_names
from lazaretto.rules.lower.fuel_cost import find_dear_calls
from lazaretto.rules.lower.rule_numbering import rule_lines
from lazaretto.rules.lower.rules_behind_texts import WrittenRules, own_sentence, rule_origins, title
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    FlagType,
    KindType,
    ManyType,
    Member,
    NumberType,
    OptionalType,
    Type,
)
from lazaretto.rules.model.never_offered_together import only_if
from lazaretto.rules.model.tree.statements import ValueRule
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.model.values_known_by_name import counts_points, is_plain_flag, number_of_player
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.compiled_game import (
    ActionInfo,
    AskInfo,
    CompiledGame,
    GoalInfo,
    KeptInfo,
    KeptType,
    MenuInfo,
    ModuleInfo,
    NumberedRule,
    PointsInfo,
    ProcedureInfo,
    SwitchInfo,
)
from lazaretto.rules.run.players_rulebook import title_of

_USED_BY_THE_GAME = ("points", "team", "rank", "campaign_over", "game", "settle", "ending")
"""The rules that the game itself uses by their names, and that decide something."""

_CALLED = ("value", "to", "phase", "before", "after", "instead", "change", "forbid")
"""What is only there for the rules that use it, or for the rule that it is about."""


def _numbered_rules(
    world: World, infos: TableInfos, written: WrittenRules
) -> tuple[tuple[NumberedRule, ...], Mapping[str, str], frozenset[str]]:
    """Return the rules that players read about, the numbers of things by key, and the files with rules."""
    needed = _needed_rules(world, written)
    people = {
        outcome.span: _people(outcome.players) for outcome in world.outcomes if outcome.players is not None
    }
    moving = _values_decided_in_play(world)
    rules: list[NumberedRule] = []
    numbers: dict[str, str] = {}
    for at, rule in enumerate(world.written):
        number = written.number(rule)
        if not number or rule.replaced:
            continue
        numbers[f"{rule.span.file}:{rule.span.line}"] = number
        if rule.word == "menu":
            numbers[f"menu {rule.name}"] = number
        if rule.word == "member" and isinstance(rule.owner, Member):
            kind, id = infos.number(rule.owner)
            numbers[f"{kind} {id}"] = number
        text = rule.documentation or rule.reason
        value = world.values.get(rule.name) if rule.word == "value" else None
        if text and at in needed and not _decides_nothing(world, rule):
            amount = known_value(world, value) if value is not None and value.name not in moving else ""
            rules.append(_numbered(rule, number, text, amount, people.get(rule.span, "")))
    for template in world.templates:
        at_rule = written.around(template.span)
        if at_rule is not None:
            numbers[f"text {template.number}"] = written.number(world.written[at_rule])
    return tuple(rules), numbers, frozenset(world.written[at].span.file for at in needed)


def _values_decided_in_play(world: World) -> set[str]:
    """Return the values to which their own module gives other values in the game, without a word about it.

    The number without that change is only half of the rule; it often stands for "none".
    """
    spans = {rule.span for rule in world.written if rule.word == "change" and own_sentence(rule)}
    return {
        value.name
        for value in world.values.values()
        for change in value.changes
        if change.module == value.module and change.span not in spans and decided_in_play(change)
    }


def _numbered(rule: tree.WrittenRule, number: str, text: str, amount: str, for_whom: str) -> NumberedRule:
    only_reason = rule.word == "forbid" and not rule.documentation
    forbidden = title_of(rule.name).lower() if only_reason else ""
    return NumberedRule(number, rule.span.file, rule.word, title(rule), text, amount, for_whom, forbidden)


def _decides_nothing(world: World, rule: tree.WrittenRule) -> bool:
    """Whether a rule is only there for others to change it."""
    if rule.word == "value":
        value = world.values.get(rule.name)
        if value is None:
            return True
        fixed = isinstance(value.base, tree.Constant) and not value.changes
        return fixed and isinstance(value.type, FlagType)
    if rule.word == "to":
        procedure = world.procedures.get(rule.name)
        return procedure is None or not procedure.body
    return False


def _needed_rules(world: World, written: WrittenRules) -> set[int]:
    """Return the rules that a game can come to: from its phases and actions, its ends, its declarations."""
    waiting = [at for at, rule in enumerate(world.written) if _begins(rule)]
    renamed = {line.node.new.span for line in world.aliases.lines}
    for name, target in world.uses:
        declared = written.around(name.span) is None and name.span not in renamed
        if isinstance(target, tree.ValueRule) and declared:
            called = written.around(target.span)
            if called is not None:
                waiting.append(called)
    callees: dict[int, list[int]] = {}
    for called, callers in written.callers.items():
        for caller in callers:
            callees.setdefault(caller, []).append(called)
    for at, rule in enumerate(world.written):
        if rule.replaced:  # its replacement, which comes before it, may go on to it
            callees.setdefault(at - 1, []).append(at)
    needed: set[int] = set()
    while waiting:
        at = waiting.pop()
        if at not in needed:
            needed.add(at)
            waiting += callees.get(at, [])
    return needed


def _begins(rule: tree.WrittenRule) -> bool:
    """Whether the game itself comes to a rule, without another rule that calls it."""
    if rule.word in _CALLED:
        return rule.name in _USED_BY_THE_GAME and rule.word in ("value", "to", "phase")
    return True


def _ends_for(world: World) -> Mapping[int, str]:
    """Return for whom the game ends, for each text with which it does not end for all."""
    found: dict[int, str] = {}
    for outcome in world.outcomes:
        if outcome.players is not None:
            found[outcome.text.number] = _people(outcome.players)
    for procedure in (*world.procedures.values(), *world.extra):
        for node in walk(procedure.body):
            if isinstance(node, tree.Finish) and node.players is not None:
                found[node.text.number] = _people(node.players)
    return found


def _people(players: tree.Expression) -> str:
    return " ".join(_described(players))


def _described(players: tree.Expression) -> Iterator[str]:
    for node in walk(players):
        if isinstance(node, tree.CallValue):
            yield node.value.documentation or title_of(node.value.name)


def _kept_infos(infos: TableInfos) -> tuple[KeptInfo, ...]:
    """Describe all variables and piles that are kept, in the order of the state."""
    return tuple(_infos(infos))


def _infos(infos: TableInfos) -> Iterator[KeptInfo]:
    for variable in all_variables(infos.world):
        if variable.kept:
            owner = infos.kind_numbers[variable.owner] if variable.owner is not None else None
            count = variable.owner.count if variable.owner is not None else 1
            yield KeptInfo(variable.name, owner, variable.offset, count, _type(infos, variable.type), False)
    for pile in all_piles(infos.world):
        if pile.kept:
            owner = infos.kind_numbers[pile.owner] if pile.owner is not None else None
            held = ("many", _type(infos, KindType(pile.kind)))
            yield KeptInfo(pile.name, owner, pile.first, pile.count, held, True)


def _type(infos: TableInfos, kind: Type) -> KeptType:
    match kind:
        case NumberType(low, high):
            return ("number", low, high)
        case FlagType():
            return ("flag",)
        case KindType(of):
            return ("kind", infos.kind_numbers[of.root], of.first, of.count)
        case OptionalType(of):
            return ("optional", _type(infos, of))
        case ManyType(item) if item is not None:
            return ("many", _type(infos, item))
        case _:
            raise AssertionError(kind)


class PhaseOutline:
    """The phases with their nesting depth, and the texts with which a rule ends the game."""

    def __init__(self, world: World) -> None:
        self.phases: list[tuple[tree.Procedure, int]] = []
        self.endings: dict[int, tuple[str, int]] = {}
        """By the number of the text."""
        self.places: dict[int, str] = {}
        """The source positions of these endings, by the number of the text."""
        self.for_some: set[int] = set()
        """The numbers of the texts that end the game for some players only."""
        self.given_last: set[str] = set()
        """The results that `ending` gives to some players once the game is over for all."""
        self._met: set[tree.Procedure] = set()
        for name in ("game", "settle", "ending"):
            start = world.procedures.get(name)
            if start is not None:
                self._descend(start)
                if name == "ending":
                    ends = (node for node in walk(code(start)) if isinstance(node, tree.Finish))
                    self.given_last |= {end.word for end in ends if end.players is not None}

    def _descend(self, start: tree.Procedure) -> None:
        """Follow the calls iteratively, because calls in a game may be nested very deeply."""
        waiting = [iter([start])]
        depths = [0]
        while waiting:
            procedure = next(waiting[-1], None)
            if procedure is None:
                waiting.pop()
                depths.pop()
            elif procedure not in self._met:
                self._met.add(procedure)
                depth = depths[-1]
                if procedure.phase:
                    self.phases.append((procedure, depth))
                waiting.append(self._called(procedure))
                depths.append(depth + procedure.phase)

    def _called(self, procedure: tree.Procedure) -> Iterator[tree.Procedure]:
        for node in walk(code(procedure)):
            match node:
                case tree.CallProcedure(procedure=called):
                    yield called
                case tree.Offer(menus=menus) | tree.Window(menus=menus):
                    for menu in menus:
                        yield from (action.procedure for action in menu.actions)
                case tree.Finish(word=word, text=text, span=span):
                    if node.players is not None:
                        self.for_some.add(text.number)
                    self.endings.setdefault(text.number, (word, text.number))
                    self.places.setdefault(text.number, f"{span.file}:{span.line}")
                case _:
                    pass


@value
class Head:
    """The descriptions in a game: in its manifest, and in the documentation of each module."""

    name: str
    title: str
    description: str
    players: tuple[int, int]
    digest: str
    switched: tuple[str, ...]
    switches: tuple[SwitchInfo, ...]
    modules: tuple[ModuleInfo, ...] = ()
    coast: tuple[tuple[tuple[float, float], ...], ...] = ()
    numbers: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """The number of each rule, by its file and line."""


def game_tables(
    context: Context,
    lowered: ir.Lowered,
    infos: TableInfos,
    asks: tuple[AskInfo, ...],
    head: Head,
    code: Code,
) -> CompiledGame:
    """Build all tables of a game, with the code that a back end compiled from its rules."""
    world, layout, procedures = context.world, context.layout, context.numbering.procedures
    settle, outline = world.procedures.get("settle"), PhaseOutline(world)
    game = CompiledGame(
        name=head.name,
        title=head.title,
        description=head.description,
        players=head.players,
        digest=head.digest,
        switched=head.switched,
        switches=head.switches,
        kinds=infos.kind_infos(),
        variables=infos.variable_infos(),
        piles=infos.pile_infos(),
        supplies=infos.supply_infos(),
        tracks=infos.track_infos(),
        options=infos.option_infos(),
        templates=infos.template_infos(),
        asks=asks,
        actions=_actions(context, infos),
        menus=_menus(context),
        procedures=_procedures(context, infos, lowered.resumables),
        invariants=tuple(invariant.text for invariant in world.invariants),
        option_needs=len(world.option_needs),
        outcomes=tuple((outcome.word, outcome.text.number) for outcome in world.outcomes),
        endings=tuple(outline.endings.values()),
        course=tuple((procedures[phase], depth) for phase, depth in outline.phases),
        modules=head.modules,
        coast=head.coast,
        streams=lowered.streams,
        values=tuple(layout.values),
        pile_contents=tuple(map(tuple, layout.piles)),
        pile_bases=tuple(layout.bases),
        pieces=layout.pieces,
        entry=procedures[world.procedures["game"]],
        settle=procedures[settle] if settle is not None else None,
        segments=lowered.segments,
        code=code,
    )
    _name_rules(game, context, lowered, outline)
    _number_rules(game, context, infos, head)
    return game


def _describe_endings(made: CompiledGame, context: Context, outline: PhaseOutline) -> None:
    """Say which texts end the game for some players only, and where each ending stands.

    If `ending` may still give some players another result, no text is for all players.
    """
    outcomes = context.world.outcomes
    for_some = {outcome.text.number for outcome in outcomes if outcome.players is not None}
    places = {outcome.text.number: f"{outcome.span.file}:{outcome.span.line}" for outcome in outcomes}
    results = (*made.outcomes, *made.endings)
    overruled = {text for word, text in results if outline.given_last - {word}}
    made.ends_for_some = frozenset(outline.for_some | for_some | overruled)
    made.ending_places = outline.places | places


def _name_rules(made: CompiledGame, context: Context, lowered: ir.Lowered, outline: PhaseOutline) -> None:
    """Set values that the game uses by their names, what messages and lines call rules, and the endings."""
    _describe_endings(made, context, outline)
    made.rule_lines = rule_lines(context.world)
    made.dear_calls = find_dear_calls(lowered.functions)
    goals = context.world.goals
    made.goals = tuple(GoalInfo(goal.text, goal.lost_too, goal.documentation) for goal in goals)
    made.score = _named(context, "score", number_of_player)
    made.feared = _feared(context)
    made.team = _named(context, "team", _is_team)
    made.points = _points(context)
    made.rank = _named(context, "rank", number_of_player)
    made.campaign_over = _named(context, "campaign_over", is_plain_flag)


def _number_rules(made: CompiledGame, context: Context, infos: TableInfos, head: Head) -> None:
    """Set the rules that texts come from and those of the rulebook, and what lasts beyond a game."""
    rules = WrittenRules(context.world, made.modules, head.numbers)
    made.rules, made.origins = rule_origins(context.world, rules)
    made.numbered, made.numbers, made.ruled = _numbered_rules(context.world, infos, rules)
    made.ends_for = _ends_for(context.world)
    made.kept, made.former = _kept_infos(infos), former_names(infos)


def _named(context: Context, name: str, fits: Callable[[ValueRule], bool]) -> int | None:
    """Return the number of a value that the game itself uses; None if there is none, or it does not fit."""
    value = context.world.values.get(name)
    return context.numbering.values[value] if value is not None and fits(value) else None


def _feared(context: Context) -> tuple[int, ...]:
    """Return the numbers of the tracks on which a loss depends."""
    tracks = list(context.world.tracks.values())
    losses = [
        outcome
        for outcome in context.world.outcomes
        if outcome.word == "lose" and outcome.condition is not None
    ]
    read = {thing for loss in losses for thing in reads(loss.condition)}
    return tuple(number for number, track in enumerate(tracks) if track in read)


def _is_team(value: ValueRule) -> bool:
    """Whether a value is a set of players, whoever asks."""
    item = value.type.item if isinstance(value.type, ManyType) else None
    return not value.parameters and isinstance(item, KindType) and item.kind.is_player


def _points(context: Context) -> PointsInfo | None:
    """Return how points are counted; None if they are not."""
    number, value = _named(context, "points", counts_points), context.world.values.get("points")
    if number is None or value is None or not isinstance(value.type, NumberType):
        return None
    return PointsInfo(number, not value.parameters, value.type.high, value.documentation)


def _procedures(
    context: Context, infos: TableInfos, resumables: Mapping[int, ir.Resumable]
) -> tuple[ProcedureInfo, ...]:
    procedures: list[ProcedureInfo] = []
    for procedure, number in context.numbering.procedures.items():
        resumable = resumables.get(number)
        procedures.append(
            ProcedureInfo(
                procedure.name,
                procedure.phase,
                resumable.entry if resumable else None,
                len(resumable.slots) if resumable else 0,
                resumable.question if resumable else None,
                tuple((given.word, infos.tag(given.type)) for given in procedure.parameters),
                procedure.documentation,
                place(procedure.span),
                procedure.returns,
                procedure.preview,
            )
        )
    return tuple(procedures)


def _actions(context: Context, infos: TableInfos) -> tuple[ActionInfo, ...]:
    return tuple(
        ActionInfo(
            action.name,
            action.label.number if action.label is not None else None,
            action.documentation,
            context.numbering.procedures[action.procedure],
            infos.number(action.member) if action.member is not None else None,
            dict(action.looks),
            place(action.span),
            only_if(action),
        )
        for action in context.world.actions
    )


def _menus(context: Context) -> tuple[MenuInfo, ...]:
    return tuple(
        MenuInfo(
            menu.name,
            menu.prompt.number if menu.prompt is not None else None,
            tuple(context.numbering.actions[action] for action in menu.actions),
            menu.secret,
            menu.documentation,
        )
        for menu in context.world.menus.values()
    )
