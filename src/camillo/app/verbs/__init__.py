"""The verbs of a palace, by what they do; :class:`camillo.app.palace.Palace` has them all."""
