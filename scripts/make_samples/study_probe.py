"""Letters of 24 invented companies in two years, and what came after each: for `tieout letters probe`.

The wording follows the coming surprise in part, and the return of the next 90 days not at all.
"""

from __future__ import annotations

import json
import random

GOOD = [
    "Orders were strong in every month, and we begin the new year with a fuller book than ever.",
    "Margins improved again, because our costs grew more slowly than our sales.",
    "Customers stayed with us and bought more, which we take as the best praise there is.",
    "We raised our targets twice and met them both times.",
    "The new plant reached its capacity a quarter earlier than planned.",
    "I am confident that the coming year will be better still.",
]
BAD = [
    "Demand weakened in the autumn, and several customers put their orders off.",
    "Costs of material and freight rose faster than we could raise our prices.",
    "The delay of our new plant was a disappointment, and I answer for it.",
    "We had to write down stocks, and closed a site that had lost money for years.",
    "Uncertainty about rates and tariffs makes any forecast difficult.",
    "We expect a challenging first half, and have cut our spending.",
]
PLAIN = [
    "This letter is about the year behind us, about what we learned in it, and about what we mean to do with that.",
    "Our people work in nine countries and speak as many languages, and on most days they understand each other well.",
    "The board met eleven times, and visited two of our sites to see for itself what the figures cannot tell.",
    "We spent as much on research as in the year before, and filed somewhat fewer patents than we had thought.",
    "I thank all who work here, and you, who have trusted us with your money for another year.",
    "We opened a school for apprentices at our oldest site, where forty young people began in September.",
    "Our founder used to say that a company is a promise; we try to keep it, in good weather and in bad.",
    "The dividend stays what it was, since the board prefers a steady hand to a generous one.",
]
SYLLABLES = ("AB", "CU", "DO", "FE", "GI", "HU", "JO", "KE", "LY", "MU", "NO", "PY")


def letters_and_targets() -> tuple[list[dict[str, object]], list[str]]:
    draw = random.Random(31)  # noqa: S311 - made-up letters, not secrets
    letters: list[dict[str, object]] = []
    targets = ["ticker,fiscal_year,eps_surprise,forward_90"]
    for number in range(24):
        ticker = f"{SYLLABLES[number % 12]}{SYLLABLES[(number * 5 + 3) % 12]}{'Q' if number < 12 else 'X'}"
        for year in (2021, 2022):
            surprise = round(draw.uniform(-0.3, 0.3), 3)
            tone = surprise + draw.uniform(-0.3, 0.3)
            good = 3 if tone > 0.1 else 2 if tone > 0 else 1 if tone > -0.1 else 0
            told = [*draw.sample(PLAIN, 4), *draw.sample(GOOD, good), *draw.sample(BAD, 3 - good)]
            draw.shuffle(told)
            text = "\n\n".join([" ".join(told[:4]), " ".join(told[4:])])
            letters.append({"report": f"NYSE_{ticker}_{year}.mmd", "ticker": ticker, "fiscal_year": year, "text": text})
            targets.append(f"{ticker},{year},{surprise},{draw.uniform(-0.2, 0.22):.6f}")
    return letters, targets


def files() -> dict[str, bytes]:
    letters, targets = letters_and_targets()
    lines = [json.dumps(letter, ensure_ascii=False) for letter in letters]
    return {"letters.jsonl": ("\n".join(lines) + "\n").encode(), "targets.csv": ("\n".join(targets) + "\n").encode()}
