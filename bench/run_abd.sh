#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Operations a second of objects/distributed/abd.lin as processes, recorded and judged, beside a program
# that exchanges as many messages over sockets, and nothing else.
#     bench/run_abd.sh BUILD     CLIENTS=4 SESSIONS=16 OPERATIONS=500000 TRANSPORT=tcp
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
clients=${CLIENTS:-4} sessions=${SESSIONS:-16} operations=${OPERATIONS:-500000} transport=${TRANSPORT:-tcp}
for round in 1 2 3; do
    "$build/bench-bare-sockets" "$clients" "$sessions" "$operations"
    "$build/bin/linchpin" run objects/distributed/abd.lin --clients "$clients" --sessions "$sessions" \
        --operations "$operations" --keys 100 --seed "$round" --transport "$transport" 2>&1 | grep -E '^(✓|✗|linchpin)'
done
