#!/bin/bash
# SPDX-License-Identifier: MIT
# Clients of others, in C and from a shell, use the register while it runs, also while replicas are
# killed and stopped.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
folder=$scratch/abd
# Again and again, one after the other.
for i in $(seq 0 399); do
    printf '%d.2s kill replica[p%d]\n%d.5s restart replica[p%d]\n' $i $((i % 3 + 1)) $i $((i % 3 + 1))
    printf '%d.6s stop replica[p%d] for 200ms\n' $i $(((i + 1) % 3 + 1))
done >"$scratch/faults"
"$LINCHPIN" run objects/distributed/abd.lin --time 1h --rate 500 --faults "$scratch/faults" --output "$folder" \
    >"$scratch/run.out" 2>&1 &
pid=$!
until [ -f "$folder/servers" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done

run 0 sh docs/examples/run/outside.sh "$folder"
out_has '10 values are right'
flags=
[ "${LP_SANITIZE:-0}" = 1 ] && flags=-fsanitize=address,undefined
run 0 ${CC:-cc} -std=c11 -Wall -Wextra -Werror $flags -I"$folder" -Iinclude docs/examples/run/outside.c -o "$scratch/outside" \
    -L"$folder" -labd_client -L"$BUILD/lib" -llinchpin_node -luv -lxxhash -lpthread ${LDFLAGS:-}
# Until each replica has been another process for a while: it listens where it did.
replica() { # INSTANCE
    pgrep -f "$folder/replica $1" | head -1
}
p1=$(replica p1) p2=$(replica p2) p3=$(replica p3)
again() { # INSTANCE PID
    local now
    now=$(replica "$1")
    [ "$now" ] && [ "$now" != "$2" ]
}
until { again p1 "$p1" && again p2 "$p2" && again p3 "$p3"; } || ! kill -0 $pid 2>/dev/null; do
    run 0 "$scratch/outside" "$folder/servers"
    out_has '0 of 100 values are wrong'
done
run 0 "$scratch/outside" "$folder/servers"
out_has '0 of 100 values are wrong'
run 0 "$folder/abd_client" --servers "$folder/servers" --key 8 read write 7 read
checks=$((checks + 1))
[ "$(xargs <"$scratch/.out")" = "100 ok 7" ] || fail "read, write, read: $(xargs <"$scratch/.out")"
# A server that was told by nobody, and a key that was never written.
run 0 "$folder/abd_client" --servers "$folder/servers" --key 9 read
out_has 'nil'

kill -TERM $pid
code=0
wait $pid || code=$?
checks=$((checks + 2))
[ $code = 0 ] || fail "the run itself: exit code $code: $(cat "$scratch/run.out")"
grep -q '^✓ linearizable' "$scratch/run.out" || fail "the run itself: $(cat "$scratch/run.out")"
done_testing
