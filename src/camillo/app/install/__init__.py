"""Writing Camillo into the files of coding agents: one file per host, what it did not write kept."""
