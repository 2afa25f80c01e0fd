"""Modules of the front-end joined into one."""

from __future__ import annotations

import pytest

from tieout.viewer.modules import joined


def test_each_module_stands_once_after_what_it_imports() -> None:
    files = {
        "main.js": 'import { a } from "./a.js";\nimport { b } from "./b.js";\nb(a);\n',
        "a.js": "export const a = 1;\n",
        "b.js": 'import { a } from "./a.js";\nexport function b(x) { return x + a; }\n',
    }
    text = joined("main.js", files.__getitem__)
    assert "import" not in text
    assert "export" not in text
    assert text.count("const a = 1;") == 1
    assert text.index("const a") < text.index("function b") < text.index("b(a);")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"main.js": 'import { a as b } from "./a.js";', "a.js": ""}, "renames"),
        ({"main.js": 'import { a } from "./a.js";', "a.js": 'import { b } from "./main.js";'}, "imports itself"),
        ({"main.js": 'import { a } from "./a.js";\nconst b = 1;', "a.js": "export const a = 1;\nfunction b() {}"}, "'b'"),
        ({"main.js": 'import { a } from "./a.js";\nconst { b, c } = a;\n', "a.js": "let c = 2;"}, "'c'"),
        ({"main.js": 'import a from "./a.js";', "a.js": ""}, "can't be joined"),
        ({"main.js": "export default 1;"}, "can't be joined"),
    ],
)
def test_what_cannot_be_joined_is_told(files: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        joined("main.js", files.__getitem__)


def test_the_front_end_can_be_joined() -> None:
    assert "document" in joined("main.js")
