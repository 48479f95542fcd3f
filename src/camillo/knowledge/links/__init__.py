"""Links: what hangs together with what, found when drawers are filed or made by hand."""
