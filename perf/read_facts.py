"""Reading inline documents into facts, side by side with other readers: ratios from one run, never times alone.

    python perf/read_facts.py FILE… [--runs 7] [--envs DIR] [--in-process]

Each reader has a virtual environment of its own below ``--envs``, made when it is missing; Tieout's holds the wheel built from
this checkout, compiled as an installation is. Two tables are printed: whole processes taken in turn (CPU seconds and peak
memory, medians, and how many times Tieout's), and the time of reading against the bare parse within one process; with
``--in-process`` only the latter, and the medians over all the documents.

Within one process it matters who tidies up: a freed tree is hundreds of thousands of pieces of memory, and the allocator joins
them when someone next asks for a large one. So four ways are measured: each kind of run after its own kind; the two in turn,
and in turn after a large piece has been asked for; and each first in a process of its own, after the sample has been read.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS = Path(__file__).resolve().parent / "readers"

# name → what to install; the reader's script has the same name.
PEERS = {
    "raw_lxml": "lxml",
    "tieout_facts": "",
    "arelle_facts": "arelle-release==2.47.3",
    "edgartools_facts": "edgartools==5.62.1",
    "ixbrlparse_facts": "ixbrlparse==0.12.0",
}

KINDS = """
import ctypes, statistics, sys, time
from pathlib import Path
from lxml import etree
import tieout
def bare(path):
    return etree.parse(path, etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True))
def facts(path):
    report = tieout.read(path)
    return report, report.facts
def cpu(work, path):
    start = time.process_time()
    kept = work(path)
    return time.process_time() - start
"""
WARM = """
runs = int(sys.argv[2])
batches = [statistics.median([cpu(work, sys.argv[1]) for _ in range(runs + 1)][1:]) for work in (bare, facts)]
turns = [(cpu(bare, sys.argv[1]), cpu(facts, sys.argv[1])) for _ in range(runs)]
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
def tidy(work):
    libc.free(libc.malloc(1_000_000))
    return cpu(work, sys.argv[1])
tidied = [(tidy(bare), tidy(facts)) for _ in range(runs)]
print(*batches, *(statistics.median(column) for pairs in (turns, tidied) for column in zip(*pairs)))
"""
FIRST = """
work = {"bare": bare, "facts": facts}[sys.argv[2]]
cpu(work, str(next((Path(tieout.__file__).parent / "samples" / "us_10k").glob("*.htm"))))
print(cpu(work, sys.argv[1]))
"""


@dataclass
class Runs:
    cpu: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


def environment(name: str, where: Path) -> Path:
    """The Python of a reader's own environment, made at first use."""
    folder = where / name
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"making the environment of {name} …", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        if PEERS[name]:
            subprocess.run([python, "-m", "pip", "install", "--quiet", PEERS[name]], check=True)
    if name == "tieout_facts":
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", ROOT], check=True, cwd=where
        )
        subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], check=True, cwd=where)
    compileall.compile_dir(str(folder), quiet=2)
    return python


def run(python: Path, name: str, document: Path) -> tuple[float, float, str]:
    """(CPU seconds, peak MB, what it printed) of one whole process."""
    read_end, write_end = os.pipe()
    child = os.posix_spawn(
        python,
        [str(python), str(READERS / f"{name}.py"), str(document)],
        {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        file_actions=[(os.POSIX_SPAWN_DUP2, write_end, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)],
    )
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{name} failed on {document}: status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said.strip().splitlines()[-1] if said.strip() else ""


def compare(pythons: dict[str, Path], document: Path, runs: int) -> None:
    results = {name: Runs() for name in pythons}
    said = {}
    for n in range(runs + 1):
        for name, python in pythons.items():
            cpu, memory, said[name] = run(python, name, document)
            if n:
                results[name].cpu.append(cpu)
                results[name].memory.append(memory)
    ours, floor = results["tieout_facts"], results["raw_lxml"]
    print(f"\n{document.name}: {document.stat().st_size:,} bytes, medians of {runs} whole processes taken in turn")
    print(f"{'reader':<18}{'CPU s':>8}{'x Tieout':>10}{'MiB':>8}{'x raw MiB':>11}  found")
    for name, r in results.items():
        cpu, memory = statistics.median(r.cpu), statistics.median(r.memory)
        ratio = statistics.median(a / b for a, b in zip(r.cpu, ours.cpu, strict=True))
        share = memory / statistics.median(floor.memory)
        print(f"{name:<18}{cpu:>8.3f}{ratio:>10.2f}{memory:>8.1f}{share:>11.2f}  {said[name]}")
    for how, ratio in in_process(pythons["tieout_facts"], document, runs).items():
        print(f"in one process, {how}: {ratio}")


@dataclass(frozen=True)
class Ratio:
    """Seconds of the bare parse and of reading."""

    bare: float
    read: float

    @property
    def times(self) -> float:
        return self.read / self.bare

    def __str__(self) -> str:
        return f"bare parse {self.bare * 1000:.0f} ms, read {self.read * 1000:.0f} ms, ratio {self.times:.2f}"


def in_process(python: Path, document: Path, runs: int) -> dict[str, Ratio]:
    """How reading compares with the bare parse within one process, by the way of measuring."""

    def told(code: str, argument: str) -> list[float]:
        command = [python, "-c", KINDS + code, document, argument]
        return [float(x) for x in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]

    warm = told(WARM, str(3 * runs))
    first = [(told(FIRST, "bare")[0], told(FIRST, "facts")[0]) for _ in range(runs)]
    return {
        "batch by batch": Ratio(*warm[:2]),
        "in turn": Ratio(*warm[2:4]),
        "in turn, tidied": Ratio(*warm[4:]),
        "first in a process": Ratio(statistics.median(b for b, _ in first), statistics.median(f for _, f in first)),
    }


def compare_in_process(python: Path, documents: list[Path], runs: int) -> None:
    by_way: dict[str, list[float]] = {}
    for document in documents:
        ratios = in_process(python, document, runs)
        print(
            f"{document.name:<32}{document.stat().st_size:>12,}  " + "  ".join(f"{h}: {r.times:.2f}" for h, r in ratios.items())
        )
        for how, ratio in ratios.items():
            by_way.setdefault(how, []).append(ratio.times)
    for how, times in by_way.items():
        print(f"{how}: median {statistics.median(times):.2f}, least {min(times):.2f}, most {max(times):.2f} of {len(times)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--envs", type=Path, default=Path(os.environ.get("TMPDIR", "/tmp")) / "tieout-perf")  # noqa: S108
    parser.add_argument("--only", nargs="*", choices=sorted(PEERS), help="leave the other readers out")
    parser.add_argument("--in-process", action="store_true", help="only reading against the bare parse, in one process")
    options = parser.parse_args()
    options.envs.mkdir(parents=True, exist_ok=True)
    if options.in_process:
        compare_in_process(environment("tieout_facts", options.envs.resolve()), options.documents, options.runs)
        return
    names = [n for n in PEERS if not options.only or n in {*options.only, "raw_lxml", "tieout_facts"}]
    pythons = {name: environment(name, options.envs.resolve()) for name in names}
    for document in options.documents:
        compare(pythons, document, options.runs)


if __name__ == "__main__":
    main()
