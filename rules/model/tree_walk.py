"""All nodes of a typed tree, for passes that only look for some of them."""

from collections.abc import Iterator

from grammar.node import fields
from rules.model import tree

Node = tree.Expression | tree.Statement | tree.Template | tree.Through

_NODES: tuple[type, ...] = (
    tree.Constant,
    tree.LocalValue,
    tree.VariableValue,
    tree.PileValue,
    tree.BoxValue,
    tree.SupplyValue,
    tree.TrackValue,
    tree.TrackPosition,
    tree.KindSet,
    tree.Operation,
    tree.IsA,
    tree.CountOn,
    tree.StockLeft,
    tree.OnlyKind,
    tree.ListOf,
    tree.EndOf,
    tree.RandomOf,
    tree.MadeFor,
    tree.Quantifier,
    tree.Through,
    tree.Graph,
    tree.BuiltIn,
    tree.CallValue,
    tree.CallProcedure,
    tree.MayCall,
    tree.Template,
    tree.SetVariable,
    tree.SetLocal,
    tree.Run,
    tree.Return,
    tree.Stop,
    tree.If,
    tree.ForEach,
    tree.Repeat,
    tree.MoveSupply,
    tree.MovePieces,
    tree.Shuffle,
    tree.Spread,
    tree.Roll,
    tree.Show,
    tree.MoveMarker,
    tree.Needs,
    tree.Choose,
    tree.ChooseNumber,
    tree.Arrange,
    tree.Confirm,
    tree.Offer,
    tree.Window,
    tree.Once,
    tree.Say,
    tree.Forbidden,
    tree.Finish,
    tree.Enter,
    tree.CountUse,
)
_FIELDS = {kind: fields(kind) for kind in _NODES}


def walk(root: object) -> Iterator[Node]:
    """The node and everything below it, outermost first; procedures that are only named are not entered."""
    names = _FIELDS.get(type(root))
    if names is not None:
        yield root  # type: ignore[misc]
        for name in names:
            value = getattr(root, name)
            if value is not None and type(value) in _DEEP:
                yield from walk(value)
    elif type(root) is tuple:
        for each in root:
            yield from walk(each)


_DEEP = frozenset({*_NODES, tuple})
