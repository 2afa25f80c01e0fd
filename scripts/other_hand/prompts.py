"""Prompts in forms and words that the solver has not been written for: other markup, other ways to ask, examples in between."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from random import Random

__all__ = ["MARKUP", "varied"]

_INSTRUCTIONS = {
    "finre": (
        "Error types: Reversal, Inappropriateness, CombinationErr, none.\n",
        "Answer with one word: Reversal, Inappropriateness, CombinationErr or None.\n",
        "Three kinds of mistakes are known. Reversal: parent and child, or sibling and child, are reversed (say, us-gaap:AssetsCurrent"
        " with us-gaap:Assets below it). Inappropriateness: a child under a parent that is not suitable (say, us-gaap:PaymentsOfDividends"
        " under investing). CombinationErr: an axis combined with a member that it can't have. Otherwise None.\n",
    ),
    "finmr": (
        "",
        'Give JSON such as {"extracted_value": "1200", "calculated_value": "1250"}.\n',
        "Example. Question: value of us-gaap:Assets at 2019-12-31? Answer:"
        ' {"extracted_value": "500", "calculated_value": "520"}. Now yours.\n',
    ),
    "finsm": (
        "",
        "Answer with a JSON list of tags, best first.\n",
        'Example. Term: share of one customer. Answer: ["us-gaap:ConcentrationRiskPercentage"]. Now yours.\n',
    ),
}
_QUESTIONS = {
    "finre": (
        "Is the relation between {head} and {tail} faulty, and how?",
        "Consider the two elements {head} (head) and {tail} (tail). What is wrong between them?",
        "Relation under review: {head} -> {tail}",
        "head: {head}\ntail: {tail}\nerror type?",
        "The auditor doubts that {tail} is rightly related to {head}. Name the error.",
        '{{"head_element": "{head}", "tail_element": "{tail}"}}',
        "### User\nIn this filing, {head} stands in relation with {tail}. Which of the errors is it?\n### Assistant",
        "| head | tail |\n|---|---|\n| {head} | {tail} |",
        "<question>What relation error links {head} with {tail}?</question>",
        "Head element: {head}. Tail element: {tail}. Give the error type only.",
        "Examine {head}. Its counterpart is {tail}. Which error?",
        "What kind of error connects the tail {tail} to the head {head}?",
        "An audit message was raised for {head} in connection with {tail}; name its kind.",
    ),
    "finmr": (
        "What value does {concept} have for {period}, and what value ought it to have?",
        "Please check {concept} ({period}): the value as reported, and as recalculated.",
        "For {period}, extract {concept} and compute its correct amount.",
        "concept = {concept}; period = {period}",
        "How much is {concept} as tagged for {period}? And how much should be tagged?",
        '{{"concept": "{concept}", "period": "{period}"}}',
        "### User\nLook up {concept}. The period is {period}. Return both values.\n### Assistant",
        "<question>What is the tagged and the true value of {concept} ({period})?</question>",
        "Period: {period}\nElement: {concept}\nValues?",
        "The filer reports {concept} for {period}. Is it right? Give the reported and the computed number.",
        "{period}: {concept}?",
        "Two numbers, please, for {concept}: what the company reported for {period}, and what the linkbases imply.",
        "An audit message was raised for {concept} in {period}; what was filed, and what should have been?",
    ),
    "finsm": (
        "Which tags were wrongly used for {what}?",
        "Term: {what}. Mismatched tags, please.",
        "List what doesn't match the financial term {what} in this part of the filing.",
        "<question>Inappropriate tags for {what}?</question>",
        "### User\nQuery: {what}. Return the inappropriate tags.\n### Assistant",
        "An audit message was raised about {what}; which tags are at fault?",
    ),
}


def varied(task: str, question: Mapping[str, str], segment: str, rng: Random) -> tuple[str, str]:
    """(which form, the prompt)."""
    form = rng.choice(sorted(MARKUP))
    style = rng.choice(("plain", "plain", "quoted", "underscore", "bare"))
    words = {key: value if key == "what" else _named(value, style) for key, value in question.items() if key != "period"}
    if "period" in question:
        words["period"] = _period(question["period"], rng)
    asked = rng.choice(_QUESTIONS[task]).format(**words)
    instructions = rng.choice(_INSTRUCTIONS[task])
    shown = MARKUP[form](segment, rng)
    if rng.random() < 0.5:
        return f"{form}, {style}", f"{instructions}{asked}\n\n{shown}\n"
    return f"{form}, {style}", f"{instructions}\n{shown}\n\n{asked}\nAnswer:"


def _named(concept: str, style: str) -> str:
    match style:
        case "quoted":
            return f"`{concept}`"
        case "underscore":
            return concept.replace(":", "_")
        case "bare":
            return concept.rpartition(":")[2]
        case _:
            return concept


def _period(text: str, rng: Random) -> str:
    ends = re.findall(r"\d{4}-\d\d-\d\d", text)
    style = rng.choice(("iso", "iso", "us", "long", "short", "slash"))
    write: dict[str, Callable[[date], str]] = {
        "iso": lambda d: d.isoformat(),
        "us": lambda d: f"{d:%B} {d.day}, {d.year}",
        "long": lambda d: f"{d.day} {d:%B} {d.year}",
        "short": lambda d: f"{d:%b}. {d.day}, {d.year}",
        "slash": lambda d: f"{d.month}/{d.day}/{d.year}",
    }
    days = [write[style](date.fromisoformat(e)) for e in ends]
    if len(days) == 1:
        return rng.choice(("{}", "the balance as of {}")).format(days[0])
    return rng.choice(("{} to {}", "{} - {}", "the period from {} through {}", "{}/{}")).format(*days)


# Markup ---------------------------------------------------------------------------------------------------------------


def _same(text: str, rng: Random) -> str:
    return text


def _default_namespaces(text: str, rng: Random) -> str:
    for prefix in ("link", "xbrli"):
        text = text.replace(f"<{prefix}:", "<").replace(f"</{prefix}:", "</")
    return text


def _files(text: str, rng: Random) -> str:
    lines = text.split("\n")
    cut = rng.randrange(1, max(2, len(lines)))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by a tool; one <arc> is not shown -->\n'
    parts = ["\n".join(lines[:cut]), "\n".join(lines[cut:])]
    return "\n".join(f"### file {n}.xml\n```xml\n{head}{part}\n```" for n, part in enumerate(parts, 1))


def _as_json(text: str, rng: Random) -> str:
    return json.dumps({"segment": text})


def _single_quotes(text: str, rng: Random) -> str:
    return re.sub(r'="([^"\']*)"', r"='\1'", text)


def _broken_lines(text: str, rng: Random) -> str:
    return re.sub(r'" (?=[\w:]+=")', '"\n        ', text)


def _escaped(text: str, rng: Random) -> str:
    return html.escape(text, quote=False)


def _opaque_labels(text: str, rng: Random) -> str:
    names: dict[str, str] = {}

    def renamed(m: re.Match[str]) -> str:
        return f'{m[1]}="{names.setdefault(m[2], f"n{len(names) + 1}x{rng.randrange(10**6)}")}"'

    return re.sub(r'(\b(?:xlink|xl):(?:label|from|to))="([^"]*)"', renamed, text)


def _scenario(text: str, rng: Random) -> str:
    return re.sub(r"(</?(?:\w+:)?)segment>", r"\1scenario>", text)


def _one_line(text: str, rng: Random) -> str:
    return re.sub(r">\s+<", "><", text.replace("\n", " "))


MARKUP: Mapping[str, Callable[[str, Random], str]] = {
    "as it is": _same,
    "default namespaces": _default_namespaces,
    "files": _files,
    "json": _as_json,
    "single quotes": _single_quotes,
    "broken lines": _broken_lines,
    "escaped": _escaped,
    "opaque labels": _opaque_labels,
    "scenario": _scenario,
    "one line": _one_line,
}
