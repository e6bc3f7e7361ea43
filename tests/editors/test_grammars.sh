#!/bin/bash
# SPDX-License-Identifier: MIT
# The grammars that are committed are those that tools/grammars makes; they have every word of the language; and what is
# left out is seen. The package for VS Code says what the server says.
. tests/expect.sh
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/editors/words.py
run 0 tools/grammars "$scratch/made"
for file in vscode/syntaxes/lin.tmLanguage.json vim/syntax/lin.vim; do
    checks=$((checks + 1))
    cmp "editors/$file" "$scratch/made/$file" || fail "editors/$file is not what tools/grammars makes: run it"
done
# In a copy, with more words: the grammar has one of a class that it knows, and misses a class that it does not.
copy=$scratch/copy
mkdir -p "$copy/src/model/syntax" "$copy/src/lsp/words"
cp -r tools editors "$copy"
cp src/model/syntax/lex.c "$copy/src/model/syntax"
cp src/lsp/words/lin_words.def "$copy/src/lsp/words"
echo 'WORD(unheard_of, SETTING, "A new one.")' >>"$copy/src/lsp/words/lin_words.def"
run 0 "$copy/tools/grammars"
for file in vscode/syntaxes/lin.tmLanguage.json vim/syntax/lin.vim; do
    checks=$((checks + 1))
    grep -q '|unheard_of' "$copy/editors/$file" || fail "$file lacks a new word"
done
echo 'WORD(newest, KITCHEN, "Of a new class.")' >>"$copy/src/lsp/words/lin_words.def"
run 1 "$copy/tools/grammars"
err_has 'words are left out: @KITCHEN-@'
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/editors/manifest.py
done_testing
