"""The words of journeys over several actions, on the screen and in line mode."""

from lazaretto.tui.messages.translated_message import AppMessage

MEANS = AppMessage("travel.means", "{action} ×{number}")
"""An action of a journey that is taken several times."""
SPENT = AppMessage("travel.spent", "{name} {number}")
"""How much of a number of the player a journey takes."""
WITH_COST = AppMessage("travel.with_cost", "{journey} ({cost})")
SPENDS = AppMessage("travel.spends", "spends {pieces}")
SPENDS_ONE = AppMessage("travel.spends_one", "spends one of {pieces}")
"""The player chooses the piece on arrival."""
ROUTE = AppMessage("travel.route", "Route: {places}.")
CHOICES_ON_THE_WAY = AppMessage("travel.choices_on_the_way", "Choices on the way: {answers}.")
NO_UNDO = AppMessage("travel.no_undo", "You cannot undo the last step.")
NO_UNDO_DRAWS = AppMessage(
    "travel.no_undo_draws", "You cannot undo the last step: on arrival, something new comes into {piles}."
)
STOPPED = AppMessage("travel.stopped", "The journey stopped on the way: something new has come up.")
ARRIVED = AppMessage("travel.arrived", "{undo} takes the whole journey back.")
STEP_WHERE = AppMessage("travel.step_where", "where to?")
NO_STEP = AppMessage("travel.no_step", "No place that you reach with one action begins with {typed}.")
NO_STEP_THAT_WAY = AppMessage(
    "travel.no_step_that_way", "You reach no place in that direction with one action."
)
SEVERAL_THAT_WAY = AppMessage(
    "travel.several_that_way", "Several places lie that way: {take} takes this one, or type a name."
)
WHERE = AppMessage("travel.where", "Where to? Type `travel` and a place: it lists the ways there.")
CHOICE_IS_OPEN = AppMessage(
    "travel.choice_is_open", "A choice is open: answer it first, or `undo` goes back to where you can travel."
)
NO_WAY = AppMessage("travel.no_way", "No way to {place} found in this turn.")
ARE_THERE = AppMessage("travel.are_there", "You are in {place}. Choose from the list what you do here.")
SEVERAL = AppMessage("travel.several", "This could be {places}.")
WAYS_TO = AppMessage("travel.ways_to", "Ways to {place}; `travel 1` takes the first:")
NUMBERED = AppMessage("travel.numbered", "{number}. {journey}")
NOT_LISTED = AppMessage("travel.not_listed", "No way is listed with this number. `travel PLACE` lists them.")
