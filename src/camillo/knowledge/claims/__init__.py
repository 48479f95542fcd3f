"""Claims: what prose states, read by rules, in several languages."""
