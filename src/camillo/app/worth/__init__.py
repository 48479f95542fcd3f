"""What memories are worth: how they are used, weighed and ranked, and the bar before a prompt is given any."""
