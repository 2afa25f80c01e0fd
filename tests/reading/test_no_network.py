"""Nothing is fetched while reading: a server that every document points at, in every way there is, is never called."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import tieout
from tests.reading.filings import FACTS, FILES, arc, element, instance, link, linkbase, loc, schema, write
from tests.reading.inline import document, number
from tieout.report import InputError, Report


class Trap:
    """A server on this machine that takes note of whoever calls."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/x"

    @property
    def was_called(self) -> bool:
        try:
            self._socket.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def trap() -> Iterator[Trap]:
    made = Trap()
    yield made
    made.close()


def everything(report: Report) -> None:
    for fact in report.facts:
        fact.to_dict(located=True)
    _ = (report.pages, [t.to_rows() for t in report.tables], report.concepts, [n.arcs for n in report.networks])


def markup(url: str) -> str:
    return (
        f'<img src="{url}.png"/><link rel="stylesheet" href="{url}.css"/><iframe src="{url}.htm"></iframe>'
        f'<object data="{url}"></object><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{url}"/>'
        f'<p style="background: url({url})">text</p><table><tr><td>Assets</td><td>1,000</td></tr></table>'
    )


def prologs(url: str) -> list[str]:
    return [
        "",
        f'<?xml-stylesheet type="text/xsl" href="{url}.xsl"?>',
        f'<!DOCTYPE html SYSTEM "{url}.dtd">',
        f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "{url}.dtd">',
        f'<!DOCTYPE html [<!ENTITY x SYSTEM "{url}">]>',
        f'<!DOCTYPE html [<!ENTITY % x SYSTEM "{url}"> %x;]>',
    ]


def test_the_trap_notes_a_call(trap: Trap) -> None:
    address = trap.url.split("/")[2].split(":")
    socket.create_connection((address[0], int(address[1]))).close()
    assert trap.was_called


@pytest.mark.parametrize("prolog", range(len(prologs(""))))
def test_documents_are_read_without_a_call(trap: Trap, prolog: int) -> None:
    head = prologs(trap.url)[prolog]
    inline = document(
        markup(trap.url) + number("7"),
        header=f'<ix:references><link:schemaRef xlink:type="simple" xlink:href="{trap.url}.xsd"/></ix:references>',
        root=f'xsi:schemaLocation="urn:x {trap.url}.xsd"',
    ).decode()
    declaration, _, rest = inline.partition("?>")
    html = f"<html><head><base href='{trap.url}'/></head><body>{markup(trap.url)}</body></html>"
    xhtml = html.replace("<html>", '<html xmlns="http://www.w3.org/1999/xhtml">')
    markdown = f"# Report\n\n![chart]({trap.url}.png)\n\n{markup(trap.url)}\n\n<--- Page Split --->\n\nend\n"
    files = {
        "a.htm": f"{declaration}?>{head}{rest}",
        "b.html": head + html,
        "c.html": head + xhtml,
        "d.md": markdown,
        "e.xml": head + instance(FACTS, f"{trap.url}.xsd"),
    }
    for name, text in files.items():
        try:
            everything(tieout.reading.read_bytes(text.encode(), name))
        except InputError as e:
            assert "entities" in str(e)  # those of its own are refused outright
    assert not trap.was_called


def test_packages_are_read_without_a_call(trap: Trap, tmp_path: Path) -> None:
    away = schema(
        element("R"),
        linkbase(link(loc("r", f"{trap.url}.xsd#nvt_R") + loc("a", f"{trap.url}2.xsd#nvt_A") + arc("r", "a"))),
        f'<xs:import namespace="urn:y" schemaLocation="{trap.url}.xsd"/><xs:include schemaLocation="{trap.url}3.xsd"/>',
    )
    catalog = (
        '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
        f'<rewriteURI uriStartString="http://a/" rewritePrefix="{trap.url}/"/><nextCatalog catalog="{trap.url}"/></catalog>'
    )
    files = {**FILES, "nvt.xsd": away, "nvt.xml": instance(FACTS, "nvt.xsd"), "META-INF/catalog.xml": catalog}
    everything(tieout.read(write(tmp_path, files)))
    assert not trap.was_called
