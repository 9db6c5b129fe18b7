"""Turns a name of a table into the name that rules write."""


def identifier(name: str) -> str:
    """Return a name as a rule writes it, without spaces or dots: `St. Petersburg` is `St_Petersburg`."""
    words: list[str] = []
    current = ""
    for letter in name:
        if letter.isalnum() or letter == "_":
            current += letter
        elif current:
            words.append(current)
            current = ""
    if current:
        words.append(current)
    joined = "_".join(words)
    return f"_{joined}" if joined[:1].isdigit() else joined
