"""A filing that tries to run scripts and to call home: in the viewer and in the exported page it does neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.viewer.served import Served

# Whatever of this ran would leave a mark on a window, or ask the address at its end.
HOSTILE = """<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance"
 xmlns:us-gaap="http://fasb.org/us-gaap/2024" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:xlink="http://www.w3.org/1999/xlink">
<head><title>&lt;/title&gt;&lt;script&gt;window.hacked = 1&lt;/script&gt;</title>
<base href="http://evil.example/"/><meta http-equiv="refresh" content="0;url=http://evil.example/"/>
<link rel="stylesheet" href="http://evil.example/a.css"/><link rel="preload" as="image" href="http://evil.example/p.png"/>
<script>window.hacked = 1; parent.hacked = 1; top.hacked = 1</script>
<script src="http://evil.example/a.js"></script>
<style>@import "http://evil.example/b.css"; @\\69mport url(http://evil.example/c.css);
 body { background: url(http://evil.example/d.png) } p::after { content: u\\72l("http://evil.example/e.png") }
 .tieout-ring, .tieout-fact { display: none !important }
 @font-face { font-family: x; src: url(http://evil.example/f.woff) } p { font-family: x }
 <![CDATA[</style><script>parent.hacked = 2</script>]]></style></head>
<body onload="parent.hacked = 1" background="http://evil.example/g.png">
<ix:header><ix:resources>
<xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="http://x.example">"&gt;&lt;img src=x onerror=parent.hacked=1&gt;</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header>
<p onclick="parent.hacked = 1" onmouseover="parent.hacked = 1" onfocus="parent.hacked = 1" tabindex="0" autofocus="">Total assets
<ix:nonFraction name="us-gaap:Assets" contextRef="c" unitRef="u" decimals="0" format="ixt:num-dot-decimal" id="&lt;/script&gt;&lt;script&gt;parent.hacked=3&lt;/script&gt;">1,234</ix:nonFraction> and 5,678</p>
<a href="javascript:parent.hacked=1">link</a> <a href="http://evil.example/h">other</a> <a href="#%E0%A4%A">odd</a>
<p class="box">In a box</p>
<img src="http://evil.example/i.png" onerror="parent.hacked = 1" srcset="http://evil.example/j.png 2x"/>
<iframe src="http://evil.example/k"></iframe><iframe srcdoc="&lt;script&gt;top.hacked=1&lt;/script&gt;"></iframe>
<object data="http://evil.example/l"></object><embed src="http://evil.example/m"/>
<video src="http://evil.example/n" autoplay=""></video><audio src="http://evil.example/o"></audio>
<form action="http://evil.example/q"><input type="image" src="http://evil.example/r.png" name="querySelector"/><button>go</button></form>
<svg xmlns="http://www.w3.org/2000/svg" onload="parent.hacked = 1"><script>parent.hacked = 1</script>
<image xlink:href="http://evil.example/s.png"/><use xlink:href="http://evil.example/t#x"/></svg>
<table background="http://evil.example/u.png"><tr><td style="background: url('http://evil.example/v.png')">Cash</td><td>9,012</td></tr></table>
<div style="position:fixed; inset:0; background-image: image-set('http://evil.example/w.png' 1x)">over</div>
<p>&lt;/script&gt;&lt;script&gt;parent.hacked = 4&lt;/script&gt; &lt;img src=x onerror=parent.hacked=5&gt; <!-- --> <![CDATA[<script>parent.hacked = 6</script>]]></p>
</body></html>
"""  # noqa: E501


@pytest.fixture
def filing(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.htm"
    path.write_text(HOSTILE, "utf-8")
    return path


def harmless(page: Any) -> None:
    """Every frame, after it had the time to do harm: no mark, no element that could."""
    page.wait_for_selector("iframe")
    frame = page.frames[-1]
    frame.wait_for_selector("[data-t]", state="attached")
    frame.get_by_text("Cash").click(force=True)
    frame.get_by_text("link").click(force=True)
    frame.get_by_text("odd").click(force=True)
    page.wait_for_timeout(700)
    assert len(page.frames) == 2
    for one in page.frames:
        assert one.evaluate("window.hacked") is None
        assert one.evaluate("window.top.hacked") is None
    assert (
        frame.evaluate("document.querySelectorAll('script, iframe, object, embed, form, link, svg, video, base').length") == 0
    )
    handlers = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith('on'))"
    assert frame.evaluate(handlers) == []
    assert "1,234" in frame.inner_text("body")
    # What is the viewer's own, and what is the filing's, don't get into each other's way.
    assert frame.evaluate("getComputedStyle(document.querySelector('.tieout-ring')).display") == "block"
    assert frame.evaluate("getComputedStyle(document.querySelector('p.box')).position") == "static"


def test_it_does_nothing_in_the_viewer(page: Any, filing: Path) -> None:
    with Served(filing) as served:
        page.goto(served.link)
        harmless(page)
        assert page.url.startswith(served.link)
        page.goto("about:blank")  # asks the server for nothing more before it ends


def test_it_does_nothing_in_the_exported_page(page: Any, filing: Path, tieout: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert tieout("view", filing, "--export", out).returncode == 0
    page.context.set_offline(True)
    page.goto(out.as_uri())
    harmless(page)
