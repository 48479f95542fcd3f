"""What the core needs from outside, as Protocols: stores, embedders, readers, a clock."""
