"""Text from outside: pages, files and feeds are fetched with care and read into Markdown."""
