"""Memories: messages distilled, merged, cited, kept as versioned documents and forgotten with what they rest on."""
