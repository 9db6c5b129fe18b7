"""Follows questions: who reads options, reasons and texts, and who notices that somebody is asked.

A choice tells a secret if that says which candidates there are. Whoever picks something shows that it is
allowed; that alone is no secret, such as a bid of at most the own coins. But if only what is equal to a
secret may be picked, or nothing that is, then what is picked tells the secret: with one candidate nobody even
picks.
"""

from itertools import chain

from lazaretto.rules.flow.facts_from_conditions import DEEPEST, EVERYONE, Term, Terms, assumed, replaced
from lazaretto.rules.flow.follow_statements import Following, Report, turned_by
from lazaretto.rules.flow.labels import NOTHING, Atom, Chosen, Label, Origin, Secret, Way, through, union
from lazaretto.rules.flow.read_secrets import Reading
from lazaretto.rules.flow.scope import Reader, Scope, Summary, together as merged
from lazaretto.rules.flow.visibility import Verdict, judge
from lazaretto.rules.flow.work_limit import spend
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, Variable, item_of

_EQUATIONS = frozenset(("=", "!=", "in", "not in"))


def _told_by_bounds(low: Label, high: Label) -> Label:
    """Return the secrets that a number tells: it may be neither below them nor above them."""
    return {atom: origin for atom, origin in low.items() if atom in high}


def _told_by_candidates(
    condition: tree.Expression | None, candidate: tree.Local, scope: Scope, reading: Reading, depth: int = 0
) -> Label:
    """Return the secrets to which candidates have to be equal or unequal under a condition."""
    spend()
    match condition:
        case tree.Operation(operator="and" | "or" | "not" as word, operands=operands):
            found = NOTHING
            for operand in operands:
                found = union(found, _told_by_candidates(operand, candidate, scope, reading, depth))
                if word != "not":
                    scope = scope.supposing(assumed(operand, word == "and", scope.terms, scope.facts))
            return found
        case tree.Operation(operator=operator, operands=operands) if operator in _EQUATIONS:
            same = any(_is_of(operand, candidate) for operand in operands)
            return reading.label(condition, scope) if same else NOTHING
        case tree.Quantifier(word="any" | "all" | "no", variable=variable):
            inner = reading.with_local(variable, reading.bind(variable, condition.set, scope), scope)
            told = _told_by_candidates(condition.where, candidate, inner, reading, depth)
            return reading.close(variable, told)
        case tree.CallValue(value=value, arguments=arguments) if depth < DEEPEST:
            inner = scope.inside()
            known = reading.arguments(value.parameters, arguments, scope)
            for parameter, (term, label) in known.items():
                inner.terms[parameter], inner.labels[parameter] = term, label
            found = NOTHING
            for parameter, argument in zip(value.parameters, arguments, strict=False):
                if _is_of(argument, candidate):
                    told = _told_by_candidates(value.base, parameter, inner, reading, depth + 1)
                    found = union(found, through(told, value.name, condition.span))
            return found
        case _:
            return NOTHING


def _is_of(node: tree.Expression, candidate: tree.Local) -> bool:
    """Whether an expression is a candidate, or an attribute of it that never changes."""
    while isinstance(node, tree.VariableValue) and node.thing is not None and node.variable.constant:
        node = node.thing
    return isinstance(node, tree.LocalValue) and node.local is candidate


