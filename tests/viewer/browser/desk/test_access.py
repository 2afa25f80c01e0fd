"""For people who listen, who see few colours, who enlarge, and who print."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.viewer.browser.desk.opened import Desk

Open = Callable[..., Desk]

# Everything that can be used has a name; no id stands twice; what is pointed to is there.
FAULTS = """() => {
  const found = [], seen = new Set();
  const text = e => (e.textContent || '').trim();
  for (const e of document.querySelectorAll('[id]')) { if (seen.has(e.id)) found.push('twice: ' + e.id); seen.add(e.id); }
  for (const e of document.querySelectorAll('button, a[href], input, select, textarea, [tabindex], iframe')) {
    const label = e.getAttribute('aria-label') || text(document.getElementById(e.getAttribute('aria-labelledby')) || {}) ||
      (e.labels && [...e.labels].map(text).join('')) || (/^(INPUT|SELECT|IFRAME)$/.test(e.tagName) ? e.title : text(e));
    if (!label) found.push('no name: ' + e.outerHTML.slice(0, 100));
  }
  for (const name of ['aria-controls', 'aria-labelledby', 'aria-activedescendant'])
    for (const e of document.querySelectorAll(`[${name}]`)) if (!document.getElementById(e.getAttribute(name)) && name !== 'aria-activedescendant') found.push(`${name}: ${e.getAttribute(name)}`);
  for (const e of document.querySelectorAll('[role=option]')) if (!e.closest('[role=listbox]')) found.push('option outside of a listbox');
  for (const e of document.querySelectorAll('[role=gridcell]')) if (!e.closest('[role=grid] [role=row]')) found.push('cell outside of a grid');
  for (const e of document.querySelectorAll('[role=tab]')) if (!e.closest('[role=tablist]')) found.push('tab outside of a list');
  return found;
}"""  # noqa: E501

# The contrast of each text with what is behind it (WCAG 2.2, 1.4.3).
CONTRASTS = """() => {
  const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return c.startsWith('color(') ? [m[0]*255, m[1]*255, m[2]*255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat([1]);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !e.checkVisibility() || e.closest('.unseen, :disabled, script, option')) continue;
    const chain = []; for (let p = e; p; p = p.parentElement) chain.push(p);
    let back = [255, 255, 255, 1];
    for (const p of chain.reverse()) { const c = parse(getComputedStyle(p).backgroundColor); if (c[3]) back = over(c, back); }
    const opacity = chain.reduce((o, p) => o * getComputedStyle(p).opacity, 1);
    const own = parse(getComputedStyle(e).color); own[3] *= opacity;
    const [a, b] = [light(over(own, back)), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(ratio.toFixed(2) + ' ' + e.className + ' ' + walker.currentNode.data.trim().slice(0, 40));
  }
  return [...new Set(found)];
}"""  # noqa: E501


# How each mark is drawn under a text.
STYLES = """() => ['fact', 'number', 'finding', 'differs', 'listed'].map(name => {
  const doc = document.querySelector('iframe').contentDocument, e = doc.createElement('span');
  e.className = 'tieout-' + name;
  doc.body.append(e);
  const style = doc.defaultView.getComputedStyle(e).textDecorationStyle;
  e.remove();
  return style;
})"""


@pytest.mark.parametrize(
    "view", ["item=f143", "tab=tags&item=t3", "tab=findings&item=a0", "tab=statements&item=f143", "tab=answers"]
)
def test_whatever_can_be_used_has_a_name_and_a_place_among_its_like(desk: Open, view: str) -> None:
    opened = desk(view)
    assert opened.page.evaluate(FAULTS) == []


def test_roles_tell_tabs_list_and_landmarks(desk: Open) -> None:
    opened = desk("item=f143")
    page = opened.page
    assert page.get_by_role("tablist").get_by_role("tab").count() == 8
    listbox = page.get_by_role("listbox", name="Facts")
    active = listbox.get_attribute("aria-activedescendant")
    assert active == opened.selected.get_attribute("id")
    assert opened.selected.get_attribute("aria-setsize") == opened.count()
    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("region", name="The report as it was printed").count() == 1
    assert page.locator("iframe").get_attribute("title")


def test_what_is_chosen_and_decided_is_said_in_a_live_region(desk: Open) -> None:
    opened = desk("tab=kpis&item=k1")
    opened.page.keyboard.press("j")
    live = opened.page.locator("#live")
    assert "Gross profit, 102,575,000, USD" in live.inner_text()
    opened.page.keyboard.press("a")
    opened.page.locator("#live", has_text="Accepted: Gross profit").wait_for(state="attached")
    opened.page.keyboard.press("u")
    opened.page.locator("#live", has_text="Taken back").wait_for(state="attached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["item=f143", "tab=statements&item=f143", "tab=findings&item=a0"])
def test_text_stands_out_from_what_is_behind_it(desk: Open, scheme: str, view: str) -> None:
    opened = desk("", whole=False)
    opened.page.emulate_media(color_scheme=scheme)
    opened = desk(view)
    assert opened.page.evaluate(CONTRASTS) == []


def test_marks_differ_in_shape_and_not_in_colour_alone(desk: Open) -> None:
    opened = desk("tab=entities")
    styles = opened.page.evaluate(STYLES)
    assert len(set(styles)) == 5, styles


def test_the_theme_is_switched_and_remembered(desk: Open) -> None:
    opened = desk(whole=False)
    switch = opened.page.get_by_role("button", name="Theme")
    colour = "() => getComputedStyle(document.body).backgroundColor"
    switch.click()
    light = opened.page.evaluate(colour)
    switch.click()
    dark = opened.page.evaluate(colour)
    assert light != dark
    opened.page.reload()
    opened.ready(whole=False)
    assert opened.page.evaluate(colour) == dark


def test_small_windows_and_large_text_scroll_one_way_only(desk: Open) -> None:
    opened = desk("item=f143")
    for width, size in ((390, "100%"), (1280, "200%")):
        opened.page.set_viewport_size({"width": width, "height": 800})
        opened.page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
        assert opened.page.locator("#detail h2").is_visible()


def test_on_paper_stands_the_chosen_item_without_tools(desk: Open) -> None:
    opened = desk("item=f143")
    opened.page.emulate_media(media="print")
    assert opened.page.locator("#detail .sum").first.is_visible()
    for away in ("#tools", "#tabs", "#list", "#detail .decide"):
        assert not opened.page.locator(away).first.is_visible(), away
