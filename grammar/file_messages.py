"""Messages about files that are not read, and about texts in them that are no JSON."""

from lazaretto.grammar.message import Message

NOT_REGULAR = Message("file.kind", "it is not a regular file")
OUTSIDE = Message("file.outside", "it is a link that leads out of its folder")
TOO_LARGE = Message("file.size", "it is larger than {most:,} bytes")
NO_PATH = Message("file.path", "this is not a valid path")
NESTED_TOO_DEEP = Message("file.nested", "this is nested too deeply")
LINKS_IN_CIRCLE = Message("file.circle", "its links lead in a circle")
