"""The statuses with which commands end, the same for all of them."""

from lazaretto.tui.messages import command_line as say

DONE = 0
REFUSED = 1
WRONG_USAGE = 2
INTERNAL_ERROR = 70
"""As `sysexits.h` has it: the mistake is in the program."""
INTERRUPTED = 130
"""As shells have it for Ctrl-C."""
KILLED = 128
"""Added to the number of a signal."""

STATUSES = (
    (str(DONE), say.STATUS_DONE),
    (str(REFUSED), say.STATUS_REFUSED),
    (str(WRONG_USAGE), say.STATUS_WRONG_USAGE),
    (str(INTERNAL_ERROR), say.STATUS_INTERNAL_ERROR),
    (str(INTERRUPTED), say.STATUS_INTERRUPTED),
    ("129, 143", say.STATUS_KILLED),
)
"""What each means, for the manual."""
