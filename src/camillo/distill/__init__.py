"""What turns memory into context: pure functions over domain objects."""
