"""Exports of note applications: Joplin, Evernote, and folders of Markdown and HTML such as Apple Notes gives."""
