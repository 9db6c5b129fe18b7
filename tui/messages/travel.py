"""The words of journeys over several actions, on the screen and in line mode."""

from tui.messages.translated_message import AppMessage

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
WHERE = AppMessage("travel.where", "Where to? Type `travel` and a place: it lists the ways there.")
NO_WAY = AppMessage("travel.no_way", "No way to {place} found in this turn.")
ARE_THERE = AppMessage("travel.are_there", "You are in {place}. Choose from the list what you do here.")
SEVERAL = AppMessage("travel.several", "This could be {places}.")
WAYS_TO = AppMessage("travel.ways_to", "Ways to {place}; `travel 1` takes the first:")
NUMBERED = AppMessage("travel.numbered", "{number}. {journey}")
NOT_LISTED = AppMessage("travel.not_listed", "No way is listed with this number. `travel PLACE` lists them.")
