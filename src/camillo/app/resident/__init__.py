"""The resident process: files what hooks spooled, and answers them over a local socket."""
