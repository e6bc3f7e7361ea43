#!/bin/bash
# SPDX-License-Identifier: MIT
# For `make soak`: ABD under a hundred fault schedules at random holds, each time.
#     tests/run/random_faults.sh LINCHPIN     SCHEDULES=100
set -u
failures=0
for ((seed = 1; seed <= ${SCHEDULES:-100}; seed++)); do
    "$1" run objects/distributed/abd.lin --time 3s --sessions 4 --keys 5 --faults random --seed $seed --quiet || {
        echo "seed $seed: exit code $?"
        failures=$((failures + 1))
    }
done
echo "${SCHEDULES:-100} schedules, $failures failed"
[ $failures = 0 ]
