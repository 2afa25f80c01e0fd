"""The numpy encoder, on made-up weights: what must hold whatever the weights are."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from tieout.engines.artefacts import read_files, write_files
from tieout.engines.entities.encoder import WordPiece, find_encoder
from tieout.engines.entities.encoder.network import _gelu
from tieout.engines.entities.encoder.storage import KIND, pack, unpack
from tieout.report.errors import InputError

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "ze", "##phyr", "rose", "in", "bell", "'", "s", "東"]
WIDTH, HEADS, LAYERS = 8, 2, 2


def write_safetensors(path, arrays) -> None:
    header, at, data = {}, 0, b""
    for name, array in arrays.items():
        raw = array.astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [at, at + len(raw)]}
        at, data = at + len(raw), data + raw
    head = json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + data)


@pytest.fixture(params=["bert", "mpnet"])
def folder(tmp_path, request):
    draw = np.random.default_rng(0)

    def matrix(*shape):
        return draw.normal(size=shape).astype(np.float32) * 0.3

    arrays = {
        "embeddings.word_embeddings.weight": matrix(len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": matrix(300, WIDTH),
        "embeddings.LayerNorm.weight": np.ones(WIDTH),
        "embeddings.LayerNorm.bias": np.zeros(WIDTH),
    }
    bert = request.param == "bert"
    if bert:
        arrays["embeddings.token_type_embeddings.weight"] = matrix(2, WIDTH)
    else:
        arrays["encoder.relative_attention_bias.weight"] = matrix(32, HEADS)
    attention = ("self.query", "self.key", "self.value", "output.dense") if bert else ("attn.q", "attn.k", "attn.v", "attn.o")
    norm = "attention.output.LayerNorm" if bert else "attention.LayerNorm"
    for layer in range(LAYERS):
        here = f"encoder.layer.{layer}."
        for part in attention:
            arrays[f"{here}attention.{part}.weight"], arrays[f"{here}attention.{part}.bias"] = (
                matrix(WIDTH, WIDTH),
                matrix(WIDTH),
            )
        arrays[f"{here}intermediate.dense.weight"], arrays[f"{here}intermediate.dense.bias"] = matrix(16, WIDTH), matrix(16)
        arrays[f"{here}output.dense.weight"], arrays[f"{here}output.dense.bias"] = matrix(WIDTH, 16), matrix(WIDTH)
        for name in (norm, "output.LayerNorm"):
            arrays[f"{here}{name}.weight"], arrays[f"{here}{name}.bias"] = np.ones(WIDTH), np.zeros(WIDTH)
    write_safetensors(tmp_path / "model.safetensors", arrays)
    config = {
        "model_type": request.param,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "layer_norm_eps": 1e-12,
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    return tmp_path


def test_a_sentence_has_the_same_vectors_alone_and_among_longer_ones(folder):
    encoder = find_encoder(str(folder), LAYERS)
    short, long = ["Zephyr", "rose"], ["Bell", "in", "Zephyr", "rose", "in", "Zephyr"]
    both = encoder.vectors([short, long], (1, 2))
    np.testing.assert_allclose(both[:2], encoder.vectors([short], (1, 2)), atol=1e-5)
    np.testing.assert_allclose(both[2:], encoder.vectors([long], (1, 2)), atol=1e-5)


def test_there_is_one_vector_a_word_whatever_the_word(folder):
    encoder = find_encoder(str(folder), LAYERS)
    odd = ["", "\u200b", "🙂", "東京", "x" * 5000, "Bell's"]
    found = encoder.vectors([odd, [], ["rose"] * 400], (2,))
    assert found.shape == (406, WIDTH)
    assert np.isfinite(found).all()
    assert (found[-1] == 0).all()  # beyond what positions there are


def test_fewer_layers_give_what_the_first_layers_gave(folder):
    words = [["Bell", "rose"]]
    np.testing.assert_allclose(
        find_encoder(str(folder), 1).vectors(words, (1,)), find_encoder(str(folder), 2).vectors(words, (1,)), atol=1e-6
    )


def test_packing_keeps_vectors_nearly(folder, tmp_path):
    encoder = find_encoder(str(folder), LAYERS)
    write_files(KIND, tmp_path / "packed", {}, pack(encoder, LAYERS, latin_only=True))
    again = unpack(read_files(KIND, tmp_path / "packed"))
    words = [["Zephyr", "rose", "in"]]
    np.testing.assert_allclose(again.vectors(words, (2,)), encoder.vectors(words, (2,)), atol=0.1)
    assert "東" not in again.pieces.pieces


def test_what_is_no_encoder_is_refused(folder, tmp_path):
    with pytest.raises(InputError, match="neither a folder nor an installed package"):
        find_encoder("no-such-package-here", 2)
    with pytest.raises(InputError, match="no encoder in this folder"):
        (tmp_path / "empty").mkdir()
        find_encoder(str(tmp_path / "empty"), 2)
    weights = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(weights[:-100])
    with pytest.raises(InputError, match="reaches out of the file"):
        find_encoder(str(folder), 2)


def test_pieces_are_the_longest_there_are():
    pieces = WordPiece(PIECES, lower=True)
    named = [[PIECES[number] for number in pieces.pieces_of(word)] for word in ("Zephyr", "Bell's", "Zebra", "東", "")]
    assert named == [["ze", "##phyr"], ["bell", "'", "s"], ["[UNK]"], ["東"], ["[UNK]"]]


def test_gelu_is_the_exact_one():
    x = np.linspace(-6, 6, 200, dtype=np.float32)
    due = [value * 0.5 * (1 + math.erf(value / math.sqrt(2))) for value in x.tolist()]
    np.testing.assert_allclose(_gelu(x), due, atol=1e-5)
