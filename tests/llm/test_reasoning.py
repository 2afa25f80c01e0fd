"""Reasoning in all the forms that models write it, taken out of the answer."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.llm import strip_reasoning

CASES = {
    "plain": ("Net sales: 12", "Net sales: 12"),
    "white space of a plain answer stays": ("  12\n", "  12\n"),
    "block": ("<think>Is it 11? No.</think>\n\n12", "12"),
    "other name": ("<reasoning>11?</reasoning>12", "12"),
    "capitals": ("<THINK>11?</Think>12", "12"),
    "several": ("<think>a</think>1<think>b</think>2", "1\n2"),
    "empty": ("<think>\n\n</think>\n\n[]", "[]"),
    "unclosed": ("12 <think>or is it", "12"),
    "nothing but unclosed": ("<think>truncated while", ""),
    "opened in the prompt": ("So it must be 12.</think>12", "12"),
    "mentions its own marker": ("<think>I am in <think> now.</think>12", "12"),
    "nested": ("<think>a<think>b</think>c</think>12", "12"),
    "another name inside": ("<think>a</reasoning>b</think>12", "12"),
    "Magistral": ("[THINK]11?[/THINK]12", "12"),
    "Kimi": ("◁think▷11?◁/think▷12", "12"),
    "Command": ("<|START_THINKING|>11?<|END_THINKING|><|START_RESPONSE|>12<|END_RESPONSE|>", "12"),
    "Gemma": ("<|channel>thought\n11?<channel|>12", "12"),
    "gpt-oss": ("<|channel|>analysis<|message|>11?<|end|><|start|>assistant<|channel|>final<|message|>12<|return|>", "12"),
    "gpt-oss with a constraint": (
        '<|channel|>analysis<|message|>x<|end|><|channel|>final <|constrain|>json<|message|>{"a": 1}<|return|>',
        '{"a": 1}',
    ),
    "gpt-oss without an answer": ("<|channel|>analysis<|message|>We need to find", ""),
    "gpt-oss with tokens dropped": ("analysisWe need net sales.assistantfinal12", "12"),
    "a word that begins alike": ("analysis of net sales: 12", "analysis of net sales: 12"),
    "a tag of another kind": ("<answer>12</answer>", "<answer>12</answer>"),
}


@pytest.mark.parametrize("name", CASES)
def test_only_the_answer_stays(name: str) -> None:
    text, answer = CASES[name]
    assert strip_reasoning(text) == answer


PIECES = st.sampled_from(
    [
        "<think>",
        "</think>",
        "<reasoning>",
        "</reasoning>",
        "[THINK]",
        "[/THINK]",
        "<|channel|>",
        "final",
        "analysis",
        "<|message|>",
        "<|end|>",
        "<|im_end|>",
        "assistantfinal",
        "<thi",
        "nk>",
        "</",
        "12",
        " ",
        "\n",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join)


@given(TEXTS)
def test_stripping_twice_changes_nothing_more(text: str) -> None:
    once = strip_reasoning(text)
    assert strip_reasoning(once) == once


@given(TEXTS)
def test_no_block_is_left(text: str) -> None:
    visible = strip_reasoning(text)
    assert "<think>" not in visible
    assert "</think>" not in visible
    assert "<|channel|>" not in visible


@given(st.text(alphabet=st.characters(exclude_characters="<>[]◁▷|")), st.text(alphabet="abc <\n"))
def test_the_answer_is_never_touched(answer: str, thought: str) -> None:
    assert strip_reasoning(f"<think>{thought}</think>{answer}") == answer.strip()


@pytest.mark.parametrize(
    "piece", ["<think>", "</think>", "<thi<think>x</think>nk>", "<|channel|>final", "<|channel|>final ", "analysis"]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    started = time.process_time()
    strip_reasoning(piece * 100_000)
    assert time.process_time() - started < 15
