# SPDX-License-Identifier: MIT
"""lin_words.def has every word that the lexer or the parser knows, and no other: the grammars, hover and completion take
their words from there."""

import glob
import re

# Calls by which a parser asks for a word.
ASKED = re.compile(r"\b(?:parser_take|parser_take_word|parser_at|parser_expect|token_is)\s*\(([^;{]*?)\)")
WORD = re.compile(r'"([A-Za-z_]+)"')


def read(name):
    with open(name, encoding="utf-8") as f:
        return f.read()


def problems(words, lexer, parsers, others):
    table = re.search(r"const words\[\] = \{(.*?)\};", lexer, re.S)[1]
    asked = {w for source in parsers for call in ASKED.findall(source) for w in WORD.findall(call)}
    reserved = set(WORD.findall(table))
    known = {w for source in parsers + others for w in WORD.findall(source)}
    known |= {part for source in others for w in re.findall(r'"([a-z-]+)"', source) for part in w.split("-")}
    assert len(reserved) == 19 and len(asked) > 60, (len(reserved), len(asked))
    return sorted((asked | reserved) - words), sorted(words - known - set("GFXUWRM"))


def main():
    words = set(re.findall(r"^WORD\((\w+),", read("src/lsp/words/lin_words.def"), re.M))
    lexer = read("src/model/syntax/lex.c")
    folders = ("src/model/syntax", "src/model/front")
    parsers = [read(f) for folder in folders for f in sorted(glob.glob(folder + "/*.c"))]
    others = [read(f) for room in ("model", "verify", "judge") for f in glob.glob(f"src/{room}/**/*.[ch]", recursive=True)]
    others += [read(f) for f in glob.glob("src/model/**/*.def", recursive=True)]
    assert problems(words, lexer, parsers, others) == ([], []), problems(words, lexer, parsers, others)
    # And it sees what is missing.
    assert "until" in problems(words, lexer.replace('"true"', '"until"'), parsers, others)[0]
    assert problems(words, lexer, parsers + ['parser_take_word(p, "unheard")'], others)[0] == ["unheard"]
    assert problems(words | {"nobody_knows"}, lexer, parsers, others)[1] == ["nobody_knows"]
    print(len(words), "words")


main()
