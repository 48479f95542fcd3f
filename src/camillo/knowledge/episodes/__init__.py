"""Episodes: runs of turns, the steps of their tools, their gists, and how much they matter."""
