# SPDX-License-Identifier: MIT
"""Renaming that must not be, outlines, layout, completion."""

import os
import random
import re
import subprocess
import sys

from lsp_client import Client, Failed, edited, span
from models import read, right, turn
from names import names, rename

LINCHPIN = os.environ["LINCHPIN"]

MODEL = """// \U0001f0a1
struct node { int val; node* next; }
shared node* top;
shared int size;
object stack {
  push(int v) { node* n = new node{v}; loop { node* t = top; n.next = t; if (cas(top, t, n)) return; } }
  pop() -> int? { loop { node* t = top; if (t == null) return none; if (cas(top, t, t.next)) return t.val; } }
  count() -> int { return size; }
}
verify stack { threads 2; operations 2; int 1..1; }
"""


def refuse(c, where, new):
    at = MODEL.index(where.replace("|", "")) + where.index("|")
    text, why = rename(c, "a.lin", at, new)
    assert text is None and why, (where, new, text)


def refusals():
    with Client() as c:
        c.initialize()
        c.open("a.lin", MODEL)
        refuse(c, "push(int |v", "top")  # a parameter would hide it where it is used
        refuse(c, "node* |t =", "n")
        refuse(c, "node* |n =", "t")
        refuse(c, "node* |top", "t")
        refuse(c, "int |val", "next")
        refuse(c, "int |size", "top")
        refuse(c, "object stack {\n  |push", "pop")
        for wrong in ["", "1x", "a__b", "x y", "x;", "loop", "int", "é", "a" * 65, 3, None]:
            try:
                c.at("textDocument/rename", "a.lin", MODEL.index("top"), newName=wrong)
            except Failed as e:
                assert e.code == -32602, wrong
            else:
                raise AssertionError(wrong)
        for nothing in ["loop", "threads", "{"]:
            at = MODEL.index(nothing)
            assert c.at("textDocument/prepareRename", "a.lin", at) is None
            assert rename(c, "a.lin", at, "fresh_name")[0] is None
        # Words that are words in other places only may be names.
        for fine in ["set", "verify", "a" * 64, "_x", "in_"]:
            assert rename(c, "a.lin", MODEL.index("top"), fine)[0], fine
        # In a text with errors, too, unless there would be more.
        c.change("a.lin", MODEL.replace("return size;", "return size + yy;"))
        assert rename(c, "a.lin", MODEL.index("top"), "head")[0]
        assert rename(c, "a.lin", MODEL.index("top"), "yy")[0] is None


def explored(text):
    """What does not depend on names: how many states there are."""
    run = subprocess.run(
        [LINCHPIN, "verify", "-", "--quiet"], input=text, capture_output=True, text=True, check=False
    )
    return run.returncode, re.findall(r"[\d,]+ (?:states|transitions)", run.stdout)


def captures():
    """Renaming to a name that is there already: refused, or it explores as before."""
    r = random.Random(int(os.environ.get("LINCHPIN_TURN", "1")))
    with Client() as c:
        c.initialize()
        c.open("a.lin", MODEL)
        before, refused, taken = explored(MODEL), 0, []
        words = sorted({w for _, w in names(MODEL)})
        seen = set()
        for at, word in names(MODEL):
            context = {"includeDeclaration": True}
            found = c.words("a.lin", c.at("textDocument/references", "a.lin", at, context=context))
            if not found or found[0] in seen:
                continue
            seen.add(found[0])
            for new in words:
                if new == word:
                    continue
                text, _ = rename(c, "a.lin", at, new)
                refused += text is None
                if text is not None:
                    taken.append(text)
        assert refused > 15 and len(taken) > 30, (refused, len(taken))
        for text in r.sample(taken, 8):
            assert explored(text) == before, text


def outlines(one_in):
    with Client() as c:
        c.initialize()
        for name in right(one_in):
            text = read(name)
            c.open(name, text)
            shown = c.about("textDocument/documentSymbol", name)
            found = []

            def walk(symbols, inside):
                for s in symbols:
                    a, b = span(text, s["range"])
                    x, y = span(text, s["selectionRange"])
                    assert inside[0] <= a <= x and y <= b <= inside[1], (name, s["name"])
                    assert text[x:y] == s["name"]
                    found.append(s["name"])
                    walk(s.get("children", []), (a, b))

            walk(shown, (0, len(text)))
            bare = re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: " " * len(m.group()), text, flags=re.S)
            for kind, word in re.findall(
                r"^(object|spec|automaton|system|simulation|struct|enum|process|const) (\w+)", bare, re.M
            ):
                assert word in found, (name, kind, word)
            c.close(name)


