"""Events of host applications: what changed there is kept, filed and distilled here."""
