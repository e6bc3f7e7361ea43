# SPDX-License-Identifier: MIT
# Workflow commands among the lines of FILE, read back as GitHub's runner reads them: a line of JSON
# for each. What begins like one and is none is an error.
import json
import re
import sys


def plain(string, codes):
    for code, character in {"%0D": "\r", "%0A": "\n", **codes, "%25": "%"}.items():
        string = string.replace(code, character)
    return string


with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
    lines = [line for line in file if line.startswith("::")]
for line in lines:
    match = re.fullmatch(r"::(error|warning) ([^\r\n]*?)::([^\r\n]*)\n", line)
    if not match:
        sys.exit(f"this is no workflow command: {line}")
    found = {"command": match.group(1)}
    for part in match.group(2).split(","):
        name, value = part.split("=", 1)
        if name not in ("file", "line", "col", "title") or not value or ":" in value:
            sys.exit(f"this is no property: {part}")
        found[name] = plain(value, {"%3A": ":", "%2C": ","})
    found["message"] = plain(match.group(3), {})
    print(json.dumps(found, ensure_ascii=False))
