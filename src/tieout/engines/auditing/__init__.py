"""Audit: what is wrong in a tagged report, with the arithmetic and the evidence.

import tieout
result = tieout.audit(tieout.read("filing/"))
for finding in result:
    print(finding.severity.name, finding.message)
"""

from tieout.engines.auditing.accepted import Acceptances, read_accepted
from tieout.engines.auditing.engine import audit
from tieout.engines.auditing.findings import Accepted, AuditResult, Finding, Severity, Sharpened, Skipped, Term
from tieout.engines.auditing.rule import Rule
from tieout.engines.auditing.rules import all_rules

__all__ = [
    "Acceptances",
    "Accepted",
    "AuditResult",
    "Finding",
    "Rule",
    "Severity",
    "Sharpened",
    "Skipped",
    "Term",
    "all_rules",
    "audit",
    "read_accepted",
]
