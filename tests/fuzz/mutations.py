"""Ways to spoil a document: what editors, broken transfers, careless converters and attackers do to files."""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable

__all__ = ["MUTATIONS", "mutate"]

Mutation = Callable[[bytes, random.Random], bytes]


def flip_bytes(data: bytes, rng: random.Random) -> bytes:
    spoiled = bytearray(data)
    for _ in range(rng.choice((1, 5, 50, 500))):
        spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
    return bytes(spoiled)


def cut_off(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def drop_a_piece(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.choice((1, 30, 1_000, 50_000)) :]


def repeat_a_piece(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data))
    piece = data[start : start + rng.choice((10, 500, 5_000))]
    return data[:start] + piece * rng.choice((2, 10, 50)) + data[start:]


def swap_pieces(data: bytes, rng: random.Random) -> bytes:
    a, b, c = sorted(rng.randrange(len(data)) for _ in range(3))
    return data[:a] + data[b:c] + data[a:b] + data[c:]


def drop_tags(data: bytes, rng: random.Random) -> bytes:
    share = rng.choice((0.001, 0.01, 0.2))
    return re.sub(rb"<[^>]{1,300}>", lambda m: b"" if rng.random() < share else m[0], data)


def spoil_attributes(data: bytes, rng: random.Random) -> bytes:
    values = (
        b"",
        b"-1",
        b"0",
        b"999999999",
        b"1e400",
        b"NaN",
        b"INF",
        b"\xe2\x80\xae",
        b"x" * 5_000,
        b"../../etc/passwd",
        b"#",
        b"c-1",
    )
    share = rng.choice((0.002, 0.05))
    return re.sub(rb'="[^"]{0,200}"', lambda m: b'="' + rng.choice(values) + b'"' if rng.random() < share else m[0], data)


def huge_spans(data: bytes, rng: random.Random) -> bytes:
    span = rng.choice((b"1000000000", b"65534", b"1000", b"-5"))
    return re.sub(rb"<td", lambda m: b'<td colspan="%s" rowspan="%s"' % (span, span) if rng.random() < 0.05 else m[0], data)


def spoil_numbers(data: bytes, rng: random.Random) -> bytes:
    texts = (b"9" * 3_000, b"1" + b",000" * 900, b"--5", b"(((", b"\xe2\x96\xb3" * 200, b"0.0.0.0", b"1e9999999")
    return re.sub(rb">([\d,.]{1,20})<", lambda m: b">" + rng.choice(texts) + b"<" if rng.random() < 0.05 else m[0], data)


def nest_deeply(data: bytes, rng: random.Random) -> bytes:
    at = data.find(b">", rng.randrange(len(data))) + 1
    depth = rng.choice((200, 1_000, 3_000, 50_000))
    tag = rng.choice((b"div", b"span", b"table", b"ix:nonNumeric", b"xbrli:context"))
    return data[:at] + (b"<%s>" % tag) * depth + (b"</%s>" % tag) * rng.choice((0, depth)) + data[at:]


def declare_entities(data: bytes, rng: random.Random) -> bytes:
    bomb = b"".join(b'<!ENTITY e%d "%s">' % (n, (b"&e%d;" % (n - 1)) * 10 if n else b"ha" * 50) for n in range(9))
    external = b'<!ENTITY e8 SYSTEM "file:///etc/passwd">'
    doctype = b"<!DOCTYPE html [" + rng.choice((bomb, external)) + b"]>"
    at = data.find(b"?>") + 2 if b"?>" in data[:300] else 0
    return data[:at] + doctype + data[at:].replace(b"<p", b"<p>&e8;</p><p", 1)


def other_encoding(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "utf-16-be", "utf-32", "utf-7", "cp932", "cp037")), "replace")


def null_bytes(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + b"\x00" * rng.choice((1, 1_000)) + data[at:]


def long_line(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    piece = rng.choice((b"(", b"1,", b"$ ", b"|", b"#", b"<", b"&", b"- ", "三".encode()))
    return data[:at] + piece * rng.choice((1_000, 300_000)) + data[at:]


def spoil_a_member(data: bytes, rng: random.Random) -> bytes:
    """For zips: one member is spoiled by another mutation, or renamed to lead out of the archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = [(i.filename, packed.read(i)) for i in packed.infolist() if not i.is_dir()]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        return flip_bytes(data, rng)
    victim = rng.randrange(len(members))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for n, (name, content) in enumerate(members):
            if n == victim and content:
                if rng.random() < 0.2:
                    name = rng.choice(("../../" + name, "/" + name, "C:\\" + name, name + "\x00", "a/" * 500 + name))
                elif rng.random() < 0.1:
                    content = b"\0" * 300_000_000
                else:
                    content = rng.choice(PLAIN)(content, rng)
            packed.writestr(name, content)
    return out.getvalue()


PLAIN: tuple[Mutation, ...] = (
    flip_bytes,
    cut_off,
    drop_a_piece,
    repeat_a_piece,
    swap_pieces,
    drop_tags,
    spoil_attributes,
    huge_spans,
    spoil_numbers,
    nest_deeply,
    declare_entities,
    other_encoding,
    null_bytes,
    long_line,
)
MUTATIONS: tuple[Mutation, ...] = (*PLAIN, spoil_a_member)


def mutate(data: bytes, rng: random.Random) -> tuple[str, bytes]:
    """(names of the mutations, spoiled data): one to three of them, one after the other."""
    zipped = data.startswith(b"PK")
    names = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        if not data:
            break
        mutation = spoil_a_member if zipped and rng.random() < 0.8 else rng.choice(PLAIN)
        data = mutation(data, rng)
        names.append(mutation.__name__)
    return "+".join(names), data
