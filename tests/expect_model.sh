# SPDX-License-Identifier: MIT
# For test scripts with many small models: what must be said of them. After tests/expect.sh.

model() { # LINES…
    printf '%s\n' "$@" >"$scratch/m.lin"
}

bad() { # WORDS LINES…: a model that is refused
    local words=$1
    shift
    model "$@"
    run 2 "$LINCHPIN" verify "$scratch/m.lin"
    err_has "$words"
}
