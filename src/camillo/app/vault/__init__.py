"""A vault: a folder of Markdown and the notes of a palace, kept the same in both directions."""
