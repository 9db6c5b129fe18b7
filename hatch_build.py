"""Writes the page that a package index shows: README.md, with links that work outside the repository."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]\[]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
"""A link to a file, or a picture; a picture may be the text of a link."""


def absolute(text: str, source: str, tag: str) -> str:
    """The text with links to the files of a tag of the repository with this address."""

    def led(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        return f"{picture}[{words}]({source}/{'raw' if picture else 'blob'}/{tag}/{path})"

    return LINK.sub(led, text)


class Page(MetadataHookInterface):
    """Sets the readme in the metadata of a package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take the address from `[project.urls]`, its only place."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        page = absolute(text, metadata["urls"]["Source"], f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
