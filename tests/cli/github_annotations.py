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


# A command begins a line, after any blanks; the older form may stand anywhere in it. Between
# ::stop-commands::WORD and ::WORD:: there are none.
word = None
with open(sys.argv[1], encoding="utf-8", errors="replace", newline="\n") as file:
    lines = []
    for line in file:
        begins = line.lstrip().startswith("::")
        if word:
            word = None if line.strip() == f"::{word}::" else word
        elif line.startswith("::stop-commands::"):
            word = line.strip().rsplit("::", 1)[1]
        elif begins:
            lines.append(line)
        elif "##[" in line:
            sys.exit(f"this is obeyed, too: {line}")
if word:
    sys.exit("commands are not taken up again")
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
