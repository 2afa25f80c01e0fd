"""Mistakes put into filings, and segments cut from them, by code that shares nothing with the builder of FinAuditing's data.

`filing` reads and edits a filing, `mistakes` puts them in, and ``scripts/measure_finauditing`` asks solver and audit about them.
"""
