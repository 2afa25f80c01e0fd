"""The solver: from the text of a prompt, and a taxonomy where one is given, to an answer; it sees nothing else.

It reads the segment leniently (`markup`, `segment`, `compact`), then the question (`question`), and reckons (`numbers`,
`relations`, `tags`). What it knows beyond the prompt is what the audit engine's lists say of US GAAP in general.
"""

from tieout.benchmarks.finauditing.solver.engines import finmr_engines, finre_engines, finsm_engines

__all__ = ["finmr_engines", "finre_engines", "finsm_engines"]
