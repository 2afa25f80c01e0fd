"""Persons, places and organisations."""

from tieout.engines.entities.gazetteer import Entity, EntityType, Gazetteer
from tieout.engines.entities.mentions import Mention, entities, mentions
from tieout.engines.entities.recogniser import Recogniser

__all__ = ["Entity", "EntityType", "Gazetteer", "Mention", "Recogniser", "entities", "mentions"]
