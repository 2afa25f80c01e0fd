"""The zero-shot prompt: our words in the protocol of the paper's Appendix I.

One token a line goes in, and ``token:label`` lines are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from tieout.benchmarks.finer_ord.labels import prompt_label
from tieout.evaluation import Prompt, Sample, SampleInput

__all__ = ["ideal", "prompt"]


def prompt() -> Prompt:
    """The prompt with its one place, ``tokens``."""
    template = resources.files(__package__).joinpath("prompt.txt").read_text(encoding="utf-8")
    return Prompt(template=template, places=("tokens",), values=_values, long="tokens")


def ideal(sample: Sample[list[str]]) -> str:
    """What a perfect model would answer."""
    lines = (f"{token}:{prompt_label(label)}" for token, label in zip(shown(sample.input), sample.gold, strict=True))
    return "\n".join(lines)


def shown(sample: SampleInput) -> list[str]:
    """The tokens as the prompt shows them: a line break inside a token would make two of it."""
    return [" ".join(token.split("\n")) for token in sample.fields["tokens"]]


def _values(sample: SampleInput) -> Mapping[str, str]:
    return {"tokens": "\n".join(shown(sample))}
