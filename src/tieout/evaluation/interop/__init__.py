"""Bridges to other evaluation tools: their logs read as predictions, our tasks offered to them."""
