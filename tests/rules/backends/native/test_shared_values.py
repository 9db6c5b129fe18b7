"""Lists that several actions of a menu compute of the same seat are computed once, if they never fail."""

from lazaretto.rules.lower.ir import Ref, Role
from tests.rules.backends.native.paired_play import paired, play
from tests.rules.backends.native.translations import translation_of
from tests.rules.backends.test_agreement import checked

RULES = """
value team() : set of Player = Player
value mates(player) : set of Player = those other in team() where other != player and other.home = player.home
value alone(player) : set of Player = those other in team() where other.home != player.home
value fitting(player) : set of Town = those town in Town where town.size / (total - 3) >= 0

action greet in moves "Greet"
    choose other in mates(me) "Whom?"
    visit(other, Cork)

action follow in moves "Follow"
    needs any other in mates(me) else "No"
    choose other in mates(me) where other.home != Cork "Whom?"
    visit(me, Cork)

action leave in moves "Leave"
    needs any other in alone(me) else "No"
    visit(me, Aden)

action build in moves "Build"
    needs any town in fitting(me) else "No"
    add 1 to total

action settle_down in moves "Settle down"
    needs count(fitting(me)) > 1 else "No"
    needs count(team()) > 1 else "No"
    visit(me, Bern)

to again()
    for each player in team()
        offer moves to player
    add 1 to total

after visit(_, _)
    add 1 to total

replace phase game()
    repeat 4 times
        again()
    draw "Enough"
"""


def shared(text: str) -> dict[str, set[str]]:
    """Return the values that the menu computes, and those that each action gets, by their names."""
    game = translation_of(text)
    survey, values = game.survey, game.shared

    def names(refs: tuple[Ref, ...]) -> set[str]:
        return {survey.functions[each].function.title for each in refs}

    result = {"menu": set[str]()}
    for ref in survey.functions:
        if ref.role is Role.OFFERED:
            result["menu"] |= names(values.computed(ref))
        elif ref.role is Role.OPEN and values.wanted(ref):
            result[survey.functions[ref].function.title] = names(values.wanted(ref))
    return result


def test_what_is_shared() -> None:
    """What one action needs alone, and what may fail, stays where it is."""
    assert shared(RULES) == {"menu": {"mates"}, "greet": {"mates"}, "follow": {"mates"}}


def test_games_with_shared_values() -> None:
    """They go on as in the interpreter, to a fault of a value that is not shared."""
    machine = paired(checked(RULES))
    faults = {play(machine, seed) for seed in range(12)}
    assert any("divi" in fault for fault in faults), faults
