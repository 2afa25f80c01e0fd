"""Persons, places and organisations."""

from tieout.engines.entities.gazetteer import Entity, Gazetteer

__all__ = ["Entity", "Gazetteer"]
