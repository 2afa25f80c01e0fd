"""31 KPIs of annual reports, each with the cell or sentence that proves it, from what the report prints."""

from tieout.engines.kpis.catalogue import Kpi, catalogue
from tieout.engines.kpis.engine import DEFAULT_LEAST, KpiAnswer, KpiEngine, kpis

__all__ = ["DEFAULT_LEAST", "Kpi", "KpiAnswer", "KpiEngine", "catalogue", "kpis"]
