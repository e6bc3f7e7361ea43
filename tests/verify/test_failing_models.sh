#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that can go wrong while a model runs, in methods, functions, invariants,
# marks, ghost code, the start and the spec: never a verdict, but the line where it
# happened, and the steps that led there. The same with and without reductions.

. tests/expect.sh
compile_quickly

for model in tests/verify/failing/*.lin; do
    code=$(sed -n '1s|^// exit: \([0-9]\).*|\1|p' "$model")
    want=$(sed -n '1s|^// exit: [0-9]: ||p' "$model")
    for options in '' '--reduce none --heap raw'; do
        # shellcheck disable=SC2086
        run "$code" "$LINCHPIN" verify "$model" $options
        if [ "$code" = 1 ]; then
            out_has "$want"
            # At the very start there are no steps.
            case $model in *init_* | *_start.lin) ;; *) out_has 'Steps, with lines of' ;; esac
        else
            err_has "$want"
        fi
    done
done
done_testing
