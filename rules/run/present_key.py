"""Replaces old names in a key by the present ones."""

from lazaretto.rules.run.compiled_game import AskInfo, CompiledGame
from lazaretto.rules.run.question_forms import menus_of, takes_several


def present_key(tables: CompiledGame, info: AskInfo, key: str) -> str:
    """Return a key of a record, or one that a player typed, as the game writes it now."""
    former, tag = tables.former, info.tag
    if any(menus_of(info.form)):
        return former.action(key)
    if tag[0] != "kind":
        return key
    parts = key.split(",") if takes_several(info.form) else [key]
    return ",".join(former.member(tables.kinds[tag[1]].root, each) for each in parts)
