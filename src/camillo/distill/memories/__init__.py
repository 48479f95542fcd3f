"""Memories: what messages state, distilled into documents with headed sections, merged and cited."""
