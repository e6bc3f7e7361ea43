#!/bin/bash
# SPDX-License-Identifier: MIT
# The TextMate grammar, with the engine that VS Code has, over all models of the repository: every token has a scope as
# linchpin itself sees it. See textmate.mjs.
. tests/expect.sh
MODULES=$(tools/node_modules "${LINCHPIN_NODE:-build/node}-editors" editors) || exit 1
find docs objects templates tests -name '*.lin' -not -path 'tests/model/bad/*' | sort >"$scratch/files"
mapfile -t files <"$scratch/files"
[ "${#files[@]}" -gt 300 ] || fail "only ${#files[@]} models"
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/editors/tokens.py "${files[@]}"
mv "$scratch/.out" "$scratch/tokens.json"
run 0 node tests/editors/textmate.mjs "$MODULES" editors/vscode/syntaxes/lin.tmLanguage.json "$scratch/tokens.json"
out_has '"word":'
# And it sees what is wrong.
sed 's/|while/|until/; s/(?:@/(?:#/; s/storage.modifier.mark/entity.mark/' editors/vscode/syntaxes/lin.tmLanguage.json >"$scratch/wrong.json"
run 1 node tests/editors/textmate.mjs "$MODULES" "$scratch/wrong.json" "$scratch/tokens.json"
out_has 'while is reserved, and to the grammar name'
out_has 'lin is decorator, and to the grammar'
done_testing