def layouts(one_in):
    with Client() as c:
        c.initialize()
        options = {"tabSize": 8, "insertSpaces": False}
        for name in right(one_in):
            text = read(name)
            c.open(name, text)
            damaged = re.sub(r"^ +", "\t", text, flags=re.M)
            for this in (text, damaged, "\n\n" + text, text.rstrip()):
                c.change(name, this)
                edits = c.about("textDocument/formatting", name, options=options)
                want = subprocess.run([LINCHPIN, "fmt", "-"], input=this.encode(), capture_output=True, check=True)
                assert edited(this, edits) == want.stdout.decode(), name
                assert edits or this == want.stdout.decode()
                assert len(edits) <= 1
            c.close(name)
        c.open("bad.lin", "object {")
        try:
            c.about("textDocument/formatting", "bad.lin", options=options)
        except Failed as e:
            assert e.code == -32803
        else:
            raise AssertionError("no layout of what is no model")


def labels(c, name, at):
    return [i["label"] for i in c.at("textDocument/completion", name, at)]


def completions(one_in):
    """What stands in a model is offered where it stands."""
    with Client() as c:
        c.initialize()
        for name in right(one_in):
            text = read(name)
            c.open(name, text)
            uses = []
            for at, word in names(text):
                found = c.words(name, c.at("textDocument/definition", name, at))
                if found and (at, word) not in found and (found[0][1] == word):
                    uses.append((at, word))
            for at, word in turn(uses, 5):
                offered = labels(c, name, at + 1)
                assert word in offered, (name, word, text.count("\n", 0, at) + 1)
                assert offered.count(word) == 1 or word not in offered, (name, word)
            c.close(name)
        c.open("a.lin", MODEL)
        assert set(labels(c, "a.lin", MODEL.index("val;", MODEL.index("return t")))) == {"val", "next"}
        assert labels(c, "a.lin", 4) == []  # in a comment
        assert "object" in labels(c, "a.lin", MODEL.index("verify"))
        assert "object" not in labels(c, "a.lin", MODEL.index("return"))
        # While it is typed.
        typed = MODEL.replace("return size;", "node* m = top; m.")
        c.change("a.lin", typed)
        assert set(labels(c, "a.lin", typed.index("m.") + 2)) == {"val", "next"}
        typed = MODEL.replace("return size;", "seq<int> q; q.pu")
        c.change("a.lin", typed)
        offered = labels(c, "a.lin", typed.index("q.pu") + 4)
        assert "push_front" in offered and "top" not in offered
        typed = MODEL.replace("push(int v)", "push(int v) @")
        c.change("a.lin", typed)
        assert "insert" in labels(c, "a.lin", typed.index("@") + 1)


def coloured(c, name, legend):
    """(word, type) of each semantic token."""
    lines, line, start, found = c.texts[name].split("\n"), 0, 0, []
    data = c.about("textDocument/semanticTokens/full", name)["data"]
    for i in range(0, len(data), 5):
        line, start = line + data[i], data[i + 1] + (0 if data[i] else start)
        assert data[i + 4] == 0 and data[i + 2] > 0
        rest = lines[line].encode("utf-8")[start:] if c.utf8 else lines[line].encode("utf-16-le")[2 * start :]
        rest = rest.decode("utf-8" if c.utf8 else "utf-16-le")
        found.append((rest[: data[i + 2]], legend[data[i + 3]]))
    return found


def colours():
    """Words of the language where they are words; names by what they are."""
    text = (
        "/* é🂡 */ enum lock { FREE } shared lock set = FREE; shared set<int> free_ones;\n"
        "object o { add(int do) @insert { free_ones.add(do); if (free_ones.has(3)) set = FREE; } }\n"
        "verify o refines set { threads 2; } // set\n"
    )
    for utf8 in (False, True):
        with Client() as c:
            provider = c.initialize(utf8)["capabilities"]["semanticTokensProvider"]
            c.open("a.lin", text)
            got = coloured(c, "a.lin", provider["legend"]["tokenTypes"])
            word = "keyword"
            assert got == [
                ("enum", word), ("lock", "enum"), ("FREE", "enumMember"), ("shared", word), ("lock", "enum"),
                ("set", "variable"), ("FREE", "enumMember"), ("shared", word), ("set", word), ("int", word),
                ("free_ones", "variable"), ("object", word), ("o", "class"), ("add", "method"), ("int", word),
                ("do", "parameter"), ("insert", "decorator"), ("free_ones", "variable"), ("add", word),
                ("do", "parameter"), ("if", word), ("free_ones", "variable"), ("has", word), ("3", "number"),
                ("set", "variable"), ("FREE", "enumMember"), ("verify", word), ("o", "class"), ("refines", word),
                ("set", "interface"), ("threads", word), ("2", "number"),
            ], got  # fmt: skip


if __name__ == "__main__":
    size = int(sys.argv[1])
    refusals()
    colours()
    captures()
    outlines(size)
    layouts(size)
    completions(2 * size)
    print("editing: fine")
