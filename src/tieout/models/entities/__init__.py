"""The shipped entity model, and what it knows of words."""
