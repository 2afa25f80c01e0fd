"""The engines of the three tasks."""

from __future__ import annotations

from collections.abc import Mapping

from tieout.evaluation import EngineFactory


def finsm_engines() -> Mapping[str, EngineFactory]:
    return {}


def finre_engines() -> Mapping[str, EngineFactory]:
    return {}


def finmr_engines() -> Mapping[str, EngineFactory]:
    return {}
