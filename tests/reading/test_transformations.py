"""The transformation registries, format by format. The cases stand in transformations.csv."""

from __future__ import annotations

import csv
import time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.reading.transformations import TransformError, lookup, names, namespaces, transform
from tieout.report.errors import TieoutError

REGISTRIES = {
    "tr2008": "http://www.xbrl.org/2008/inlineXBRL/transformation",
    "tr1": "http://www.xbrl.org/inlineXBRL/transformation/2010-04-20",
    "tr2": "http://www.xbrl.org/inlineXBRL/transformation/2011-07-31",
    "tr3": "http://www.xbrl.org/inlineXBRL/transformation/2015-02-26",
    "tr4": "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
    "tr5": "http://www.xbrl.org/inlineXBRL/transformation/2022-02-16",
    "sec": "http://www.sec.gov/inlineXBRL/transformation/2015-08-31",
}


def _cases() -> list[tuple[str, str, str, str]]:
    with Path(__file__).with_name("transformations.csv").open(encoding="utf-8", newline="") as stream:
        next(stream)
        return [(row[0], row[1], row[2], row[3]) for row in csv.reader(line for line in stream if line[0] != "#")]


@pytest.mark.parametrize(("registry", "name", "text", "value"), _cases())
def test_format(registry: str, name: str, text: str, value: str) -> None:
    namespace = REGISTRIES[registry]
    if value == "?":
        assert lookup(namespace, name) is None
    elif value == "!":
        with pytest.raises(TransformError) as caught:
            transform(namespace, name, text)
        assert caught.value.code == "ixt-value"
    else:
        assert transform(namespace, name, text) == value.removeprefix("=")


def test_every_format_of_every_registry_has_a_function_and_a_case() -> None:
    assert set(namespaces()) == set(REGISTRIES.values())
    for namespace in namespaces():
        assert all(lookup(namespace, name) for name in names(namespace))
    tried = {name for _, name, _, value in _cases() if value not in "!?"}
    all_names = {name for namespace in namespaces() for name in names(namespace)}
    in_one_language = {name[:-3] for name in tried if name[-3:-2] == "-"}
    assert {name for name in all_names - tried if name[:-3] not in in_one_language} == set()


def test_counts_of_formats() -> None:
    assert {key: len(names(namespace)) for key, namespace in REGISTRIES.items()} == {
        "tr2008": 24,
        "tr1": 24,
        "tr2": 21,
        "tr3": 31,
        "tr4": 95,
        "tr5": 101,
        "sec": 18,
    }


def test_an_unknown_format_is_none_to_the_reader_and_an_error_to_a_caller_in_a_hurry() -> None:
    assert lookup(REGISTRIES["tr4"], "numdotdecimal") is None
    assert lookup("http://example.com/formats", "num-dot-decimal") is None
    assert names("http://example.com/formats") == ()
    with pytest.raises(TransformError, match="known transformation registry") as caught:
        transform("http://example.com/formats", "num-dot-decimal", "1")
    assert caught.value.code == "ixt-format"


def test_an_error_says_what_was_found_and_what_was_expected() -> None:
    with pytest.raises(TransformError, match=r"'twelve' is not a number as the format writes it .*1,234\.50") as caught:
        transform(REGISTRIES["tr4"], "num-dot-decimal", "twelve")
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, TieoutError)


@pytest.mark.parametrize(
    "name", ["boolballotbox", "countrynameen", "durday", "durwordsen", "exchnameen", "numwordsen", "datequarterend"]
)
def test_no_break_space_around_a_value_is_not_white_space(name: str) -> None:
    good = {"boolballotbox": "☐", "countrynameen": "Chad", "durday": "7", "exchnameen": "NYSE", "numwordsen": "ten"}
    text = good.get(name, "Q3 1999" if name == "datequarterend" else "seven days")
    assert transform(REGISTRIES["sec"], name, f" \t{text}\n")
    for spoiled in (f"\xa0{text}", f"{text}\xa0"):
        with pytest.raises(TransformError):
            transform(REGISTRIES["sec"], name, spoiled)


@given(st.decimals(min_value=0, max_value=10**15, places=2), st.sampled_from(["tr2", "tr3", "tr4", "tr5"]))
def test_numbers_with_commas_come_back(value: Decimal, registry: str) -> None:
    name = "numdotdecimal" if registry in ("tr2", "tr3") else "num-dot-decimal"
    assert Decimal(transform(REGISTRIES[registry], name, f"{value:,}")) == value


@given(st.dates(), st.sampled_from(["bg", "cs", "de", "el", "en", "fr", "hr", "it", "pl", "pt"]))
def test_any_text_is_either_transformed_or_refused(day: object, language: str) -> None:
    name = f"date-day-monthname-year-{language}"
    try:
        result = transform(REGISTRIES["tr4"], name, f"{day} {language}")
    except TransformError:
        return
    assert len(result) == 10


@given(st.text(max_size=30))
def test_no_text_makes_a_format_fail_in_any_other_way(text: str) -> None:
    for namespace in namespaces():
        for name in names(namespace):
            try:
                assert isinstance(transform(namespace, name, text), str)
            except TransformError as error:
                assert error.text == text


@pytest.mark.parametrize(
    "text",
    [
        "1" * 300_000,
        "1," * 200_000,
        " " * 300_000 + "x",
        "a " * 200,
        "31 Dez" * 100_000,
        "one " * 40 + "x",
        "1-" * 100,
        "((" * 9999,
    ],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    started = time.process_time()
    for namespace in namespaces():
        for name in names(namespace):
            try:
                transform(namespace, name, text)
            except TransformError:
                continue
    assert time.process_time() - started < 2


@pytest.mark.corpus
def test_the_development_filings_have_no_value_that_is_refused(corpus: Path) -> None:
    lxml = pytest.importorskip("lxml.etree")
    refused, tried = [], 0
    for path in sorted((corpus / "filings" / "inline-more").rglob("*.htm*"))[:12]:
        root = lxml.fromstring(path.read_bytes().lstrip(), lxml.XMLParser(recover=True, huge_tree=True, no_network=True))
        for element in root.iter("{*}nonFraction", "{*}nonNumeric"):
            prefix, _, name = element.get("format", "").rpartition(":")
            function = lookup(element.nsmap.get(prefix, ""), name) if name else None
            if function is None or len(element) or element.get("continuedAt"):
                continue
            tried += 1
            try:
                function(element.text or "")
            except TransformError as error:
                refused.append(f"{path.name}: {name}: {error}")
    assert tried > 1000
    assert refused == []
