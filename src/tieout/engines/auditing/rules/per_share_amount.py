"""Earnings per share have another sign or size than net income and the number of shares."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import Key, View
from tieout.report import Fact

_PER_SHARE = ("EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted")
_SHARES = ("WeightedAverageNumberOfSharesOutstandingBasic", "WeightedAverageNumberOfShareOutstandingBasicAndDiluted")
_INCOME = ("NetIncomeLossAvailableToCommonStockholdersBasic", "NetIncomeLoss", "ProfitLoss")
# Preferred dividends, classes of shares and rounding explain less than this.
_FACTOR = Decimal(8)

_SCALES = ((3, "thousands"), (6, "millions"), (9, "billions"))


@rule(
    id="per-share-amount",
    title="Earnings per share don't fit net income and the number of shares",
    category="scale",
    severity=Severity.warning,
    needs=("us-gaap",),
    source="ASC 260-10-45-10; general accounting knowledge",
)
def per_share_amount(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a period without dimensions: another sign than every income that could be meant, or another magnitude."""
    contexts: dict[int, dict[str, Fact]] = {}
    for name in (*_PER_SHARE, *_SHARES, *_INCOME):
        for key in view.numbers.get(f"us-gaap:{name}", {}):
            fact = view.number(f"us-gaap:{name}", key)
            if fact is not None and fact.number and not fact.dimensions:
                contexts.setdefault(_context(key), {}).setdefault(name, fact)
    for found in contexts.values():
        per_share = next((found[n] for n in _PER_SHARE if n in found), None)
        shares = next((found[n] for n in _SHARES if n in found), None)
        incomes = [found[n] for n in _INCOME if n in found]
        if per_share is None or shares is None or not incomes or not shares.number:
            continue
        if not any(_fits(per_share, shares, income) for income in incomes):
            income = incomes[0]
            assert per_share.number is not None  # noqa: S101  (kept only with a value)
            assert income.number is not None  # noqa: S101
            share = round(EXACT.divide(income.number, shares.number), 4)
            about = f"{show(share)}{_scale_hint(per_share, share)}"
            yield rule.finding(
                f"{view.label(per_share.concept)} is {show(per_share.number)}, but {show(income.number)} of {income.concept}"
                f" over {show(shares.number)} shares is about {about}. {per_share.period}.",
                per_share,
                income,
                shares,
                reported=per_share.number,
                expected=share,
            )


def _scale_hint(per_share: Fact, computed: Decimal) -> str:
    """Which scale would make them fit, where one does: shares in millions are often tagged as if they were single ones."""
    if per_share.number is None or not computed:
        return ""
    ratio = abs(EXACT.divide(computed, per_share.number))
    for power, said in _SCALES:
        if 1 / _FACTOR <= ratio.scaleb(-power) <= _FACTOR:
            return f", as if the shares were tagged in {said} without their scale"
        if 1 / _FACTOR <= ratio.scaleb(power) <= _FACTOR:
            return f", as if income were tagged in {said} without its scale"
    return ""


def _context(key: Key) -> int:
    return key[0]


def _fits(per_share: Fact, shares: Fact, income: Fact) -> bool:
    if per_share.number is None or shares.number is None or income.number is None:
        return True
    computed = EXACT.divide(income.number, shares.number)
    # A cent is the least that is printed: amounts of about that size say nothing.
    if abs(computed) < Decimal("0.05") or abs(per_share.number) < Decimal("0.05"):
        return abs(computed) < Decimal("0.5") and abs(per_share.number) < Decimal("0.5")
    ratio = EXACT.divide(per_share.number, computed)
    return 1 / _FACTOR <= ratio <= _FACTOR
