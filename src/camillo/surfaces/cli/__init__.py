"""The command line: a file per command, and one edge where errors become one line."""
