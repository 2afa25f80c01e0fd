"""A glossy annual report with two letters, as OCR delivers it, and the first pages of a 10-K: for `tieout letters`."""

from __future__ import annotations

SPLIT = "<--- Page Split --->"

GLOSSY = [
    """# ASHQUAY SHIPPING

## Annual Report 2022

Carrying on

*Ashquay Shipping plc is invented, and so is everybody and every figure in this report.*
""",
    """## Contents

| | |
|---|---|
| Financial highlights | 3 |
| Chairman's statement | 4 |
| Letter from our Chief Executive | 5 |
| Board of directors | 7 |
| Consolidated income statement | 8 |

The Chairman's statement on page 4 tells what the board decided about the dividend.
""",
    """## Financial highlights

<table><tr><th>$ million</th><th>2022</th><th>2021</th></tr><tr><td>Revenue</td><td>412.6</td><td>388.1</td></tr>
<tr><td>Profit for the year</td><td>31.4</td><td>27.9</td></tr></table>
""",
    """# Chairman's statement

Dear shareholders,

The year began with ports closed and ended with every berth of ours taken. In between, the people of Ashquay moved more goods than
in any year before, and they did so without a single serious injury. The board thanks each of them.

We said two years ago that we would rather carry fewer boxes and be paid for them. We have kept to that. Freight rates fell in the
second half, as everybody had expected, and our contracts held, because they were made for years and not for weeks. Profit rose by
an eighth, and debt fell for the fourth year.

The board proposes a dividend of 42 cents a share. It also decided to order two ships that run on methanol, the first of their kind
in our waters, to be delivered in 2025.

Yours sincerely,

Ottoline Farrow-Beck

Chairman

28 February 2023
""",
    """# Letter from our Chief Executive

**Henrik Vasmer**
Chief Executive Officer

What I will remember of this year is a Tuesday in May. Our newest terminal had been open for a week when a crane failed, and eleven
ships waited. The crews of three yards came in on their day off. By Friday the queue was gone. No plan foresaw that, and no plan
could have.

## Our performance

Volumes grew by 4 %, and revenue by 6 %. Costs of fuel rose by a third; we passed on less than half of that and saved most of the
rest, by slower sailing and better stowage. We opened one terminal and sold one, on time and at the prices that we had told you.
""",
    """Ashquay Shipping Annual Report 2022

Letter from our Chief Executive

## Outlook

I expect a harder year. Orders for spring are below those of last year, and new ships of our competitors will come into service. We
have fixed two thirds of next year's rates, we have no large loan to renew before 2026, and we will not chase volume. I am confident
that Ashquay will come out of it stronger, as it did before.

Henrik Vasmer
Chief Executive Officer

6
""",
    """## Board of directors

Ottoline Farrow-Beck, Chairman, joined the board in 2014. She was the harbour master of Ashquay.

Henrik Vasmer, Chief Executive Officer, joined the company in 2009 as an engineer.
""",
    """## Consolidated income statement

<table><tr><th>$ million</th><th>2022</th><th>2021</th></tr><tr><td>Revenue</td><td>412.6</td><td>388.1</td></tr>
<tr><td>Operating costs</td><td>(371.9)</td><td>(351.0)</td></tr><tr><td>Profit before tax</td><td>40.7</td><td>37.1</td></tr>
<tr><td>Tax</td><td>(9.3)</td><td>(9.2)</td></tr><tr><td>Profit for the year</td><td>31.4</td><td>27.9</td></tr></table>
""",
]

FORM_10K = [
    """UNITED STATES

SECURITIES AND EXCHANGE COMMISSION

Washington, D.C. 20549

# FORM 10-K

ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934

For the fiscal year ended December 31, 2022

Commission file number 9-990104

PELWICK INSTRUMENTS, INC. (invented)
""",
    """## Item 1. Business

Pelwick Instruments makes scales for laboratories. A letter to shareholders is part of its annual report, not of this one.
""",
]


def files() -> dict[str, bytes]:
    return {
        "reports/LSE_ASHQ_2022.mmd": f"\n{SPLIT}\n".join(GLOSSY).encode(),
        "reports/NYSE_PELW_2022.mmd": f"\n{SPLIT}\n".join(FORM_10K).encode(),
    }
