"""The command line: `python -m lazaretto` is `lazaretto`."""

import sys

from lazaretto.serve.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
