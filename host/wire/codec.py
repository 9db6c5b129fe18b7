"""Encodes plain data as JSON and decodes it, and recognises messages of another version.

Any frozen dataclass of plain values can be encoded. Fields with their default value are left out.
"""

import json
import re
import types
from collections import OrderedDict
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from cattrs import Converter
from cattrs.errors import CattrsError
from cattrs.preconf.json import make_converter

from lazaretto.grammar.message import Message
from lazaretto.grammar.read_untrusted_files import parse_json
from lazaretto.host import messages as say
from lazaretto.rules.version_and_extras import version

LONGEST_REASON = 200
"""How many characters are told of why a value does not fit: it may repeat what somebody has sent."""

REMEMBERED = 64
"""How many values of a type keep what they were converted to."""

TAG = "is"
"""The field that names the class where a union allows several."""


def encode(value: object, type_: Any) -> bytes:
    """Encode a value of a type as JSON; half a pair of surrogates, which no text can hold, becomes `?`."""
    return written(plain(value, type_))


def written(value: object) -> bytes:
    """Write what `plain` has made as JSON; see `encode`."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def decode(text: bytes, type_: Any) -> Any:
    """Decode a value of a type from JSON.

    Raises:
        ValueError: the text is not JSON, or not a value of this type.
    """
    return whole(parse_json(text), type_)


def plain(value: object, type_: Any) -> Any:
    """Convert a value of a type to what `json` can write."""
    return _CONVERTER.unstructure(value, unstructure_as=type_)


def remember_plain(type_: Any) -> None:
    """Convert a value of this type once as long as it is used: it is large, and sent again and again."""
    convert = _CONVERTER.get_unstructure_hook(type_)
    last: OrderedDict[int, tuple[object, Any]] = OrderedDict()

    def converted(value: Any) -> Any:
        found = last.get(id(value))  # it stays alive here, so nothing else has this number
        if found is None:
            found = last[id(value)] = value, convert(value)
            if len(last) > REMEMBERED:
                last.popitem(last=False)
        return found[1]

    _CONVERTER.register_unstructure_hook(type_, converted)


def whole(value: object, type_: Any) -> Any:
    """Convert what `json` has read to a value of a type.

    Raises:
        ValueError: it is not a value of this type.
    """
    try:
        return _CONVERTER.structure(value, type_)
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError, CattrsError) as error:
        name = getattr(type_, "__name__", type_)
        raise ValueError(say.NOT_OF_TYPE(type=name, error=str(error)[:LONGEST_REASON])) from None


def _classes(type_: Any) -> tuple[type, ...]:
    """The dataclasses of a union; empty for anything else."""
    if get_origin(type_) not in (Union, types.UnionType):
        return ()
    return tuple(each for each in get_args(type_) if is_dataclass(each) and isinstance(each, type))


def _tagged(type_: Any) -> bool:
    return len(_classes(type_)) > 1


def _truth(value: object) -> bool:
    """Take nothing else for yes or no: `"false"` would be yes."""
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _made() -> Converter:
    converter = make_converter(omit_if_default=True, forbid_extra_keys=True, detailed_validation=False)

    def write(type_: Any) -> Any:
        def written(value: Any) -> Any:
            if value is None:
                return None
            return {TAG: type(value).__name__, **converter.unstructure(value, unstructure_as=type(value))}

        return written

    def read(type_: Any) -> Any:
        by_name = {class_.__name__: class_ for class_ in _classes(type_)}

        def reading(value: Any, _type: Any) -> Any:
            if value is None:
                return None
            fields = dict(value)
            return converter.structure(fields, by_name[fields.pop(TAG)])

        return reading

    converter.register_unstructure_hook_factory(_tagged, write)
    converter.register_structure_hook_factory(_tagged, read)
    converter.register_structure_hook(type(None), lambda _value, _type: None)
    converter.register_structure_hook(bool, lambda value, _type: _truth(value))
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda value, _type: Path(value))
    return converter


_CONVERTER = _made()


VERSION = 11
"""The version of the messages; both ends must use the same."""

HIGHEST = 10**6

RELEASE = re.compile(r"[0-9][0-9A-Za-z.+]{0,30}")


def first_message(message: bytes, type_: Any, refusal: Message) -> Any:
    """Decode the first message of the other end.

    Raises:
        ValueError: it has another version, as the refusal says, or it is something else.
    """
    found = parse_json(message)
    if isinstance(found, dict):
        theirs = found.get("version")
        if type(theirs) is int and theirs != VERSION and 0 <= theirs <= HIGHEST:
            release = str(found.get("release", ""))
            known = release if RELEASE.fullmatch(release) else "?"
            raise ValueError(refusal(theirs=theirs, ours=VERSION, release=known, own=version()))
    return whole(found, type_)
