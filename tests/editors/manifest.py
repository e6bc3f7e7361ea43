# SPDX-License-Identifier: MIT
"""The package for VS Code: its files are there, its version is linchpin's, and its commands are registered by the extension
and not by the server, whose commands it may call."""

import json
import os
import re

FOLDER = "editors/vscode"


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as f:
        return json.load(f)


def text(name):
    with open(name, encoding="utf-8") as f:
        return f.read()


package, locked = load("package.json"), load("package-lock.json")
contributes = package["contributes"]
(language,), (grammar,) = contributes["languages"], contributes["grammars"]
assert language["id"] == grammar["language"] == "lin" and language["extensions"] == [".lin"]
assert load(grammar["path"])["scopeName"] == grammar["scopeName"]
assert load(language["configuration"])["comments"] == {"lineComment": "//", "blockComment": ["/*", "*/"]}
assert package["version"] == re.search(r"project\(linchpin VERSION ([\d.]+)", text("CMakeLists.txt"))[1]
assert package["devDependencies"] == locked["packages"][""]["devDependencies"]
tested = load("../package.json")["devDependencies"]  # what the tests bundle is what is packed
assert all(package["devDependencies"][name] == tested[name] for name in ("esbuild", "vscode-languageclient"))
for name in (FOLDER, "editors"):
    assert "resolved" not in text(name + "/package-lock.json"), "a lock file names a registry"

extension = text(os.path.join(FOLDER, "src/extension.js"))
own = {c["command"] for c in contributes["commands"]}
registered = set(re.findall(r'registerCommand\("([\w.]+)"', extension))
server = set(re.findall(r'#define COMMAND_\w+ "([\w.]+)"', text("src/lsp/answers/question.h")))
called = set(re.findall(r'executeCommand\("(linchpin\.[\w.]+)"', extension))
assert own == registered and own.isdisjoint(server) and called <= server, (own, registered, server, called)

# What it hands to the server, the server reads.
settings = {n.split(".")[-1] for n in contributes["configuration"]["properties"] if n.startswith("linchpin.verify.")}
read = set(re.findall(r'json_tree_member\(t, options, "(\w+)"\)', text("src/lsp/requests.c")))
assert settings == read, (settings, read)
print("the package is in order")