class Questions(Following):
    """Follows statements, questions included."""

    def __init__(self, reading: Reading, report: Report) -> None:
        super().__init__(reading, report)
        self.secret_to: Term | None = None
        """The player whose choices nobody else sees, in an action of a menu that hides them."""
        self._open: dict[tree.Action, Label] = {}

    def question(self, node: tree.Question, scope: Scope, pc: Label, step: bool = False) -> None:
        """Follow a question; `step` is a choice that an action is made of."""
        reading = self.reading
        reader = self.one_reader(node.by, scope)
        self.tells("prompt", reading.label(node.prompt, scope), reader, node.span, scope)
        asked = reading.label(node.by, scope)
        match node:
            case tree.Choose():
                asked = union(asked, self._choose(node, reader, scope))
            case tree.Offer():
                self._prompts(node, node.menus, reader, scope)
                asked = union(asked, self._skipped(node, reader, scope))
            case tree.Window():
                self._prompts(node, node.menus, reader, scope)
                asked = union(asked, self._not_opened(node))
            case _:
                asked = union(asked, self._plain(node, reader, scope))
        for menu in chain.from_iterable(tree.menus_of(node)):
            for action in menu.actions:
                written = self.forgetting.written_by(action.procedure)
                scope.facts = self.forgetting.after(written, scope.facts)
        if not step:
            self.effect("asked", asked, EVERYONE, node.span, scope, pc)

    def together(self, node: tree.Together, scope: Scope, pc: Label) -> None:
        """Follow a question that several answer at once: all see who is asked, then what was chosen."""
        reading = self.reading
        bound = reading.bind(node.variable, node.seats, scope)
        inner = reading.with_local(node.variable, bound, scope)
        there = union(bound.there, NOTHING if bound.there else reading.size(node.seats, scope))
        self.effect("asked", there, EVERYONE, node.span, inner, pc)
        self.question(node.question, inner, pc, step=True)
        inner.turned = merged(inner.turned, turned_by(node.body, inner, reading, self.summaries))
        self.block(node.body, inner, union(pc, there))
        scope.join(inner)

    def _kept(self, label: Label, node: tree.Question) -> Label:
        """Return the label of an answer: in a menu that hides choices, nobody else knows it."""
        if self.secret_to is None:
            return label
        return union(label, {Chosen(self.secret_to): Origin(node.result.span)})

    def _plain(self, node: tree.Question, reader: Reader, scope: Scope) -> Label:
        """Follow a question that tells only its candidates and bounds; return as `_choose` does."""
        reading, many = self.reading, tree.candidates_of(node)
        low, high = (reading.label(bound, scope) for bound in tree.bounds_of(node))
        asked = union(low, high)
        self.tells("options", asked, reader, node.span, scope)
        label = _told_by_bounds(low, high)
        if many is not None:
            item, size = item_of(many.type), reading.size(many, scope)
            label, piece = reading.label(many, scope), isinstance(item, KindType) and item.kind.piece
            self.tells("options", size if piece else label, reader, many.span, scope)
            asked = scope.sizes[node.result] = union(asked, size)
        scope.labels[node.result] = self._kept(label, node)
        return asked

    def _choose(self, node: tree.Choose, reader: Reader, scope: Scope) -> Label:
        """Follow a choice; return on what it depends whether anybody is asked."""
        reading = self.reading
        bound = reading.bind(node.variable, node.set, scope)
        inner = reading.with_local(node.variable, bound, scope)
        piece = isinstance(node.variable.type, KindType) and node.variable.type.kind.piece
        number = reading.size(node.set, scope)
        close = reading.close
        options = union(bound.there, number, NOTHING if piece else bound.value)
        self.tells("options", close(node.variable, options), reader, node.set.span, inner)
        where = reading.label(node.where, inner)
        told = _told_by_candidates(node.where, node.variable, inner, reading)
        self.tells("where", where, reader, node.span, inner)
        inner.facts = assumed(node.where, True, inner.terms, inner.facts)
        needed = NOTHING
        for need in node.needs:
            told = union(told, _told_by_candidates(need.condition, node.variable, inner, reading))
            needed = union(needed, self.needs(need, reader, inner))
        bounds = union(reading.label(node.least, scope), reading.label(node.most, scope))
        self.tells("options", bounds, reader, node.span, scope)
        self.tells("reason", reading.label(node.empty, scope), reader, node.span, scope)
        scope.labels[node.result] = self._kept(union(bound.value, close(node.variable, told)), node)
        scope.sizes[node.result] = NOTHING
        scope.terms.pop(node.result, None)
        scope.picked.add(node.result)
        if node.result is node.variable or node.optional:
            scope.facts = {
                replaced(term, {node.variable: node.result}): truth for term, truth in inner.facts.items()
            }
        self.tells("such that", reading.label(node.such_that, scope), reader, node.span, scope)
        self.tells("reason", reading.label(node.such_reason, scope), reader, node.span, scope)
        same = bound.value if node.alike else NOTHING  # equal pieces are offered once
        return close(node.variable, union(bound.there, number, where, needed, bounds, same))

    def needs(self, node: tree.Needs, reader: Reader, scope: Scope) -> Label:
        """Follow a guard; return on what it depends."""
        label = self.reading.label(node.condition, scope)
        self.tells("needs", label, reader, node.span, scope)
        scope.facts = assumed(node.condition, True, scope.terms, scope.facts)
        if node.reason is not None:
            self.tells("reason", self.reading.label(node.reason, scope), reader, node.reason.span, scope)
        return label

    # --- actions -------------------------------------------------------------------------------

    def action(self, action: tree.Action) -> None:
        """Follow an action: its steps, which the player reads, then what it does."""
        me = action.me
        self.summary = Summary()
        self.parameters = frozenset()
        self.steps = frozenset()
        self.secret_to = me if action.menu.secret else None
        scope = Scope()
        self.tells("active", self.reading.label(action.active, scope), me, action.span, scope)
        scope.facts = assumed(action.active, True, scope.terms, scope.facts)
        self.tells("needs", self.reading.label(action.limit, scope), me, action.span, scope)
        for step in action.steps:
            match step:
                case tree.Needs():
                    self.needs(step, me, scope)
                case tree.Choose() | tree.ChooseNumber():
                    self.question(step, scope, NOTHING, step=True)
                case _:
                    self.statement(step, scope, NOTHING)
        self.steps = frozenset(map(id, action.steps))
        self.run_action(action, scope)
        self.secret_to = None

    def run_action(self, action: tree.Action, scope: Scope) -> None:
        """Follow what an action does once it is chosen."""
        body = action.procedure.body
        scope.turned = turned_by(body, scope, self.reading, self.summaries)
        self.block(body, scope, NOTHING)

    def openness(self, action: tree.Action) -> Label:
        """Return on what it depends whether an action is open."""
        found = self._open.get(action)
        if found is None:
            found = self._open[action] = self._openness(action)
        return found

    def _openness(self, action: tree.Action) -> Label:
        quiet = Questions(self.reading, lambda *_: None)
        quiet.summaries = self.summaries
        self.reading.follow = self.on_demand
        scope = Scope()
        found = self.reading.label(action.active, scope)
        scope.facts = assumed(action.active, True, scope.terms, scope.facts)
        for step in action.steps:
            match step:
                case tree.Needs():
                    found = union(found, quiet.needs(step, action.me, scope))
                case tree.Choose():
                    found = union(found, quiet._choose(step, action.me, scope))
                case tree.ChooseNumber():
                    found = union(
                        found, self.reading.label(step.low, scope), self.reading.label(step.high, scope)
                    )
                case _:
                    quiet.statement(step, scope, NOTHING)
        return found

    def _prompts(
        self, node: tree.Offer | tree.Window, menus: tuple[tree.Menu, ...], reader: Reader, scope: Scope
    ) -> None:
        for menu in menus if node.prompt is None else ():
            self.tells("prompt", self.reading.label(menu.prompt, scope), reader, node.span, scope)

    def _skipped(self, node: tree.Offer, reader: Reader, scope: Scope) -> Label:
        """Return on what it depends whether an offer is skipped because no action is open."""
        first: Label | None = None
        for menu in node.menus:
            for action in menu.actions:
                label = self._as_asked(action, reader)
                if not any(self._hidden(atom, scope) for atom in label):
                    return NOTHING
                first = label if first is None else first
        return _moved(first or NOTHING, node)

    def _not_opened(self, node: tree.Window) -> Label:
        """Return on what it depends whether a window opens; hidden piles never decide that."""
        found: Label = {}
        for menu in node.menus:
            for action in menu.actions:
                for atom, origin in self.openness(action).items():
                    if isinstance(atom, Secret) and isinstance(atom.entity, Variable):
                        found[atom] = origin
        return _moved(found, node)

    def _as_asked(self, action: tree.Action, reader: Reader) -> Label:
        """Return on what it depends whether an action is open to a player."""
        known: Terms = {action.me: reader}
        made: Label = {}
        for atom, origin in self.openness(action).items():
            if isinstance(atom, Secret) and atom.owner is not None:
                atom = atom._replace(owner=replaced(atom.owner, known))
            made[atom] = origin
        return made

    def _hidden(self, atom: Atom, scope: Scope) -> bool:
        """Whether not everybody sees something."""
        return judge(atom, EVERYONE, scope.facts, self.reading.visibility, frozenset()) is Verdict.LEAK


def _moved(label: Label, node: tree.Question) -> Label:
    """Return a label whose secrets count as read by a question."""
    return {
        atom: Origin(node.span, (Way("read", "", origin.span), *origin.via)) for atom, origin in label.items()
    }
