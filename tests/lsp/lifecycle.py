# SPDX-License-Identifier: MIT
"""The order of a session, and what a server must bear: broken frames, broken JSON, what makes no sense."""

import os
import random
import sys

from lsp_client import Client, Failed, position
from models import read, right

MODEL = "shared int x;\nobject o { inc() { faa(x, 1); } }\nverify o { threads 2; operations 2; }\n"


def fails(code, do, *arguments, **named):
    try:
        do(*arguments, **named)
    except Failed as e:
        assert e.code == code, e.code
    else:
        raise AssertionError("no error")


def alive(c):
    """It still knows the file, and answers."""
    hover = c.at("textDocument/hover", "a.lin", MODEL.index("x"))
    assert "shared int x;" in hover["contents"]["value"], hover


def order():
    with Client() as c:
        fails(-32002, c.call, "textDocument/hover")
        c.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a", "text": "x"}})
        assert c.initialize()["serverInfo"]["name"] == "linchpin"
        fails(-32600, c.call, "initialize")
        fails(-32601, c.call, "textDocument/unheardOf")
        fails(-32602, c.call, "textDocument/hover")
        fails(-32602, c.about, "textDocument/hover", "a.lin")  # of what was sent too early nothing is known
        c.notify("unheard/of")
        c.open("a.lin", MODEL)
        assert c.diagnostics("a.lin") == []
        fails(-32602, c.about, "textDocument/hover", "a.lin")
        alive(c)
        assert c.answer(c.ask("shutdown", key="a string")) is None
        fails(-32600, c.call, "textDocument/hover")
        c.notify("exit")
        assert c.process.wait() == 0
    with Client() as c:
        c.initialize()
        c.notify("exit")
        assert c.process.wait() == 1
    with Client() as c:
        c.initialize()
        c.process.stdin.close()
        assert c.process.wait() == 1


def error_of(c):
    m = c.read()
    while "method" in m:
        m = c.read()
    assert m["id"] is None, m
    return m["error"]["code"]


def broken():
    with Client() as c:
        c.initialize()
        c.open("a.lin", MODEL)
        for body, code in [
            (b"", -32700),
            (b"{", -32700),
            (b"[" * 100, -32700),
            (b'{"jsonrpc":"2.0"} {}', -32700),
            (b"\xff\xfe\x00", -32700),
            (b"[]", -32600),
            (b"17", -32600),
            (b"{}", -32600),
            (b'{"id":{},"method":"shutdown"}', -32600),
            (b'{"id":1.5,"method":"shutdown"}', -32600),
            (b'{"id":null,"method":"shutdown"}', -32600),
            (b'{"id":1,"method":3}', -32600),
        ]:
            c.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert error_of(c) == code, body
            alive(c)
        # A response that nobody waits for, headers in other words, and several messages at once.
        c.raw(b'Content-Length: 23\r\n\r\n{"id":77,"result":null}')
        c.raw(b'content-length:  17 \nContent-Type: x\n\n{"method":"none"}' * 3)
        alive(c)
        for header in [
            b"Content-Type: x\r\n\r\n",
            b"Content-Length: -1\r\n\r\n",
            b"Content-Length: 99999999999999999999999\r\n\r\n",
            b"Content-Length: 3 4\r\n\r\n",
            b"x" * 10000 + b"\r\n\r\n",
        ]:
            c.raw(header + b"what nobody can find the end of")
            assert error_of(c) == -32700, header
            alive(c)
        large = b'{"method":"none"}' + b" " * (1 << 25)
        c.raw(b"Content-Length: %d\r\n\r\n" % len(large) + large)
        assert error_of(c) == -32600
        alive(c)
        assert c.end() == 0


def odd_parameters():
    """Places that are not there, and members that are something else."""
    with Client() as c:
        c.initialize()
        c.open("a.lin", MODEL)
        far = {"line": 4000000000, "character": 4000000000}
        assert c.about("textDocument/hover", "a.lin", position=far) is None
        for place in [3, None, {}, {"line": -1, "character": 0}, {"line": 0, "character": "x"}]:
            fails(-32602, c.about, "textDocument/hover", "a.lin", position=place)
        document = {"uri": c.uri("a.lin"), "version": 2}
        for changes in [3, [3], [{}], [{"text": 3}], [{"text": "x", "range": 3}], [{"range": {}}]]:
            c.notify(
                "textDocument/didChange", {"textDocument": document, "contentChanges": changes}
            )
        c.notify("textDocument/didChange", {"textDocument": {"uri": "file:///else"}})
        c.notify("textDocument/didClose", {"textDocument": {"uri": "file:///else"}})
        alive(c)
        # From the end to the start, and behind the end: what is between is replaced.
        swapped = {"start": position(MODEL, 13), "end": position(MODEL, 0)}
        changes = [{"range": swapped, "text": "shared int x;"}, {"range": {"start": far, "end": far}, "text": "\n"}]
        c.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        alive(c)
        c.close("a.lin")
        while c.note("textDocument/publishDiagnostics")["diagnostics"]:
            pass
        fails(-32602, c.about, "textDocument/hover", "a.lin", position=far)
        assert c.end() == 0


def noise(seed):
    """A session with bytes changed, dropped and doubled: no answer is right, but it goes on."""
    r = random.Random(seed)
    texts = [read(f) for f in right(8)[:12]]
    with Client() as c:
        c.initialize()
        c.open("a.lin", MODEL)
        asked = 0
        for _ in range(60):
            text = bytearray(r.choice(texts).encode())
            for _ in range(r.randrange(8)):
                i = r.randrange(len(text))
                how = r.randrange(3)
                if how == 0:
                    text[i] = r.randrange(256)
                elif how == 1:
                    del text[i : i + r.randrange(1, 200)]
                else:
                    text[i:i] = text[i : i + r.randrange(200)]
                text = text or bytearray(b"{")
            c.open("b.lin", text.decode("utf-8", "replace"))
            method = r.choice(["hover", "definition", "references", "documentHighlight", "documentSymbol",
                               "completion", "rename", "prepareRename", "formatting", "codeLens"])
            place = {"line": r.randrange(40), "character": r.randrange(60)}
            try:
                c.about("textDocument/" + method, "b.lin", position=place, newName="fresh_one",
                        options={"tabSize": 2, "insertSpaces": True}, context={"includeDeclaration": True})
            except Failed as e:
                assert e.code in (-32601, -32602, -32803), (seed, e.code)
            asked += 1
        assert asked == 60
        alive(c)
        assert c.end() == 0


def resident(c):
    with open("/proc/%d/status" % c.process.pid, encoding="ascii") as f:
        return [int(line.split()[1]) for line in f if line.startswith("VmRSS")][0]


def memory():
    """What it keeps does not grow with the number of edits."""
    if os.environ.get("LP_SANITIZE") == "1":  # there freed memory is kept for a while
        return
    text = read("objects/stack/treiber.lin")
    with Client() as c:
        c.initialize()
        c.open("a.lin", text)
        after = []
        for turn in range(1200):
            i = (turn * 37) % len(text)
            c.change("a.lin", (i, i, "x"))
            c.change("a.lin", (i, i + 1, ""))
            c.at("textDocument/references", "a.lin", i, context={"includeDeclaration": True})
            if turn in (300, 1199):
                after.append(resident(c))
        assert after[1] < after[0] + 1500, after
        assert c.end() == 0


order()
broken()
odd_parameters()
for s in range(int(os.environ.get("CASES", "6"))):
    noise(s)
memory()
print("lifecycle: fine")
sys.exit(0)
