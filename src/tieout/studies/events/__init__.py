"""How a market took a report: session of the announcement, event day, returns before and after, EPS surprise.

LEDGER (arXiv 2606.13100), section 3.4. The calendar is the New York Stock Exchange's (extra ``studies``).
"""

from tieout.studies.events.calendar import TradingCalendar, new_york
from tieout.studies.events.filings import Filing, read_filings
from tieout.studies.events.means import MeanReturn, mean_returns
from tieout.studies.events.prices import Prices, read_prices
from tieout.studies.events.reaction import Event, react
from tieout.studies.events.returns import Horizon, forward_return, parse_horizons, run_up
from tieout.studies.events.selection import Selected, read_wanted, select
from tieout.studies.events.sessions import Session, Timing, timing
from tieout.studies.events.surprise import Surprise, eps_surprise, read_surprises

__all__ = [
    "Event",
    "Filing",
    "Horizon",
    "MeanReturn",
    "Prices",
    "Selected",
    "Session",
    "Surprise",
    "Timing",
    "TradingCalendar",
    "eps_surprise",
    "forward_return",
    "mean_returns",
    "new_york",
    "parse_horizons",
    "react",
    "read_filings",
    "read_prices",
    "read_surprises",
    "read_wanted",
    "run_up",
    "select",
    "timing",
]
