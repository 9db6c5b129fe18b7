"""Names what happens when flat code stops in the middle."""


class Trapped(Exception):  # noqa: N818  (the word of flat code)
    """Everything that ran in an instance has stopped; the reason stands in its memory."""
