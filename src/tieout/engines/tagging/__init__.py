"""Tagging: which printed numbers of a report are facts, of which type, and which concept each reports."""
