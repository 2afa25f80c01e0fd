"""The statistical tagger: a linear-chain conditional random field over hashed features, in numpy alone."""

from tieout.engines.entities.tagger.model import LABELS, Encoding, Tagger
from tieout.engines.entities.tagger.training import Encoded, Sentences, Settings, train

__all__ = ["LABELS", "Encoded", "Encoding", "Sentences", "Settings", "Tagger", "train"]
