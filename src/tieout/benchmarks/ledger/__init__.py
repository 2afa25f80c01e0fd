"""LEDGER (arXiv 2606.13100): KPIs of annual reports and the pages that prove them."""
