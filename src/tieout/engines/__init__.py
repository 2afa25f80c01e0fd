"""Engines: a report in, answers with evidence out. They know no benchmark."""
