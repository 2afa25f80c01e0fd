"""Read every package of an EDINET conformance suite and write the table of outcomes (docs/edinet-conformance.md).

    python scripts/edinet_conformance.py FOLDER > docs/edinet-conformance.md

What is asked of a reader: valid packages read whole; every invalid one ends in facts or in one clear error. EDINET's filing
rules themselves (the codes in the folders' names) are not checked here.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import tieout

# The standard taxonomies are never part of a filing, so that notice says nothing about the package.
EXPECTED = {"document-missing"}

HEADER = """# EDINET conformance packages: how each one is read

Valid packages must read whole, each invalid one must end in facts or in one clear error. EDINET's filing rules, which the
invalid packages break on purpose, are not what a reader checks; where a broken rule keeps something from being read, the
notices say what. Standard taxonomies are not loaded, which is noted for every package and left out here.

Made by `python scripts/edinet_conformance.py FOLDER > docs/edinet-conformance.md`.

"""


def row(package: Path, name: str) -> tuple[str, str]:
    """(kind of outcome, table row)"""
    try:
        report = tieout.read(package)
        facts = report.facts
        networks = len(report.networks)
    except tieout.TieoutError as e:
        return "one clear error", f"| {name} | one clear error | | | | {str(e).rpartition('/')[2]} |"
    errors = sum(f.error is not None for f in facts)
    notices = Counter(n.code for n in report.notices if n.code not in EXPECTED)
    told = ", ".join(f"{code} × {n}" if n > 1 else code for code, n in sorted(notices.items()))
    return "read", f"| {name} | read | {len(facts):,} | {errors or ''} | {networks} | {told} |"


def main() -> None:
    folder = Path(sys.argv[1])
    rows: dict[str, list[str]] = {"valid": [], "invalid": []}
    outcomes: Counter[tuple[str, str]] = Counter()
    for package in sorted(folder.rglob("*.zip")):
        kind = "valid" if package.name.startswith("valid") else "invalid"
        outcome, line = row(package, package.relative_to(folder).as_posix().removesuffix(".zip"))
        rows[kind].append(line)
        outcomes[kind, outcome] += 1
    print(HEADER, end="")
    for (kind, outcome), n in sorted(outcomes.items(), reverse=True):
        print(f"- {n} {kind}: {outcome}")
    for kind, lines in rows.items():
        print(f"\n## {kind.capitalize()} packages\n")
        print("| package | outcome | facts | facts with an error | networks | notices |\n|---|---|---:|---:|---:|---|")
        print("\n".join(lines))


if __name__ == "__main__":
    main()
