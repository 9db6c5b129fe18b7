"""Why a typed line is not a choice."""

from lazaretto.tui.messages.translated_message import AppMessage

TOO_LONG = AppMessage("typed.too_long", "That is longer than any choice.")
EMPTY = AppMessage("typed.empty", "Type the number or the beginning of an option; type `help` for more.")
NOTHING_LEFT = AppMessage(
    "typed.nothing_left", "After `{head}` there is nothing left to choose; leave out `{tail}`."
)
ACTION_ENDS = AppMessage(
    "typed.action_ends", "The action ends with `{head}`. Leave out `{tail}`: that is a choice of its own."
)
REST_LEFT_OUT = AppMessage(
    "typed.rest_left_out", "The action ended with `{head}`. `{tail}` is a choice of its own and was left out."
)
COULD_BE = AppMessage("typed.could_be", "That could be {names}; type a little more.")
COULD_BE_MORE = AppMessage("typed.could_be_more", "That could be {names} and more; type a little more.")
SEVERAL = AppMessage("typed.several", "Several options have this name: {names}. Type one of these names.")
SEVERAL_MORE = AppMessage(
    "typed.several_more", "Several options have this name: {names} and more. Type one of these names."
)
NUMBERS = AppMessage("typed.numbers", "The numbers here go from 1 to {last}.")
VALUES = AppMessage("typed.values", "Type a number: {values}.")
NOTHING_OPEN = AppMessage("typed.nothing_open", "No option is available.")
NOT_OPEN = AppMessage("typed.not_open", "`{option}` is not available: {reason}")
NOTHING_CALLED = AppMessage("typed.nothing_called", "Nothing here is called `{typed}`.")
NOT_AMONG = AppMessage("typed.not_among", "`{typed}` cannot be chosen here. Possible: {names}.")
NOT_AMONG_MORE = AppMessage(
    "typed.not_among_more", "`{typed}` cannot be chosen here. Possible: {names} and {number} more."
)
AFTER = AppMessage("typed.after", "{problem} {option}: {help}")
STANDS_ALONE = AppMessage("typed.stands_alone", "`{typed}` cannot be combined with others.")
TWICE = AppMessage("typed.twice", "You typed `{key}` twice.")
CHOOSE = AppMessage("typed.choose", "Choose {wanted} of them, separated by commas; you chose {number}.")
CHOOSE_IN_ORDER = AppMessage(
    "typed.choose_in_order",
    "Choose {wanted} of them in the order you want, separated by commas; you chose {number}.",
)
