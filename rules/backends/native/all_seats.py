"""Recognises the list of all seats of a game, which need not be read: its members are counted."""

from lazaretto.rules.backends.native.translate_numbers import Numbers
from lazaretto.rules.lower import ir


class AllSeats(Numbers):
    """Recognises that list."""

    def plain_list(self, many: ir.Expression) -> ir.Expression:
        """Return the list of all seats instead of values that return just that; other lists as they are."""
        found = many
        while isinstance(found, ir.Frozen | ir.Call):
            if isinstance(found, ir.Frozen):
                found = found.many
                continue
            if found.arguments or found.function.role is not ir.Role.VALUE:
                return many
            function = self.game.survey.functions[found.function].function
            match function.body:
                case [ir.Return(ir.Item() | ir.Frozen() | ir.Call() as inner)] if not function.recursive:
                    found = inner
                case _:
                    return many
        return found if self.is_all_seats(found) else many

    def is_all_seats(self, many: ir.Expression) -> bool:
        """Whether a list has all seats of the game in their order."""
        match many:
            case ir.Item(ir.Table(name), ir.Players()):
                return self.game.data.has_ranges(name)
            case _:
                return False
