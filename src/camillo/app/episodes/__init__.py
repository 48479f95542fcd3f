"""Episodes, and the gists of them."""
