#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ABD as compile writes it, built by its own Makefile with sanitizers: three replicas and two clients
# run, and what they did is a history of a register. A C program uses the client library.

. tests/expect.sh

[ -e "$BUILD/lib/liblinchpin_node.a" ] || exit 77
own=$scratch/abd
run 0 "$LINCHPIN" compile objects/distributed/abd.lin --output "$own"
cat >"$own/user.c" <<'EOF'
#include "abd_client.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    char error[LP_CLIENT_ERROR];
    abd_client *c = argc == 2 ? abd_client_open(argv[1], error) : NULL;
    lp_value v = LP_NIL;
    if (!c || !abd_write(c, 7, 42, LP_FOR_EVER) || !abd_read(c, 7, LP_FOR_EVER, &v))
        return 1;
    printf("%lld\n", (long long)v.bits);
    abd_client_close(c);
    return 0;
}
EOF
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
run 0 make -s -C "$own" CFLAGS="-O1 -g -Wall -Wextra -Werror $sanitize"
run 0 make -s -C "$own" CFLAGS="-O1 -g -Wall -Wextra -Werror $sanitize" user.o
run 0 cc $sanitize -o "$own/user" "$own/user.o" "$own/libabd_client.a" -L"$BUILD/lib" -llinchpin_node -luv -lxxhash -lpthread

replicas=
for p in p1 p2 p3; do
    echo "replica[$p] unix:$own/$p.socket" >>"$own/servers"
done
for p in p1 p2 p3; do
    "$own/replica" $p --directory "$own/$p" --listen "unix:$own/$p.socket" --servers "$own/servers" \
        --alone >"$own/$p.out" 2>"$own/$p.err" &
    replicas="$replicas $!"
done
trap 'kill $replicas 2>/dev/null; wait; rm -rf "$scratch"' EXIT

run 0 "$own/user" "$own/servers"
out_has 42
run 0 "$own/abd_client" --servers "$own/servers" --key 8 write 5
run 0 "$own/abd_client" --servers "$own/servers" --key 8 read
out_has 5
run 0 "$own/abd_client" --servers "$own/servers" --key 9 read
out_has nil

# Two workloads at once. The end of its input would be the end of a client.
clients=
for n in 1 2; do
    mkfifo "$own/c$n.in"
    "$own/abd_client" --servers "$own/servers" --driven --number $n <"$own/c$n.in" >"$own/c$n.lines" 2>"$own/c$n.err" &
    clients="$clients $!"
done
trap 'kill $clients $replicas 2>/dev/null; wait; rm -rf "$scratch"' EXIT
exec 8>"$own/c1.in" 9>"$own/c2.in"
echo "workload sessions=4 operations=500 keys=2 seed=1 first=1 step=2" >&8
echo "workload sessions=4 operations=500 keys=2 seed=2 first=2 step=2" >&9
for client in $clients; do # until it is done, or is gone
    n=$((n % 2 + 1))
    while ! grep -q '^done' "$own/c$n.lines" && kill -0 "$client" 2>/dev/null; do sleep 0.1; done
done
echo stop >&8
echo stop >&9
wait $clients
kill $replicas
wait $replicas
# call SESSION TIME KEY METHOD [ARGUMENT] and return SESSION TIME RESULT, of both, by time.
for n in 1 2; do
    awk -v n=$n '
        $1 == "call" { key[$2] = $4; f[$2] = $5
            printf "%s 0 {\"process\":%d,\"type\":\"invoke\",\"f\":\"%s\",\"object\":%d,\"value\":%s}\n", $3, 100 * n + $2, $5, 10 + $4, $6 == "" ? "null" : $6 }
        $1 == "return" { printf "%s 1 {\"process\":%d,\"type\":\"ok\",\"f\":\"%s\",\"object\":%d,\"value\":%s}\n", $3, 100 * n + $2, f[$2], 10 + key[$2], $4 ~ /^-?[0-9]+$/ ? $4 : "null" }
    ' "$own/c$n.lines"
done | sort -n -k1,1 -k2,2 -s | cut -d' ' -f3- >"$own/history.jsonl"
[ "$(grep -c invoke "$own/history.jsonl")" = 1000 ] || fail "$(grep -c invoke "$own/history.jsonl") calls, not 1000"
[ "$(grep -c '"ok"' "$own/history.jsonl")" = 1000 ] || fail "$(grep -c '"ok"' "$own/history.jsonl") returns, not 1000"
run 0 "$LINCHPIN" check "$own/history.jsonl" --spec register
out_has "✓ linearizable"
cat "$own"/*.err >"$scratch/.errors"
[ ! -s "$scratch/.errors" ] || fail "$(head -5 "$scratch/.errors")"
done_testing
