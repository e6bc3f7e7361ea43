#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The C that compile writes, of every model that it can: no warnings with gcc, nor with clang, which in `make test`
# has every third, in turns. What it
# cannot compile is refused with line, column and hint. Folders of others are left alone.

. tests/expect.sh

strict="-std=gnu11 -O1 -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wno-missing-field-initializers -Werror"
compilers=gcc
! command -v clang >/dev/null || compilers="gcc clang"

strictly() { # FOLDER: each file by itself
    local compiler file
    for compiler in $compilers; do
        [ $compiler = gcc ] || turn 3 || continue
        for file in "$1"/*.c; do
            run 0 $compiler $strict -Iinclude -c -o "$scratch/strict.o" "$file"
        done
    done
}

count=0
for model in objects/distributed/abd*.lin objects/distributed/timed_abd*.lin \
    objects/distributed/rsm*.lin docs/examples/distributed/chain.lin tests/compile/names.lin; do
    name=$(basename "$model" .lin)
    run 0 "$LINCHPIN" compile "$model" --output "$scratch/$name" $(case $name in timed*) echo --system timed_abd ;; rsm_any) echo --spec stack ;; esac)
    out_has "To build it: make -C $scratch/$name"
    strictly "$scratch/$name"
    count=$((count + 1))
done
[ "$count" -ge 18 ] || fail "only $count models were compiled"

# Beside the model, line by line.
has() { # FILE TEXT
    checks=$((checks + 1))
    grep -qF -- "$2" "$scratch/$1" || fail "$1 lacks: $2"
}
has abd/replica.c "// abd.lin:153  input receive store(tag t, writer? v) from read_client[x]"
has abd/replica.c "    if (compare_tag(t, self->tag) > 0) {"
has abd/replica.c "    send_ack(turn, to_read_client(x));"
has abd/write_client.c 'self->tag.sn = lp_add(self->tag.sn, 1, "abd.lin:134:5");'
has abd/write_client.c "self->tag = (tag){0, self->x};"
has abd/abd.h "typedef enum P { P_p1, P_p2, P_p3 } P;"
has abd/abd_client.h "bool abd_write(abd_client *client, int64_t key, int64_t value, int timeout);"
has abd_forgets/replica.c ".crashes = LP_FORGETS"
has abd_counts_twice/abd.c "{kind_replica, kind_read_client, LP_DUPLICATING},"
has abd_grid/replica.c '"row1,column2"'
has chain/chain.c "{kind_server, kind_server, LP_FIFO},"
has chain/client.c "lp_id_supply(self->x) == supply_writer ? LP_UNIT : v.id ? lp_int(v.value) : LP_NIL"
has chain/client.c "send_put(turn, to_server(place_head), as_writer(self->x,"
has rsm/replica.c "// rsm.lin:88  {x in op : stamps[x].p != none}"
has rsm/replica.c "    return has_id_set(self->waiting, x) && stable(self, x);"
has rsm/client.c "send_submit(turn, to_replica(p), self->x);"
has rsm_queue/replica.c "        push_id_seq(&self->items, as_enqueue(x, "
# Objects that are given, in place of what is verified.
for spec in queue cas-register bounded-queue:2; do
    run 0 "$LINCHPIN" compile objects/distributed/rsm_any.lin --spec $spec --output "$scratch/any_$spec"
    [ $spec != bounded-queue:2 ] || out_has "Methods of bounded-queue:2 that are left out: put may wait; take may wait"
    strictly "$scratch/any_$spec"
done
has any_queue/client.h "    lp_answer val;"
has any_queue/replica.c "    lp_machine_apply(&self->object, x);"
has any_queue/rsm_client.h "bool rsm_deq(rsm_client *client, int64_t key, int timeout, lp_value *result);"
has any_queue/README.md 'operations of the spec `queue`'
has any_cas-register/rsm_client.h "bool rsm_cas(rsm_client *client, int64_t key, int32_t first, int32_t second, int timeout, lp_value *result);"
checks=$((checks + 1))
[ "$(grep -h version "$scratch"/{rsm_any,any_queue,any_bounded-queue:2}/rsm.c | sort -u | wc -l)" = 3 ] ||
    fail "processes of different objects could talk to each other"
has rsm/README.md "Whom client is handed to"
has abd/README.md "Which action is next"

# What it cannot.
for model in tests/compile/bad/*.lin; do
    want=$(sed -n '1s|^// error: ||p' "$model")
    hint=$(sed -n '2s|^// hint: ||p' "$model")
    spec=$(sed -n '3s|^// spec: ||p' "$model")
    run 2 "$LINCHPIN" compile "$model" ${spec:+--spec "$spec"} --output "$scratch/bad"
    err_has "$model:$want"
    err_has "$hint"
    out_empty
    [ ! -e "$scratch/bad" ] || fail "$model: something was written"
done
has timed_abd/write_client.c "self->clock = lp_clock(turn);"
has timed_abd/write_client.c "return self->clock > self->req_time && self->status == phase_pending;"
has timed_abd/write_client.c ".timed = true"
run 2 "$LINCHPIN" compile docs/examples/distributed/primary.lin --output "$scratch/bad"
err_has "its parameter is of an enum without end: enum op { w1, r1, ... }"
run 2 "$LINCHPIN" compile objects/stack/treiber.lin --output "$scratch/bad"
err_has "objects cannot be compiled yet"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin --system po --output "$scratch/bad"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin --system nobody --output "$scratch/bad"
err_has "no system is called nobody"
run 2 "$LINCHPIN" compile objects/distributed/rsm_any.lin --output "$scratch/bad"
err_has "what is its machine? --spec says it, for example --spec queue"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin --spec queue --output "$scratch/bad"
err_has "there is none in this model"
run 2 "$LINCHPIN" compile objects/distributed/rsm_any.lin --spec quueue --output "$scratch/bad"
err_has 'did you mean "queue"?'
run 2 "$LINCHPIN" compile
run 2 "$LINCHPIN" compile /nowhere.lin

# Folders: its own are written over, those of others are not.
run 0 "$LINCHPIN" compile objects/distributed/abd.lin --system abd --output "$scratch/abd" --quiet
out_empty
run 0 "$LINCHPIN" compile objects/distributed/abd.lin --output "$scratch/abd" --json
out_has '"system":"abd"'
mkdir "$scratch/mine"
echo precious >"$scratch/mine/replica.c"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin --output "$scratch/mine"
err_has "is not empty, and was not made by compile"
[ "$(cat "$scratch/mine/replica.c")" = precious ] || fail "a file was written over"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin --output "$scratch/mine/replica.c"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin --output "$scratch/none/at/all"
err_has "cannot be made"
if [ -w /dev/full ]; then
    mkdir "$scratch/full" && touch "$scratch/full/.linchpin-compiled"
    ln -s /dev/full "$scratch/full/abd.c"
    run 2 "$LINCHPIN" compile objects/distributed/abd.lin --output "$scratch/full"
    err_has "No space left on device"
fi
# -o is --output.
run 0 "$LINCHPIN" compile objects/distributed/abd.lin -o "$scratch/short"
checks=$((checks + 1))
[ -f "$scratch/short/replica.c" ] || fail "-o wrote nothing"
run 2 "$LINCHPIN" compile objects/distributed/abd.lin -o
err_has '--output needs a value'
run 2 "$LINCHPIN" verify objects/distributed/abd.lin -o "$scratch/short"
err_has 'there is no option -o'
# Where linchpin is installed may have any name: for make, and for the shell that it starts.
odd="$scratch/it's a \"place\" #1 \$(x)"
ln -s "$(realpath "$BUILD")" "$odd"
if [ -f "$BUILD/lib/liblinchpin_node.a" ]; then
    run 0 env LINCHPIN_PREFIX="$odd" "$LINCHPIN" compile objects/distributed/abd.lin --output "$scratch/c d"
    out_has "To build it: make -C '$scratch/c d'"
    run 0 env -u MAKEFLAGS make -s -C "$scratch/c d"
    run 0 env LINCHPIN_PREFIX="$odd" "$LINCHPIN" run objects/distributed/abd.lin --operations 20
fi
done_testing
