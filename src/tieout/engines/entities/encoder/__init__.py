"""A pretrained transformer encoder, run in numpy alone: vectors for words in their sentence.

BERT (Devlin et al., 2019) and MPNet (Song et al., 2020) with WordPiece vocabularies, which covers the MiniLM family. Weights
are those that ship, or are read from a folder or an installed package that the user names; nothing is ever fetched.
"""

from tieout.engines.entities.encoder.network import Encoder
from tieout.engines.entities.encoder.source import find_encoder
from tieout.engines.entities.encoder.wordpiece import WordPiece

__all__ = ["Encoder", "WordPiece", "find_encoder"]
