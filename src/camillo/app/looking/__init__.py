"""What a page shows of a palace: its plan, its conversations, its sources, and whether anything changed."""
