# SPDX-License-Identifier: MIT
"""What names mean, in all models: if each place of a name gets a fresh one, the parser and the checker, which
resolve names by rules of their own, accept the result; so no place is missing, and none is another's."""

import re
import sys

from lsp_client import Client, Failed, edited, span
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


def rename(c, name, at, new):
    """The text after it, or the reason why not."""
    try:
        changes = c.at("textDocument/rename", name, at, newName=new)["changes"]
    except Failed as e:
        assert e.code == -32803
        return None, str(e)
    ((uri, edits),) = changes.items()
    assert uri == c.uri(name)
    return edited(c.texts[name], edits), None


def check_rename(c, name, text, at, found):
    """To a fresh name, and back."""
    place = c.at("textDocument/prepareRename", name, at)
    start, end = span(text, place["range"])
    assert (start, place["placeholder"]) in found and text[start:end] == place["placeholder"]
    new = text
    for a, w in sorted(found, reverse=True):
        new = new[:a] + "fresh_name" + new[a + len(w) :]
    got, why = rename(c, name, at, "fresh_name")
    if why:
        assert BUILT_IN in why, (name, place, why)
        return
    assert got == new, (name, place)
    c.change(name, new)
    assert not errors(c, name), (name, place)
    first = new.index("fresh_name")
    back, why = rename(c, name, first + 3, place["placeholder"])
    assert back == text, (name, place, why)
    c.change(name, text)


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
        check_rename(c, name, text, at, found)
    c.close(name)
    return count


if __name__ == "__main__":
    with Client() as client:
        client.initialize()
        total = sum(check_model(client, name) for name in right(int(sys.argv[1])))
    assert total > 300, total
    print(total, "names")
