# SPDX-License-Identifier: MIT
"""What names mean, in all models: if each place of a name gets a fresh one, the parser and the checker, which
resolve names by rules of their own, accept the result; so no place is missing, and none is another's."""

import re
import sys

from lsp_client import Client
from models import read, right

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|@?[A-Za-z_][A-Za-z_0-9]*|[0-9]+", re.S)
RESERVED = set(
    "assert atomic bool break cas const continue else false free if int loop new none null return true while".split()
)
BUILT_IN = "the built-in spec "  # has methods of its own names


def names(text):
    for m in TOKEN.finditer(text):
        word = m.group()
        if word[0] not in "@/0123456789" and word not in RESERVED:
            yield m.start(), word


def errors(c, name):
    return [d["message"] for d in c.diagnostics(name) if d["severity"] == 1]


def places(c, name, at, declaration=True):
    context = {"includeDeclaration": declaration}
    return c.words(name, c.at("textDocument/references", name, at, context=context))


def check_model(c, name):
    text = read(name)
    c.open(name, text)
    assert not errors(c, name), name
    seen, count = set(), 0
    for at, word in names(text):
        found = [] if at in seen else places(c, name, at)
        if not found:
            continue
        seen.update(a for a, _ in found)
        count += 1
        # A part of a token, such as worker2 of enum worker[3], is still the same name.
        assert len({w for _, w in found}) == 1, (name, found)
        assert all(text[a : a + len(w)] == w for a, w in found)
        definitions = c.words(name, c.at("textDocument/definition", name, at))
        uses = places(c, name, at, False)
        assert definitions and set(definitions) <= set(found), (name, word)
        assert set(found) == set(uses) | set(definitions), (name, word)
        assert set(uses).isdisjoint(definitions)
        highlights = c.words(name, c.at("textDocument/documentHighlight", name, at))
        assert sorted(highlights) == sorted(found)
        new = text
        for a, w in sorted(found, reverse=True):
            new = new[:a] + "fresh_name" + new[a + len(w) :]
        c.change(name, new)
        said = errors(c, name)
        assert all(s.startswith(BUILT_IN) for s in said), (name, word, said)
        c.change(name, text)
    c.close(name)
    return count


with Client() as client:
    client.initialize()
    total = sum(check_model(client, name) for name in right(int(sys.argv[1])))
assert total > 300, total
print(total, "names")
