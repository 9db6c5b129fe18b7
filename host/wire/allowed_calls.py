"""What clients may call: each method of a protocol says here what it costs, and its types say what it takes.

A method without a cost cannot be called from the other end of a connection.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_origin, get_type_hints

from lazaretto.host import messages as say
from lazaretto.host.wire.bounds import BoundsError, Check, checker

Method = TypeVar("Method", bound=Callable[..., Any])
Protocol = TypeVar("Protocol", bound=type)

_COST = "__cost__"


class Cost(Enum):
    """What a call is paid from; `lazaretto.host.server.call_budgets` says how much of each a person has."""

    FREE = "free"
    """It only gives something back, such as a place, or changes nothing outside the client."""
    LOOK = "looks"
    """Rules are evaluated to show something."""
    CHOICE = "choices"
    """The game may go on."""
    HINT = "hints"
    """A bot plans."""
    READ = "reads"
    """The store or the disk is read."""
    KEEP = "keeping"
    """Something of the person's own is stored."""
    ACT = "acts"
    """Others see it: coming to a table, votes, invitations."""
    TALK = "lines"
    """Others read a line."""
    POINT = "pointing"
    LOAD = "loads"
    """A scenario is read and compiled, or all that a seat sees is sent anew."""
    MAKE = "tables"
    """A table is made."""
    CODE = "codes"
    """A code is tried of a table that the person is not shown."""
    CALL = "calls"
    """Whatever a client sends, also what is free or refused."""
    NAME = "names"
    """A new visitor gives a name, or a code for a key."""
    ELSEWHERE = "elsewhere"
    """Only a program on the player's own machine can be called."""


def costs(cost: Cost, free_with: str = "") -> Callable[[Method], Method]:
    """Let clients call a method of a protocol at a cost.

    `free_with` names an argument: with any other than zero, the call goes on with one that was paid for.
    """

    def declared(method: Method) -> Method:
        setattr(method, _COST, (cost, free_with))
        return method

    return declared


def costs_all(cost: Cost) -> Callable[[Protocol], Protocol]:
    """Let clients call every method of a protocol at the same cost."""

    def declared(protocol: Protocol) -> Protocol:
        for name, method in vars(protocol).items():
            if not name.startswith("_") and inspect.isfunction(method):
                costs(cost)(method)
        return protocol

    return declared


@dataclass(frozen=True, slots=True)
class Declared:
    """A method that clients may call."""

    name: str
    cost: Cost
    free_with: str
    """The argument that makes the call free."""
    answers: bool
    """Whether the caller waits for an answer."""
    checks: Mapping[str, Check]
    """The check of each argument."""
    needed: frozenset[str]
    """The arguments without a default value."""
    result: Any
    """The type of the answer."""
    signature: inspect.Signature
    """The arguments without the object itself."""

    def bound(self, *arguments: Any, **named: Any) -> Mapping[str, Any]:
        """The arguments of a call by their names."""
        return self.signature.bind(*arguments, **named).arguments

    def cost_of(self, given: Mapping[str, Any]) -> Cost:
        """What a call with these arguments costs."""
        return Cost.FREE if given.get(self.free_with) else self.cost

    def check(self, given: Mapping[str, Any]) -> None:
        """Check the arguments of a call.

        Raises:
            BoundsError: one is out of its bounds.
        """
        for name, value in given.items():
            if name in self.checks:
                self.checks[name](value, name)

    def check_names(self, given: Mapping[str, Any]) -> None:
        """Check that the client has given the arguments that the method has.

        Raises:
            BoundsError: one is missing, or unknown.
        """
        unknown = sorted(given.keys() - self.checks.keys())
        missing = sorted(self.needed - given.keys())
        if unknown:
            raise BoundsError(say.NO_ARGUMENT(method=self.name, arguments=", ".join(unknown)[:200]))
        if missing:
            raise BoundsError(say.MISSING_ARGUMENT(method=self.name, arguments=", ".join(missing)))


@cache
def declared(protocol: Any, name: str) -> Declared | None:
    """A method of a protocol that clients may call; None for anything else.

    Raises:
        TypeError: an argument has no bounds.
    """
    method = getattr(protocol, name, None) if not name.startswith("_") else None
    if method is None or not hasattr(method, _COST):
        return None
    cost, free_with = getattr(method, _COST)
    hints = get_type_hints(method, include_extras=True)
    result = get_type_hints(method).get("return")
    signature = inspect.signature(method)
    taken = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
    checks = {each.name: checker(hints[each.name]) for each in taken if not _is_listener(hints[each.name])}
    needed = frozenset(each.name for each in taken if each.default is each.empty and each.name in checks)
    answers = inspect.iscoroutinefunction(method)
    signature = signature.replace(parameters=taken)
    return Declared(name, cost, free_with, answers, checks, needed, result, signature)


def _is_listener(hint: Any) -> bool:
    """Whether an argument is a function of the caller: on a connection, messages take its place."""
    return get_origin(hint) is Callable
