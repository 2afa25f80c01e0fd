"""Tables and cells of Japanese securities reports that answer a question."""
