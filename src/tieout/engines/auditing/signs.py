"""Which numbers can't be negative, told by the names of concepts and by what filings bear out."""

from __future__ import annotations

from functools import cache

from tieout.engines.auditing.lists import names, rows, table
from tieout.report import Context, TypedMember

__all__ = ["cannot_be_negative", "excuses", "goes_both_ways"]


@cache
def goes_both_ways(local_name: str) -> bool:
    """Whether the name itself says that the number has either sign (``IncreaseDecreaseInInventories``)."""
    listed = table("signs")
    if local_name in names("signs", "totals") or any(w in local_name for w in listed["one_way"]):
        return False
    found = [w for w in listed["two_way"] if w in local_name]
    is_paid = local_name.startswith(("Payments", "Repayments")) and "Proceeds" not in local_name
    is_received = local_name.startswith("ProceedsFrom") and "ayments" not in local_name
    if is_paid or is_received:
        found = [w for w in found if w not in listed["purposes"]]
    return bool(found)


@cache
def _borne_out() -> frozenset[str]:
    return frozenset(r["concept"] for r in rows("nonnegative"))


@cache
def cannot_be_negative(local_name: str) -> bool:
    """Whether a number of that standard concept is wrong if it is negative."""
    if local_name in _borne_out() or local_name in names("signs", "totals"):
        return True
    listed = table("signs")
    if goes_both_ways(local_name):
        return False
    if any(w in local_name for w in listed["one_way"]):
        return True
    if local_name.startswith(tuple(listed["begins"])) or any(w in local_name for w in listed["contains"]):
        return True
    if local_name.endswith(tuple(listed["ends"])) and not any(w in local_name for w in listed["vague"]):
        return True
    return _is_a_quantity(local_name)


def _is_a_quantity(local_name: str) -> bool:
    """Whether the name is that of an asset, a debt, a price, a rate, a count or an amount that falls due."""
    listed = table("signs")
    if any(w in local_name for w in listed["differences"]):
        return False
    if any(w in local_name for w in (*listed["dues"], *listed["counts"])):
        return True
    prefix = next((p for p in listed["prefixes"] if local_name.startswith(p) and local_name != p), "")
    if prefix and cannot_be_negative(local_name[len(prefix) :]):
        return True
    stem = local_name
    while not stem.endswith(tuple(listed["nouns"])):
        suffix = next((s for s in listed["suffixes"] if stem.endswith(s) and stem != s), None)
        if suffix is None:
            return False
        stem = stem.removesuffix(suffix)
        if suffix != "Other" and stem in _borne_out():
            return True
    return True


def excuses(context: Context) -> bool:
    """Whether an axis or member of the context makes a negative number plausible."""
    axes, members = names("signs", "excusing_axes"), names("signs", "excusing_members")
    for axis, member in context.dimensions.items():
        if any(a in axis for a in axes):
            return True
        if not isinstance(member, TypedMember) and any(m in member for m in members):
            return True
    return False
