#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every function of the C library that the runner has in its place can be seen by the user's
# object: one that is missing in cmake/explore_exports.list would be called past the scheduler.

. tests/expect.sh

runner=$BUILD/libexec/linchpin/linchpin-explore
libc=$(ldd "$runner" | awk '/libc\.so/ { print $3 }')
names() { nm "$@" | awk '$2 ~ /^[TWi]$/ { sub(/@.*/, "", $3); print $3 }' | sort -u; }

hooks=$(comm -12 <(names --defined-only "$runner") <(names -D --defined-only "$libc"))
[ "$(wc -l <<<"$hooks")" -gt 150 ] || fail "few functions of the C library are replaced: $hooks"
hidden=$(comm -23 <(echo "$hooks") <(names -D --defined-only "$runner"))
[ -z "$hidden" ] || fail "not in cmake/explore_exports.list: $hidden"
done_testing
