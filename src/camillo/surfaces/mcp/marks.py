"""How tools mark what is another user's: ``share:NAME`` for a wing, ``share:ID/...`` for the id of a text in it."""

MARK = "share:"
#: The tools that take a shared wing; of ``memory_get`` the id says whose it is.
TAKEN_BY = ("memory_search", "memory_store", "list_wings")
