# SPDX-License-Identifier: MIT
"""python3 tests/editors/tokens.py FILE…: for each, as JSON, the text and its tokens as linchpin sees them: [line, character,
length, type], where types are those of the semantic tokens of its language server, and `reserved`."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lsp"))
from lsp_client import Client  # noqa: E402


def reserved():
    """The words of the lexer."""
    with open("src/model/syntax/lex.c", encoding="utf-8") as f:
        table = re.search(r"const words\[\] = \{(.*?)\};", f.read(), re.S)[1]
    return set(re.findall(r'"(\w+)"', table))


def main(names):
    out, words = {}, reserved()
    assert "while" in words
    with Client() as c:
        legend = c.initialize()["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        for name in names:
            with open(name, encoding="utf-8", newline="") as f:
                text = f.read()
            c.open("a.lin", text)
            data = c.about("textDocument/semanticTokens/full", "a.lin")["data"]
            lines = text.split("\n")
            line = start = 0
            found = []
            for i in range(0, len(data), 5):
                line, start = line + data[i], data[i + 1] + (0 if data[i] else start)
                length, kind = data[i + 2], legend[data[i + 3]]
                if kind == "keyword" and lines[line][start : start + length] in words:
                    kind = "reserved"
                found.append([line, start, length, kind])
            out[name] = {"text": text, "tokens": found}
    json.dump(out, sys.stdout)


main(sys.argv[1:])
