"""Notes: Markdown pages, their links, names and map; pure functions of texts and names."""
