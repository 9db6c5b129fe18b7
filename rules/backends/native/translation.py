"""Holds what the translation of all functions of a game shares, and what that of one function needs."""

from dataclasses import field

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.backends.native.constant_data import ConstantData
from lazaretto.rules.backends.native.flat.build import is_simple, number, set_scalar
from lazaretto.rules.backends.native.flat.nodes import After, Get, Set, Step, Value
from lazaretto.rules.backends.native.idle_and_shared_values import IdleValues, SharedValues
from lazaretto.rules.backends.native.infer_ranges import Facts, Inference
from lazaretto.rules.backends.native.layout import Layout
from lazaretto.rules.backends.native.survey import Survey
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref
from lazaretto.rules.run.compiled_game import CompiledGame


class Places:
    """The source positions that faults name; their number is their index, and 0 is none."""

    def __init__(self) -> None:
        self.names: list[str] = [""]
        self._known: dict[Span, int] = {}
        self._named: dict[str, int] = {"": 0}

    def number(self, span: Span) -> int:
        """Return the number of a position."""
        found = self._known.get(span)
        if found is None:
            found = self._known[span] = self.named(f"{span.file}:{span.line}:{span.column}")
        return found

    def named(self, name: str) -> int:
        """Return the number of a position by its name."""
        if name not in self._named:
            self._named[name] = len(self.names)
            self.names.append(name)
        return self._named[name]


@changing_node
class Translation:
    """What all functions of a game share."""

    tables: CompiledGame
    lowered: ir.Lowered
    at: Layout
    survey: Survey
    inference: Inference
    data: ConstantData
    idle: IdleValues
    shared: SharedValues
    recursive: frozenset[Ref]
    places: Places = field(default_factory=Places)
    settings: dict[object, int] = field(default_factory=dict)
    """The rules that set values, by what describes them, each with its number."""
    names: dict[str, int] = field(default_factory=dict)
    """Names that faults mention, each with its number."""

    gap_shapes: dict[int, list[int]] = field(default_factory=dict)
    """The shapes of the gaps of each template."""

    def gaps(self, template: int, shapes: list[int]) -> None:
        """Note the shapes of the gaps of a text."""
        known = self.gap_shapes.get(template)
        if known is not None:
            shapes = [max(each) for each in zip(known, shapes, strict=True)]
        self.gap_shapes[template] = shapes

    def name(self, name: str) -> int:
        """Return the number of a name that faults mention."""
        return self.names.setdefault(name, len(self.names))

    def setting(self, setting: object) -> int:
        """Return the number of a rule that sets a value."""
        return self.settings.setdefault(setting, len(self.settings))


class FunctionTranslation:
    """What the translation of one function needs."""

    def __init__(self, game: Translation, function: ir.Function) -> None:
        self.game = game
        self.at = game.at
        self.ref = function.ref
        self.function = function
        self.span = function.span
        self.guard: Span | None = None
        """Where a number is checked next, if it is computed for such a check."""
        self.names: dict[str, str] = {}
        """Variables of searches, which have names of their own in flat code."""
        self._fresh = 0

    def fresh(self, stem: str = "t") -> str:
        """Return a new name."""
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def kept(self, value: Value, before: list[Step]) -> Value:
        """Return a value that may be used several times; it is evaluated in `before` if necessary."""
        if is_simple(value):
            return value
        name = self.fresh()
        before.append(Set(name, value))
        return Get(name)

    def after(self, before: list[Step], value: Value) -> Value:
        """Return a value that is evaluated after some statements."""
        return After(before, value) if before else value

    def here(self) -> Step:
        """Return the statement that notes the present place for a fault."""
        return set_scalar(self.at.place, number(self.game.places.number(self.span)))

    def shape(self, node: ir.Expression) -> int:
        """Return the shape of an expression."""
        return self.game.inference.shape(node, self.ref)

    def facts(self, node: ir.Expression) -> Facts:
        """Return what is known of a plain value."""
        return self.game.inference.facts(node, self.ref)
