"""Co-operative board games in a terminal: the one package that is installed and imported.

Its parts are folders at the top of the repository, to which this folder has links; a wheel has no links.
"""

from pathlib import Path

IMPORTED_FROM = Path(__file__).resolve().parents[1]
"""The folder in which Python finds this package: processes that start here can import it."""
