"""The command line. Verbs are grouped by module; no logic of its own lives here."""
