"""What every store shares: how rows are written as bytes, and what a redaction decides."""
