import pytest

from tests.engines.tagging.made_up import NAMES, inline_filing
from tieout.engines.tagging.artefact import write_artefact
from tieout.engines.tagging.training import gather, train_artefact
from tieout.reading import read

KITES = """# Note {note} – What we fly
> Kites at the end of the {period}:
| | 2024 | 2023
Kite strings :: InventoryRawMaterials
Finished kites :: InventoryFinishedGoods

* Kite tails cost ${{7,1=Land}} in {period}s of wind.
"""


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """A model trained on five invented companies, two filings each, and a primer on kites; the sixth company is nobody that it
    knows."""
    folder = tmp_path_factory.mktemp("filings")
    readers = []
    for number in range(len(NAMES) - 1):
        for seed in (1, 2):
            path = folder / f"{NAMES[number]}-{seed}.htm"
            path.write_text(inline_filing(number, seed), encoding="utf-8")
            readers.append((path.name, lambda path=path: read(path)))
    primer = [("kites.a", KITES.format(note=1, period="year")), ("kites.b", KITES.format(note=7, period="quarter"))]
    artefact = train_artefact(gather(readers), primer, most=300)
    out = tmp_path_factory.mktemp("model")
    write_artefact(artefact, out)
    return out


@pytest.fixture(scope="session")
def unknown(tmp_path_factory):
    """A filing of the company that the model has not seen."""
    path = tmp_path_factory.mktemp("unknown") / "fennel.htm"
    path.write_text(inline_filing(len(NAMES) - 1, 7), encoding="utf-8")
    return path
