# SPDX-License-Identifier: MIT
"""python3 vim_colours.py TOKENS.json VIM_FOLDER SCRATCH: Vim's highlight groups of all tokens of the files, held against what
linchpin itself says of them (tokens.py). And that other things than tokens have theirs."""

import json
import os
import subprocess
import sys

tokens_file, folder, scratch = sys.argv[1:]
# In these groups stand words of the language.
WORDS = """linProcess linJoin linModifier linType linOperatorWord linConstant linBuiltin linStatement linDeclaration linClaim
linFormula linSetting""".split()
SORTS = {"linNumber": "number", "linMark": "mark", "linComment": "comment", "linSelf": "either", **dict.fromkeys(WORDS, "word")}
WANTED = {"number": "number", "decorator": "mark", "keyword": "word", "reserved": "word"}

# A text with something of everything: what stands where, and its group.
CHOSEN = [
    ("shared", "linDeclaration"), ("int", "linType"), ("// a comment", "linComment"), ("object", "linDeclaration"),
    ("counter", "linName"), ("inc", "linFunction"), ("@insert", "linMark"), ("cas", "linBuiltin"), ("12", "linNumber"),
    ("return", "linStatement"), ("none", "linConstant"), ("/* TODO", "linComment"), ("TODO", "linTodo"), ("push", "linBuiltin"),
    ("verify", "linDeclaration"), ("refines", "linClaim"), ("threads", "linSetting"), ("loop", "linStatement"),
]  # fmt: skip
TEXT = """shared int x; // a comment
shared seq<int> items;
object counter {
  inc() -> int? @insert { loop { if (cas(x, 12, 3)) return none; items.push(x); } }
}
/* TODO
   later */
verify counter refines spec_of { threads 2; }
"""


def groups(lines):
    source, out = os.path.join(scratch, "in"), os.path.join(scratch, "out")
    with open(source, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    env = {**os.environ, "LIN_VIM": folder, "LIN_IN": source, "LIN_OUT": out, "HOME": scratch}
    script = os.path.join(os.path.dirname(__file__), "vim_groups.vim")
    vim = ["vim", "-u", "NONE", "-i", "NONE", "-es", "-S", script]
    subprocess.run(vim, env=env, stdin=subprocess.DEVNULL, check=True)
    with open(out, encoding="utf-8") as f:
        return f.read().split("\n")[: len(lines)]


def place(line, column):
    return f"{line}\t{column}"


def chosen():
    name = os.path.join(scratch, "chosen.lin")
    with open(name, "w", encoding="utf-8") as f:
        f.write(TEXT)
    lines = [name]
    for what, _ in CHOSEN:
        at = TEXT.index(what)
        lines.append(place(TEXT.count("\n", 0, at) + 1, at - (TEXT.rfind("\n", 0, at) + 1) + 1))
    about, *got = groups(lines)
    assert about == name + " lin 2 // %s", about  # the file type, and what ftplugin sets
    assert got == [g for _, g in CHOSEN], list(zip(CHOSEN, got))


def all_tokens():
    with open(tokens_file, encoding="utf-8") as f:
        files = json.load(f)
    lines, wanted = [], []
    for name, file in files.items():
        text = file["text"].split("\n")
        lines.append(name)
        wanted.append(None)
        for line, start, length, kind in file["tokens"]:
            lines.append(place(line + 1, len(text[line][:start].encode("utf-8")) + 1))
            wanted.append((WANTED.get(kind, "name"), f"{name}:{line + 1}:{start + 1}: {text[line][start : start + length]} is {kind}"))
    wrong, doubtful, names = [], [], 0
    for want, group in zip(wanted, groups(lines), strict=True):
        if want is None:
            continue
        sort = SORTS.get(group, "name")
        names += want[0] == "name"
        if sort == want[0] or (sort == "either" and want[0] in ("word", "name")):
            continue
        (doubtful if (want[0], sort) == ("name", "word") else wrong).append(f"{want[1]}, and to Vim {group}")
    # Names that are also words of the language, where a word could stand: one in three hundred.
    if len(doubtful) * 300 > names:
        wrong += doubtful
    assert not wrong, "\n".join(wrong[:50])
    print(len(wanted), "tokens,", len(doubtful), "of them doubtful")


chosen()
all_tokens()
