"""Messages about texts that are not TOML; `grammar/foreign_toml.py` says where in the text it is wrong."""

from lazaretto.grammar.message import Message

AT = Message("toml.at", "{problem} (line {line}, column {column})")
NO_KEY = Message("toml.key", "a line begins with a key, or with `[` and the name of a table")
NO_EQUALS = Message("toml.equals", "expected `=` after a key")
NO_VALUE = Message("toml.value", "expected a value")
NO_LINE_END = Message("toml.line", "expected the end of the line")
NO_BRACKET = Message("toml.header", "expected `{bracket}` after the name of a table")
NO_QUOTE = Message("toml.quote", "this text has no closing quote")
OPEN_LIST = Message("toml.open_list", "this list has no closing `]`")
LIST_GOES_ON = Message("toml.list", "expected `,` or `]` in a list")
TABLE_GOES_ON = Message("toml.braces", "expected `,` or `}}` in a table")
BROKEN_TABLE = Message("toml.broken_braces", "a table in braces must stand on one line")
LAST_COMMA = Message("toml.comma", "a table in braces must not end with a comma")
TWICE = Message("toml.twice", "`{key}` is written twice")
NO_TABLE = Message("toml.no_table", "`{key}` has a value already, so it cannot be a table")
TOO_DEEP = Message("toml.deep", "lists and tables can be nested at most {most} deep")
CONTROL = Message("toml.control", "the character U+{number:04X} is not allowed here")
NO_ESCAPE = Message("toml.escape", "`{escape}` means nothing in a text; a backslash is written `\\\\`")
NO_DATE = Message("toml.date", "there is no such date or time")
LONG_NUMBER = Message("toml.number", "a number has at most {most} characters")
