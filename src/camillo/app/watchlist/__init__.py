"""The watch list: feeds and pages that are looked at on a schedule, and what they brought."""
