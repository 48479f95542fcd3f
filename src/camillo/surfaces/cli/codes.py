"""Exit codes: what a script can rely on."""

DONE = 0
FOUND_WANTING = 1
WRONG_INPUT = 2
BUSY = 3
DAMAGED = 4
NO_MODEL = 5
NOT_WRITTEN = 6
LOCKED = 7
NOT_GIVEN = 8
UNEXPECTED = 70
INTERRUPTED = 130
BROKEN_PIPE = 141

#: Each code with its meaning, as the reference prints it.
MEANINGS = {
    DONE: "Done. A dry run counts as done.",
    FOUND_WANTING: "Nothing was found (`search`, `get`, a missing palace or wing), `doctor` found "
    "problems, or `mine` met problems and could read nothing at all.",
    WRONG_INPUT: "An option, a value or a setting cannot be used; nothing was written.",
    BUSY: "Another process held the palace for longer than `busy_seconds`, or changed meanwhile what the "
    "command was about to change; run it again.",
    DAMAGED: "The file is no palace, is damaged, or was written by a later version.",
    NO_MODEL: "A model is missing, is not the pinned file, or its endpoint has no answer.",
    NOT_WRITTEN: "The palace's file or database could not be read or written: it does not answer, no room, no "
    "right, or a failing disk; what was filed before stays.",
    LOCKED: "The palace is encrypted, and its key is missing or another one.",
    NOT_GIVEN: "An address could not be reached, or what it gave has no text that can be kept.",
    UNEXPECTED: "A fault in Camillo; the log file has the details.",
    INTERRUPTED: "Interrupted with Ctrl-C; what was filed stays.",
    BROKEN_PIPE: "The reader of the output went away.",
}
