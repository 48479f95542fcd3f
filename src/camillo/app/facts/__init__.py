"""Facts: what is held to be true, how it is stated, what it rests on, and what ends it."""
