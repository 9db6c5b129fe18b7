"""The commands of the server, one module each: `serve` runs it, `admin` and `backup` work on its data."""
