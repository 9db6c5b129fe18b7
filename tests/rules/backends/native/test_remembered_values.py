"""Values of the score that search a list are remembered while a position is rated."""

from lazaretto.rules.backends.native.flat.nodes import Function, Return
from lazaretto.rules.backends.native.native_code import function_name
from lazaretto.rules.backends.native.remembered_values import RememberedValues
from tests.rules.backends.native.translations import translation_of

RULES = """
value score(player) : number = of_home(player, player.home) + pair(player, player) + total
value of_home(player, town) : number = crowd(town) + plain(town) + far(town, 3)
value crowd(town) : number = count player in Player where player.home = town
value plain(town) : number = town.size
value pair(one: Player, other: Player) : number = count town in Town where town in [one.home, other.home]
value far(town, n: number) : number = 0 if n = 0 else 1 + far(town, n - 1)
value guests(town) : set of Player = those player in Player where player.home = town
value unused(town) : number = count player in Player where player.home != town

action count_them in moves "Count"
    needs unused(my.home) > 0 else "No"
    choose player in guests(my.home) "Whom?"
    add 1 to total
"""


def test_what_is_remembered() -> None:
    """Only a number of the score that searches a list, by one argument."""
    game = translation_of(RULES)
    names = {function_name(ref): function.function.title for ref, function in game.survey.functions.items()}
    found = RememberedValues(game, 4_096)
    functions = {name: Function(name, ("town",), [Return()], True) for name in names}
    made = [function.name for function in found.functions(functions)]
    assert [names.get(each, each) for each in made if each in names] == ["crowd"]
    assert len(made) == 2 and made[0] == f"{made[1]}_anew"
    assert found.end == 4_096 + 32 * len({"Aden", "Bern", "Cork"})


def test_nothing_is_remembered_without_a_score() -> None:
    game = translation_of(RULES.replace("value score", "value points"))
    found = RememberedValues(game, 4_096)
    assert [*found.functions({})] == [] and found.end == 4_096
