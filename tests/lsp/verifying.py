# SPDX-License-Identifier: MIT
"""Verify blocks that are verified from the editor: what stands above them, what comes of them, how they are stopped, and
that nothing is left of it, whatever ends the server. No test waits for a time: a model with millions of states runs
until it is stopped, and the end of all processes is waited for as their adopted parent."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.parse

from lsp_client import Client, Failed, span
from models import read, right, turn

LINCHPIN = os.environ["LINCHPIN"]

LOST = """// é🂡
shared int x;
object counter { inc() -> int { int t = x; /* 🂡 */ x = t + 1; return t; } }
spec exact { int n; inc() -> int { n += 1; return n - 1; } }
verify counter refines exact { threads 2; operations 2; }
verify counter { threads 2; operations 2; }
verify counter
  refines exact { threads 1; operations 2; }
"""
# Runs until it is stopped.
ENDLESS = """shared int[8] x;
object o { f(int i) { int t = x[i]; x[i] = t + 1; } g(int i) { x[i] = 0; } }
verify o { threads 6; int 0..7; operations 900; }
verify o { threads 1; int 0..1; operations 1; }
"""
ALL = {
    "workspace": {"codeLens": {"refreshSupport": True}},
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
}


def lenses(c, name):
    """(line, title, command) of each."""
    found = []
    for lens in c.about("textDocument/codeLens", name):
        command = lens["command"]
        found.append((lens["range"]["start"]["line"], command["title"], command))
    return found


def titles(c, name):
    return [(line, title) for line, title, _ in lenses(c, name)]


def command_of(c, name, title):
    (command,) = [k for _, t, k in lenses(c, name) if t.startswith(title)][:1]
    return command


def execute(c, command, arguments, **more):
    return c.ask("workspace/executeCommand", {"command": command, "arguments": arguments, **more})


def run(c, command, **more):
    return execute(c, command["command"], command["arguments"], **more)


def verify(c, name, block=None, **more):
    about = {"uri": c.uri(name)}
    if block is not None:
        about["block"] = block
    return execute(c, "linchpin.verify", [about], **more)


def fails(c, key, code):
    try:
        c.answer(key)
    except Failed as e:
        assert e.code == code, (e.code, str(e))
    else:
        raise AssertionError("no error")


def outcomes():
    """Of each block: the lens, the diagnostic with its steps, the message, the page."""
    with Client() as c:
        c.initialize(capabilities=ALL)
        c.open("lost.lin", LOST)
        assert c.diagnostics("lost.lin") == []
        assert titles(c, "lost.lin") == [
            (4, "verify this"), (4, "verify all 3"), (5, "verify this"), (6, "verify this")
        ]  # fmt: skip
        found = c.about("textDocument/codeLens", "lost.lin")[3]
        assert c.words("lost.lin", [found])[0][1] == "verify counter\n  refines exact"
        assert found["command"]["arguments"][0]["claim"] == "verify counter refines exact"

        answer = c.answer(verify(c, "lost.lin", 1))
        assert answer == {"results": [{"block": 1, "verdict": "holds", "said": "✓ free of errors: 6 states"}]}
        assert c.diagnostics("lost.lin") == []
        c.message("workspace/codeLens/refresh")
        assert titles(c, "lost.lin")[2] == (5, "✓ free of errors: 6 states")

        c.answer(run(c, command_of(c, "lost.lin", "verify this")))
        (d,) = c.diagnostics("lost.lin")
        said = "✗ not linearizable: no order of the operations explains inc() → 0"
        assert d["severity"] == 1 and d["message"].startswith(said + "\nJust before"), d
        assert [t for t in titles(c, "lost.lin") if t[0] == 4] == [(4, said), (4, "report"), (4, "verify all 3")]
        # The last step is the return of the operation that no order explains; it stands at the method.
        at = span(LOST, d["range"])
        assert LOST[slice(*at)] == "inc() -> int", LOST[slice(*at)]
        related = d["relatedInformation"]
        words = [w for _, w in c.words("lost.lin", [r["location"] for r in related])]
        assert related[0]["message"] == "what is claimed" and words[0] == "verify counter refines exact"
        assert related[1]["message"] == "1. thread 1: call inc()" and words[1] == "inc() -> int"
        assert words.count("x = t + 1") == 2 and len(words) == 9, words
        offer = c.message("window/showMessageRequest")
        assert offer["params"]["message"] == "verify counter refines exact: " + said
        assert [a["title"] for a in offer["params"]["actions"]] == ["Show the report"]
        c.reply(offer, offer["params"]["actions"][0])
        shown = c.message("window/showDocument")
        page = urllib.parse.unquote(urllib.parse.urlparse(shown["params"]["uri"]).path)
        with open(page, encoding="utf-8") as f:
            assert f.read(15).lower() == "<!doctype html>"
        assert shown["params"]["external"] is True
        c.reply(shown, {"success": True})
        # And by the lens.
        key = run(c, command_of(c, "lost.lin", "report"))
        assert c.message("window/showDocument")["params"] == shown["params"]
        assert c.answer(key) is None
        # What is known goes when the text changes; nothing of it comes back.
        c.change("lost.lin", (0, 0, "\n"))
        assert c.diagnostics("lost.lin") == []
        assert {t for _, t in titles(c, "lost.lin")} == {"verify this", "verify all 3"}
        fails(c, execute(c, "linchpin.report", [{"uri": c.uri("lost.lin"), "block": 0}]), -32803)
        assert c.end() == 0
    assert not os.path.exists(page)


def all_at_once():
    with Client() as c:
        c.initialize()  # of a client that can do nothing of this
        c.open("lost.lin", LOST)
        c.diagnostics("lost.lin")
        got = c.answer(verify(c, "lost.lin"))["results"]
        assert [r["verdict"] for r in got] == ["violated", "holds", "holds"], got
        (d,) = c.diagnostics("lost.lin")
        assert "relatedInformation" not in d
        said = c.note("window/showMessage")["message"]
        page = said.split("\nThe report: ")[1]
        assert os.path.exists(page)
        c.answer(execute(c, "linchpin.report", [{"uri": c.uri("lost.lin"), "block": 0}]))
        assert page in c.note("window/showMessage")["message"]
        # A verify block that has moved is still found by its header; one that is gone is not.
        command = command_of(c, "lost.lin", "✓ free of errors")
        c.change("lost.lin", LOST.replace("verify counter refines", "verify counter { threads 1; }\nverify counter refines"))
        c.diagnostics("lost.lin")
        key = run(c, command)
        fails(c, key, -32801)  # now there are two of this header, and neither is where it was
        c.change("lost.lin", "\n".join(line for line in LOST.split("\n") if "exact {" not in line or "spec" in line))
        assert c.answer(run(c, command))["results"][0]["block"] == 0
        c.close("lost.lin")
        fails(c, verify(c, "lost.lin", 0), -32602)
        # Claims of runs stand at the claim, with what leads there.
        text = "shared bool a; shared bool b;\nobject o { f() { lock(a); lock(b); unlock(b); unlock(a); }\n  g() { lock(b); lock(a); unlock(a); unlock(b); } }\nverify o { threads 2; deadlockfree; }\n"
        c.open("dead.lin", text)
        c.diagnostics("dead.lin")
        assert c.answer(verify(c, "dead.lin", 0))["results"][0]["verdict"] == "violated"
        (d,) = c.diagnostics("dead.lin")
        assert d["range"]["start"]["line"] == 3
        assert c.end() == 0
    assert not os.path.exists(page)


def parameters():
    with Client() as c:
        c.initialize()
        c.open("lost.lin", LOST)
        uri = c.uri("lost.lin")
        for command, arguments, code in [
            ("linchpin.unheard", [{"uri": uri}], -32602),
            (None, [{"uri": uri}], -32602),
            ("linchpin.verify", None, -32602),
            ("linchpin.verify", [], -32602),
            ("linchpin.verify", [3], -32602),
            ("linchpin.verify", [{"uri": 3}], -32602),
            ("linchpin.verify", [{"uri": uri, "block": "x"}], -32602),
            ("linchpin.verify", [{"uri": uri, "block": -1}], -32602),
            ("linchpin.verify", [{"uri": uri, "block": 3}], -32801),
            ("linchpin.verify", [{"uri": uri, "block": 0, "claim": "verify nothing"}], -32801),
            ("linchpin.report", [{"uri": uri, "block": 0}], -32803),
        ]:
            fails(c, execute(c, command, arguments), code)
        assert c.answer(execute(c, "linchpin.stop", [{"uri": uri}])) is None
        c.change("lost.lin", "shared int x;\n")
        assert titles(c, "lost.lin") == []
        fails(c, verify(c, "lost.lin"), -32803)
        # What is no model has an error for a verdict.
        c.change("lost.lin", LOST.replace("x = t + 1", "x = tt + 1"))
        (r,) = c.answer(verify(c, "lost.lin", 0))["results"]
        assert r["verdict"] == "error" and "tt" in r["said"], r
        # Names of files that are none; the first block of LOST is alone in the first lines.
        for name in ["", "..", "-rf", "%2F..%2Fx.lin", "a%00b.lin", "ä %zz.lin", "x" * 300 + ".lin"]:
            c.open(name, LOST)
            assert c.answer(verify(c, name, 2))["results"][0]["said"].startswith("✓"), name
        assert c.end() == 0


def limits():
    """From the client, else from the command line; what makes no sense is said."""
    for arguments, options, word in [
        ([], {"timeout": "200ms"}, "the time limit"),
        (["--timeout", "300ms"], None, "the time limit"),
        (["--timeout", "1h"], {"timeout": "0.1"}, "the time limit"),
        ([], {"timeout": "for ever"}, "--timeout"),
    ]:
        with Client(*arguments) as c:
            c.initialize(options=options)
            c.open("a.lin", ENDLESS)
            (r,) = c.answer(verify(c, "a.lin", 0))["results"]
            assert word in r["said"] and "60" not in r["said"], r
            assert r["verdict"] == ("error" if word == "--timeout" else "unknown")
            assert [d for d in c.diagnostics("a.lin") if d["severity"] == 1] == []


def begun(c):
    """The server has asked for a token, and then says that it begins."""
    asked = c.message("window/workDoneProgress/create")
    c.reply(asked, None)
    p = c.note("$/progress")
    assert p["token"] == asked["params"]["token"] and p["value"]["kind"] == "begin", p
    assert p["value"]["cancellable"] is True
    return p


def stopping():
    with Client() as c:
        c.initialize(capabilities=ALL, options={"timeout": "1h"})
        c.open("a.lin", ENDLESS)
        c.diagnostics("a.lin")
        ways = [
            lambda key, token: c.notify("$/cancelRequest", {"id": key}),
            lambda key, token: c.notify("window/workDoneProgress/cancel", {"token": token}),
            lambda key, token: run(c, command_of(c, "a.lin", "verifying")),
            lambda key, token: c.change("a.lin", ENDLESS + "\n"),
            lambda key, token: c.close("a.lin"),
        ]
        codes = [-32800, -32800, -32800, -32801, -32801]
        for way, code in zip(ways, codes):
            first = verify(c, "a.lin", 0)
            p = begun(c)
            assert p["value"]["title"] == "verify o"
            # Meanwhile the session goes on, and another one waits; what runs is not started again.
            assert c.at("textDocument/hover", "a.lin", ENDLESS.index("x[i]"))
            waiting = verify(c, "a.lin", 1)
            assert [t for _, t in titles(c, "a.lin")] == [
                "verifying … (stop)", "verify all 2", "waiting for its turn … (stop)"
            ]  # fmt: skip
            fails(c, verify(c, "a.lin", 0), -32803)
            fails(c, verify(c, "a.lin"), -32803)
            stopped = way(first, p["token"])
            fails(c, first, code)
            end = c.note("$/progress")
            assert end["token"] == p["token"] and end["value"]["kind"] == "end"
            if stopped:
                assert c.answer(stopped) is None
            if code == -32801:
                fails(c, waiting, code)
            else:  # its turn comes
                begun(c)
                assert c.answer(waiting)["results"][0]["verdict"] == "holds"
                assert c.note("$/progress")["value"]["kind"] == "end"
            if code == -32800:
                assert [t for _, t in titles(c, "a.lin")][0] == "verify this"
        # One that waits is stopped without ado; a token of the client's own.
        c.open("a.lin", ENDLESS)
        first = verify(c, "a.lin", 0, workDoneToken=17)
        assert c.note("$/progress") == {
            "token": 17, "value": {"kind": "begin", "title": "verify o", "cancellable": True}
        }  # fmt: skip
        second = verify(c, "a.lin", 1)
        c.notify("$/cancelRequest", {"id": second})
        fails(c, second, -32800)
        # A client that makes no token gets no progress.
        c.notify("$/cancelRequest", {"id": first})
        fails(c, first, -32800)
        assert c.note("$/progress")["value"]["kind"] == "end"
        key = verify(c, "a.lin", 1)
        asked = c.message("window/workDoneProgress/create")
        c.send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32603, "message": "no"}})
        c.answer(key)
        c.about("textDocument/codeLens", "a.lin")
        assert not [m for m in c.notes if m["method"] == "$/progress"], c.notes
        assert c.end() == 0


def adopt():
    """Orphans become our children: so we know when all are gone."""
    PR_SET_CHILD_SUBREAPER = 36
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def wait_for_all():
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def leftovers():
    """However it ends, all processes end, and no file is left."""
    adopt()

    def shut(c):
        c.call("shutdown")
        c.notify("exit")

    def left_running(c):
        c.process.stdin.close()

    ends = {
        "shutdown": shut,
        "exit": lambda c: c.notify("exit"),
        "end of input": left_running,
        "SIGTERM": lambda c: c.process.send_signal(signal.SIGTERM),
        "SIGKILL": lambda c: c.process.send_signal(signal.SIGKILL),
        "nobody reads": lambda c: (c.process.stdout.close(), c.ask("textDocument/codeLens"), c.notify("x")),
    }
    for name, end in ends.items():
        for running in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                with Client(env={**os.environ, "TMPDIR": folder}) as c:
                    c.initialize(capabilities=ALL, options={"timeout": "1h"})
                    c.open("lost.lin", LOST)
                    c.open("endless.lin", ENDLESS)
                    c.answer(verify(c, "lost.lin", 0))
                    assert os.listdir(folder) != []
                    if running:
                        c.notes = [m for m in c.notes if m["method"] != "window/workDoneProgress/create"]
                        key = verify(c, "endless.lin", 0)
                        begun(c)
                    if name == "shutdown" and running:
                        bye = c.ask("shutdown")
                        fails(c, key, -32800)
                        c.answer(bye)
                        c.notify("exit")
                    else:
                        end(c)
                    c.process.wait()
                    wait_for_all()
                    assert os.listdir(folder) == [], (name, running, os.listdir(folder))


def blocks_alone(one_in):
    """A block that is verified alone is what it is beside the others."""
    compared = 0
    several = [n for n in right(1) if read(n).count("\nverify ") > 1]
    with Client() as c:
        c.initialize(options={"timeout": "1h"})
        for name in turn(several, one_in):
            text = read(name)
            c.open(name, text)
            both = subprocess.run(
                [LINCHPIN, "verify", name, "--json"], capture_output=True, text=True, check=False
            ).stdout.splitlines()
            want = [json.loads(line) for line in both]
            if sum(w["figures"].get("states", 0) for w in want) > 5000:  # it would only take longer
                c.close(name)
                continue
            together = c.answer(verify(c, name))["results"]
            assert [r["verdict"] for r in together] == [w["verdict"] for w in want], name
            for i, w in enumerate(want):
                (alone,) = c.answer(verify(c, name, i))["results"]
                assert alone["verdict"] == w["verdict"] and alone["block"] == i, (name, i)
                compared += 1
            c.close(name)
    print(compared, "blocks alone")


outcomes()
all_at_once()
parameters()
limits()
stopping()
blocks_alone(int(sys.argv[1]))
leftovers()
print("verifying: fine")
