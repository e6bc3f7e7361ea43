# SPDX-License-Identifier: MIT
"""A client of `linchpin lsp` for tests: it sends what it is told to and reads what comes.

    with Client() as c:
        c.initialize()
        c.open("a.lin", text)
        c.diagnostics("a.lin")                  # those of the text as it is now
        c.at("textDocument/hover", "a.lin", offset)
"""

import json
import os
import subprocess


class Failed(Exception):
    """An error response: code and message."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


def units(text, utf8):
    return len(text.encode("utf-8")) if utf8 else len(text.encode("utf-16-le")) // 2


def position(text, offset, utf8=False):
    """Of an offset in characters: lines and units, counted here on their own."""
    line = text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    return {"line": line, "character": units(text[start:offset], utf8)}


def offset_of(text, place, utf8=False):
    start = 0
    for _ in range(place["line"]):
        start = text.index("\n", start) + 1
    left, i = place["character"], start
    while left > 0:
        left -= units(text[i], utf8)
        i += 1
    assert left == 0, "a position within a character"
    return i


def span(text, place, utf8=False):
    return offset_of(text, place["start"], utf8), offset_of(text, place["end"], utf8)


def edited(text, edits, utf8=False):
    for start, end, new in sorted(
        ((*span(text, e["range"], utf8), e["newText"]) for e in edits), reverse=True
    ):
        text = text[:start] + new + text[end:]
    return text


class Client:
    def __init__(self, *options, **named):
        self.process = subprocess.Popen(
            [os.environ["LINCHPIN"], "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **named
        )
        self.last = 0
        self.notes = []  # notifications and requests of the server that were not asked for yet
        self.texts = {}
        self.versions = {}
        self.utf8 = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message, ensure_ascii=self.last % 2 == 0).encode("utf-8")
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def read(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has gone"
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            assert name == b"Content-Length" and length is None
            length = int(value)
        message = json.loads(self.process.stdout.read(length))
        assert message["jsonrpc"] == "2.0"
        return message

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def ask(self, method, params=None, key=None):
        self.last += 1
        key = self.last if key is None else key
        self.send({"jsonrpc": "2.0", "id": key, "method": method, "params": params or {}})
        return key

    def answer(self, key):
        while True:
            m = self.read()
            if "method" in m:
                self.notes.append(m)
                continue
            assert m.get("id") == key, m
            if "error" in m:
                raise Failed(m["error"])
            return m["result"]

    def call(self, method, params=None):
        return self.answer(self.ask(method, params))

    def message(self, method):
        """The next notification or request of this method, as a whole."""
        while True:
            for i, m in enumerate(self.notes):
                if m["method"] == method:
                    return self.notes.pop(i)
            m = self.read()
            assert "method" in m, m
            self.notes.append(m)

    def note(self, method):
        return self.message(method)["params"]

    def reply(self, request, result):
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def initialize(self, utf8=False, capabilities=None, options=None):
        known = dict(capabilities or {})
        if utf8:
            known["general"] = {"positionEncodings": ["utf-8", "utf-16"]}
        sent = {"processId": None, "rootUri": None, "capabilities": known}
        if options is not None:
            sent["initializationOptions"] = options
        result = self.call("initialize", sent)
        self.utf8 = utf8
        assert result["capabilities"]["positionEncoding"] == ("utf-8" if utf8 else "utf-16")
        self.notify("initialized")
        return result

    def end(self):
        self.call("shutdown")
        self.notify("exit")
        return self.process.wait()

    @staticmethod
    def uri(name):
        return "file:///models/" + name

    def open(self, name, text):
        self.texts[name] = text
        self.versions[name] = 1
        document = {"uri": self.uri(name), "languageId": "lin", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def close(self, name):
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def change(self, name, *changes):
        """Of (start, end, new) in characters, each of the text after those before; or a whole text."""
        sent = []
        for change in changes:
            text = self.texts[name]
            if isinstance(change, str):
                sent.append({"text": change})
                self.texts[name] = change
                continue
            start, end, new = change
            place = {
                "start": position(text, start, self.utf8),
                "end": position(text, end, self.utf8),
            }
            sent.append({"range": place, "text": new})
            self.texts[name] = text[:start] + new + text[end:]
        self.versions[name] += 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": sent})

    def diagnostics(self, name):
        while True:
            p = self.note("textDocument/publishDiagnostics")
            if p["uri"] == self.uri(name) and p.get("version") == self.versions[name]:
                return p["diagnostics"]

    def about(self, method, name, **more):
        return self.call(method, {"textDocument": {"uri": self.uri(name)}, **more})

    def at(self, method, name, offset, **more):
        place = position(self.texts[name], offset, self.utf8)
        return self.about(method, name, position=place, **more)

    def words(self, name, places):
        """What stands at these ranges, and where, in characters."""
        text = self.texts[name]
        found = [span(text, p["range"], self.utf8) for p in places]
        return [(a, text[a:b]) for a, b in found]
