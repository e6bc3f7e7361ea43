#!/bin/bash
# SPDX-License-Identifier: MIT
# The extension for VS Code is bundled as `make editors` does, and starts and uses the server: see extension.cjs.
. tests/expect.sh
compile_quickly
MODULES=$(tools/node_modules "${LINCHPIN_NODE:-build/node}-editors" editors) || exit 1
NODE_PATH=$MODULES run 0 "$MODULES/.bin/esbuild" editors/vscode/src/extension.js --bundle --platform=node --format=cjs \
    --target=node18 --external:vscode --log-level=warning --outfile="$scratch/extension.cjs"
run 0 node tests/editors/extension.cjs "$scratch/extension.cjs"
out_has 'the extension: fine'
done_testing
