"""The words about hidden piles and chances."""

from lazaretto.tui.messages.translated_message import AppMessage

PERCENT = AppMessage("topic.percent", "{number} %")
NO_CHANCE = AppMessage("topic.no_chance", "no chance")
CERTAIN = AppMessage("topic.certainty", "100 %")
NEXT = AppMessage("table.next", "next {chance}")
NEXT_CERTAIN = AppMessage("odds.next_certain", "next for certain")
NOT_BEFORE = AppMessage("odds.not_before", "not before the {nth}")
NEXT_WITH = AppMessage("odds.next_with", "next with {chance}")
FIRST_OF_THESE = AppMessage("odds.first_of_these", "the first of these with {chance}, none before the {nth}")
EACH = AppMessage("odds.each", "each is {chance}")
UNKNOWN_ORDER = AppMessage("table.each_with", "in unknown order; {chance}:")
SOME = AppMessage("table.each_with_of", "{number} of these {could}; {chance}:")
BRIEF_SOME = AppMessage("table.next_some", "{number} of {could}; {chance}")
SAME = AppMessage("table.each_with_same", "{number} of the {could} above; {chance}")
ALIKE = AppMessage("odds.alike", "{number} × {piece}")
ALIKE_AT = AppMessage("table.alike_with", "{told}; {chance}")
SOON = AppMessage("table.soon", "{piece}: {chance} next, {soon} in the next 2")
SOON_CERTAIN = AppMessage("odds.soon_certain", "{piece}: next for certain")
NOT_SOON = AppMessage("odds.not_soon", "{piece}: not among the next 2")
