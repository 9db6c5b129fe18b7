"""Where the processes of a server pass compiled programs on to each other.

That is the usual cache. If it is turned off or cannot be used, it is a folder of the server's own, which
lasts as long as the server.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from lazaretto.grammar.cache_dir import SWITCH, usable_folder

NAME = ".programs"


class SharedCache:
    """The cache of the processes of a server."""

    def __init__(self, folder: Path) -> None:
        """Use the usual cache, or a folder below `folder`."""
        self._own: Path | None = None
        self.environ: Mapping[str, str] = os.environ
        """The environment of the processes."""
        if usable_folder(make=True) is None:
            self._own = folder.absolute() / NAME
            self.clear()
            self._own.mkdir(mode=0o700, parents=True)
            self.environ = {**os.environ, "XDG_CACHE_HOME": str(self._own)}
            self.environ.pop(SWITCH, None)

    def clear(self) -> None:
        """Delete the folder of the server's own."""
        if self._own is not None:
            shutil.rmtree(self._own, ignore_errors=True)
