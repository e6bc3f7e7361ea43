#!/bin/bash
# SPDX-License-Identifier: MIT
# For `make soak-replay`: ten runs of ABD and of each replicated state machine, of ten thousand operations, every second one
# with faults at random, and one of each other system, replayed step by step in the model.
#     tests/run/replayed_runs.sh LINCHPIN     REPLAYS=10 OPERATIONS=10000
set -u
failures=0
replayed() { # SEED MODEL OPTIONS…
    local seed=$1
    shift
    runs=$((runs + 1))
    "$linchpin" run "$@" --operations "${OPERATIONS:-10000}" --seed "$seed" --replay --json >"$said" || {
        echo "$* --seed $seed: $(cat "$said")"
        failures=$((failures + 1))
    }
    grep -o '"replayed steps":[0-9]*' "$said"
}
linchpin=$1
runs=0
specs=(queue stack counter cas-register kv set deque priority-queue log bag)
said=$(mktemp)
trap 'rm -f "$said"' EXIT
for ((seed = 1; seed <= ${REPLAYS:-10}; seed++)); do
    faults=
    [ $((seed % 2)) = 1 ] || faults='--faults random'
    # shellcheck disable=SC2086
    replayed $seed objects/distributed/abd.lin --keys 3 --sessions 2 $faults
    # It keeps everything, and looks at all of it for each answer.
    # shellcheck disable=SC2086
    replayed $seed objects/distributed/rsm.lin --keys 20 $faults
    # shellcheck disable=SC2086
    replayed $seed objects/distributed/rsm_queue.lin --keys 3 --sessions 2 $faults
    # shellcheck disable=SC2086
    replayed $seed objects/distributed/rsm_any.lin --spec "${specs[seed % ${#specs[@]}]}" --keys 3 --sessions 2 $faults
done
for model in objects/distributed/{timed_abd,abd_grid}.lin docs/examples/distributed/chain.lin; do
    replayed 1 $model --faults random
done
echo "$runs runs of ${OPERATIONS:-10000} operations, $failures differ from the model"
[ $failures = 0 ]
