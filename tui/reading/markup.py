"""Makes elements of HTML and SVG from their names, contents and attributes."""

from html import escape


def element(name: str, content: str, look: str = "", **attributes: str | int | float) -> str:
    """An element; its content is escaped already. `look` is its class; `_` in attributes stands for `-`."""
    given = {"class": look, **{key.replace("_", "-"): value for key, value in attributes.items()}}
    shown = "".join(f' {key}="{escape(str(value))}"' for key, value in given.items() if value != "")
    return f"<{name}{shown}>{content}</{name}>"
