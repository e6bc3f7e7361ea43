#!/bin/bash
# SPDX-License-Identifier: MIT
# clang-tidy finds nothing, with the checks of .clang-tidy. All it says is in
# tidy.log of the build folder. The analyzer looks at TIDY_NODES states of each function:
# a third of its own limit, in 40 % of the time; `make tidy` has the whole.
command -v clang-tidy >/dev/null || { echo "no clang-tidy"; exit 77; }
version=$(clang-tidy --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$version" = 14 ] || { echo "clang-tidy $version, not 14"; exit 77; }
: "${BUILD:?the build folder}"
files=$(sed -n "s,^ *\"file\": \"\($PWD/src/.*\.c\)\".*,\1,p" "$BUILD/compile_commands.json" | sort -u)
[ -n "$files" ] || { echo "no files in compile_commands.json"; exit 1; }
limit=(--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang
    "--extra-arg=max-nodes=${TIDY_NODES:-75000}")
if ! xargs -P "$(nproc)" -n 4 clang-tidy --quiet "${limit[@]}" -p "$BUILD" <<<"$files" >"$BUILD/tidy.log" 2>/dev/null; then
    grep -E '^/.*: (error|warning): ' "$BUILD/tidy.log" | sed "s,^$PWD/,," | sort -u
    exit 1
fi
echo "$(wc -l <<<"$files") files"
