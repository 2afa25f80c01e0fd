"""Questions in plain English about annual reports: the value, and the pages that prove it."""

from tieout.engines.pages.engine import PageAnswer, PagesEngine
from tieout.engines.pages.intent import Intent, intent_of

__all__ = ["Intent", "PageAnswer", "PagesEngine", "intent_of"]
