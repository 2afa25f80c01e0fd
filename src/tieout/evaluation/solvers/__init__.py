"""Solvers: a built-in engine, a language model or an embeddings endpoint over HTTP, or a file of predictions."""

from tieout.evaluation.solvers.base import Solver, StopRun
from tieout.evaluation.solvers.embedding import EmbeddingSolver
from tieout.evaluation.solvers.engine import EngineSolver
from tieout.evaluation.solvers.llm import LLMSettings, LLMSolver, model_named, parse_llm_spec
from tieout.evaluation.solvers.predictions import PredictionsSolver

__all__ = [
    "EmbeddingSolver",
    "EngineSolver",
    "LLMSettings",
    "LLMSolver",
    "PredictionsSolver",
    "Solver",
    "StopRun",
    "model_named",
    "parse_llm_spec",
]
