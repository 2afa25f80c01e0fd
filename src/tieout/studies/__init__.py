"""Studies around LEDGER: how well tables were read, how the market took a report, what chief executives write."""
