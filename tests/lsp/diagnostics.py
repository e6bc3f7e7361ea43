# SPDX-License-Identifier: MIT
"""Diagnostics: those that `linchpin verify` gives, at the same place; several in one file; the same after a
change of a part as of the whole text; positions among characters of several bytes."""

import glob
import os
import random
import re
import subprocess

from lsp_client import Client, offset_of, position
from models import read, right, turn

ERROR = re.compile(r"// error: (\d+):(\d+): ?(.*)")


def start_of(text, diagnostic):
    at = offset_of(text, diagnostic["range"]["start"])
    line = text.count("\n", 0, at) + 1
    column = len(text[text.rfind("\n", 0, at) + 1 : at].encode("utf-8")) + 1
    return line, column


def first_errors():
    checked = 0
    with Client() as c:
        c.initialize()
        for name in turn(glob.glob("tests/model/bad/*.lin"), 3):
            with open(name, "rb") as f:
                data = f.read()
            if b"\x00" in data or not data.isascii():
                continue
            text = data.decode("ascii")
            wanted = ERROR.match(text)
            if not wanted:
                continue
            c.open(name, text)
            got = [d for d in c.diagnostics(name) if d["severity"] == 1]
            if not got:  # only who explores it finds that; who reads it for its spec does not
                check = [os.environ["LINCHPIN"], "check", "/dev/null", "--spec", name]
                said = subprocess.run(check, capture_output=True, text=True, check=False)
                assert wanted[3] not in said.stderr, name
                continue
            place = int(wanted[1]), int(wanted[2])
            assert got and start_of(text, got[0]) == place, (name, got)
            assert wanted[3] in got[0]["message"], (name, got[0])
            assert got[0]["source"] == "linchpin"
            c.close(name)
            checked += 1
    assert checked > 100, checked


def no_errors():
    with Client() as c:
        c.initialize()
        for name in right(4):
            c.open(name, read(name))
            wrong = [d for d in c.diagnostics(name) if d["severity"] == 1]
            assert not wrong, (name, wrong)
            c.close(name)


def several():
    text = """shared int x;
struct node { int v; }
object o {
  a() { x = yy; }
  b() -> int { if (x == zz) return 1; else return 2; }
  c() { x = 1 x = 2; }
  d() { node* n = new node{1}; n.w = 1; x = n.v; }
}
spec s { a() { } b() -> int { return tt; } }
verify o { threads 2; bogus 3; }
"""
    with Client() as c:
        c.initialize()
        c.open("a.lin", text)
        got = sorted(
            (text.count("\n", 0, offset_of(text, d["range"]["start"])) + 1, d["message"].split("\n")[0])
            for d in c.diagnostics("a.lin")
        )
        assert [g[0] for g in got] == [4, 5, 6, 7, 9, 10], got
        assert "yy" in got[0][1] and "zz" in got[1][1] and "w" in got[3][1] and "bogus" in got[5][1], got
        # What is wrong only because something else is gone is not told.
        c.change("a.lin", "struct node { int v }\nshared node* top;\nobject o { f() { node* n = top; } }\n")
        got = c.diagnostics("a.lin")
        assert len(got) == 1 and got[0]["range"]["start"]["line"] == 0, got
        # Warnings, where there are no errors.
        c.change("a.lin", "shared int x;\nshared int y;\nobject o { f() { x = 1; return; x = 2; } }\nverify o { }\n")
        got = c.diagnostics("a.lin")
        assert sorted(d["range"]["start"]["line"] for d in got) == [1, 2], got
        assert all(d["severity"] == 2 for d in got)


def incremental(seed, utf8):
    """After each change the server has the text that we have: the same diagnostics as of the whole."""
    r = random.Random(seed)
    pieces = ["", "x", "é", "🂡", "\n", "\r\n", "int y;", "/* ∀ */", "}", "{", "// ü\n", "@lin ", ";"]
    text = r.choice(["// ä 🂡 é\r\n", "/* 🂡🂡 */ ", ""]) + read(r.choice(right(8)))
    with Client() as c:
        c.initialize(utf8)
        c.open("a.lin", text)
        for turn_ in range(25):
            changes = []
            size = len(c.texts["a.lin"])
            for _ in range(r.randrange(1, 4)):
                start = r.randrange(size // 2)
                end = min(size // 2, start + r.choice([0, 0, 1, 3, 20]))
                changes.append((start, end, r.choice(pieces)))
                size += min(0, start - end)
            # A position within a \\r\\n is no position.
            whole, fits = c.texts["a.lin"], True
            for start, end, new in changes:
                fits &= whole[start - 1 : start + 1] != "\r\n" and whole[end - 1 : end + 1] != "\r\n"
                whole = whole[:start] + new + whole[end:]
            fits &= not re.search(r"\r(?!\n)", whole)
            c.change("a.lin", *(changes if fits else [whole.replace("\r", "")]))
            mine = c.diagnostics("a.lin")
            c.open("b.lin", c.texts["a.lin"])
            assert mine == c.diagnostics("b.lin"), (seed, turn_)


def units():
    text = "/* é 🂡 */ shared int x; // 🂡\nobject o { f() { /* 🂡 */ x = yy; } }\n"
    for utf8 in (False, True):
        with Client() as c:
            c.initialize(utf8)
            c.open("a.lin", text)
            (error,) = [d for d in c.diagnostics("a.lin") if d["severity"] == 1]
            at = text.index("yy")
            assert error["range"]["start"] == position(text, at, utf8), error
            assert error["range"]["end"] == position(text, at + 2, utf8), error
            use = text.index("x = yy")
            hover = c.at("textDocument/hover", "a.lin", use)
            assert hover["range"]["start"] == position(text, use, utf8), hover
            assert c.words("a.lin", c.at("textDocument/definition", "a.lin", use)) == [
                (text.index("x;"), "x")
            ]


def ends_of_lines():
    # What is missing at the end of a line is shown there, and not behind it.
    for end in ("\n", "\r\n", "\r"):
        text = end.join(("object o { m() {", " node* n =head", " node* c = n;"))
        with Client() as c:
            c.initialize()
            c.open("a.lin", text)
            (error,) = [d for d in c.diagnostics("a.lin") if d["severity"] == 1]
            assert error["range"] == {k: {"line": 1, "character": 14} for k in ("start", "end")}, error


def half_pairs():
    # Half a surrogate pair counts as the one unit that it is in the editor.
    text = "// ab\nobject o { f() { x = yy; } }\n"
    for half in ("\\ud83c", "\\udca1", "\\ud83c\\ud83c", "\\ud83cx"):
        with Client() as c:
            c.initialize()
            c.open("a.lin", text)
            c.diagnostics("a.lin")
            uri = c.uri("a.lin")
            change = (
                '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"%s","version":9},'
                '"contentChanges":[{"range":{"start":{"line":0,"character":4},"end":{"line":0,"character":4}},"text":"%s"},'
                '{"range":{"start":{"line":0,"character":%d},"end":{"line":1,"character":0}},"text":""}]}}'
                % (uri, half, 5 + half.count("\\u") + half.count("x"))
            )
            c.raw(b"Content-Length: %d\r\n\r\n%s" % (len(change), change.encode()))
            # The end of the comment's line is gone, and with it all that was wrong.
            got = c.call("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
            assert not got, (half, got)


first_errors()
no_errors()
ends_of_lines()
half_pairs()
several()
for case in range(8):
    incremental(case, case % 2 == 1)
units()
print("diagnostics: fine")
