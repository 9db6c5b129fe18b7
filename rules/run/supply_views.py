"""Shows supplies: how many pieces are left, and whose they are."""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.rules.run import text_rendering
from lazaretto.rules.run.compiled_game import CompiledGame, SupplyInfo
from lazaretto.rules.run.state import State
from lazaretto.rules.run.text_rendering import Ref
from lazaretto.rules.run.view_static import Album
from lazaretto.rules.run.view_types import SupplyView


def supply_views(
    album: Album, tables: CompiledGame, state: State, players: Sequence[str]
) -> Iterator[SupplyView]:
    """Yield all supplies whose owners exist at this table; everybody sees them."""
    for supply in tables.supplies:
        for owner in range(supply.owners):
            if _has_owner(tables, supply, owner, state.players):
                yield SupplyView(
                    album.supply_name(supply.owner, owner, supply.name),
                    state.v[supply.stock + owner],
                    supply.sizes[owner] - state.v[supply.box + owner],
                    {**_owner_looks(tables, supply, owner), **supply.looks},
                    _owner_ref(tables, players, supply, owner),
                    supply.documentation,
                )


def _has_owner(tables: CompiledGame, supply: SupplyInfo, index: int, players: int) -> bool:
    """Whether the owner of a supply exists in a game of this many players."""
    if supply.owner is None:
        return True
    kind = tables.kinds[supply.owner]
    members = tables.kinds[kind.root].members
    return not members or members[kind.first + index].present(players)


def _owner_ref(tables: CompiledGame, players: Sequence[str], supply: SupplyInfo, index: int) -> Ref | None:
    if supply.owner is None:
        return None
    first = tables.kinds[supply.owner].first
    return text_rendering.refs(tables, players, ("kind", supply.owner), first + index)[0]


def _owner_looks(tables: CompiledGame, supply: SupplyInfo, index: int) -> Mapping[str, str]:
    if supply.owner is None:
        return {}
    kind = tables.kinds[supply.owner]
    members = tables.kinds[kind.root].members
    return members[kind.first + index].looks if members else {}
