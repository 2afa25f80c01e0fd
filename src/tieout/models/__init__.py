"""Trained artefacts that ship, each with a card that says what it was made from."""
