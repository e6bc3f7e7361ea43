#!/bin/bash
# SPDX-License-Identifier: MIT
# A step that goes wrong in the model, while it runs: that is a violation, of the kind that verify would call it,
# with its place in the model, the component and the command that shows it again. A process that ends for any
# other reason is an error that names it.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77

# A register at one server, which counts what is put there.
made() { # FILE, what the server does; what an operation does when it hears
    cat >"$1" <<LIN
enum op { w1, w2, r1, ... }
type writer = op w1..w2;
type reader = op r1..r1;
message put(writer x), done, get, got(writer? v);
enum phase { idle, waiting, heard, answered }
automaton users { set<op> requested; output request(op x) when !(x in requested) do requested.add(x); }
automaton client(op x) {
  phase status;
  writer? val;
  input request(x) do if (status == idle) { status = waiting; if (x in writer) send put(x) to server; else send get to server; }
  input receive done from server do { status = heard; ${3:-} }
  input receive got(writer? v) from server do { val = v; status = heard; }
  output response(x, writer? v) when status == heard && v == val do status = answered;
}
automaton server {
  writer? val;
  writer? old;
  int 0..1000000... puts;
  int 0..40 few;
  seq<writer> all;
  input receive put(writer x) from client do {
    puts += 1;
    $2
    old = val;
    val = x;
    send done to client[x];
  }
  input receive get from client[x] do send got(val) to client[x];
}
system single = users || client[x in op] || server { channel client <-> server reliable; }
verify single refines register {
  call request(writer x) is write(x);
  call request(reader x) is read();
  return response(writer x, writer? v);
  return response(reader x, writer? v) is v;
}
LIN
}

violated() { # KIND SENTENCE STATEMENT [STATEMENT OF THE OPERATION]
    local model=$scratch/made.lin
    made "$model" "$3" "${4:-}"
    run 1 "$LINCHPIN" run "$model" --operations 100000 --clients 2 --seed 7
    out_has "✗ made.lin:"
    out_says "$2"
    out_lacks 'linearizable'
    out_says "linchpin run $model --operations 100000 --clients 2 --seed 7"
    run 1 "$LINCHPIN" run "$model" --operations 100000 --clients 2 --seed 7 --json
    out_has '"verdict":"violated"'
    out_has "\"kind\":\"$1\""
    out_has 'made.lin:'
}
beside violated assertion 'an assertion fails, in server[1] of key 0' 'assert(puts < 50);'
beside violated assertion 'an assertion fails, in client_write[' '' 'assert(status != heard);'
beside violated arithmetic 'the value is not in the range of its type, in server[1] of key 0' 'few += 1;'
beside violated arithmetic 'a division by zero, in server[1] of key 0' 'few = 10 / (60 - puts);'
beside violated misuse 'there is no value, in server[1] of key 0' 'all.push(value(old));'
beside violated misuse 'the seq is empty, in server[1] of key 0' 'if (puts > 50) old = all.pop();'

# An operation: which process it belongs to. With --trace, the last messages of that process.
traced() {
    local model=$scratch/made.lin
    made "$model" 'assert(puts < 50);'
    run 1 "$LINCHPIN" run "$model" --operations 100000 --clients 2 --trace --faults random --seed 1 --history "$scratch/h.jsonl"
    out_says 'made.lin:23:5: an assertion fails, in server[1] of key 0'
    out_has 'put(writer.'
    out_has 'server[1]'
    # What was called and returned until then is kept.
    run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
    made "$model" '' 'assert(status != heard);'
    run 1 "$LINCHPIN" run "$model" --operations 100000 --clients 1 --trace
    out_says ' of key 0 (process client[1])'
    out_has 'done'
    # The model's own steps led there, and verify finds it, too.
    run 1 "$LINCHPIN" run "$model" --operations 100000 --clients 1 --replay
    out_says 'Its components took only steps of the model'
    run 1 "$LINCHPIN" verify "$model"
    out_has 'the assertion fails'
}
beside traced

# A history that no order explains: the alert is at the claim in the model, and so are the steps; the lines of what was
# recorded are of no file that anybody has.
claimed() {
    local model=$scratch/made.lin
    made "$model" ''
    sed -i 's/send got(val)/send got(old)/' "$model"
    line=$(grep -n '^verify single' "$model" | cut -d: -f1)
    GITHUB_ACTIONS=true run 1 "$LINCHPIN" run "$model" --operations 100000 --clients 2 --seed 7 --sarif "$scratch/run.sarif"
    err_has "made.lin,line=$line,col=8,"
    checks=$((checks + 1))
    [ "$(grep -o '"startLine":[0-9]*' "$scratch/run.sarif" | sort -u)" = "\"startLine\":$line" ] ||
        fail "not line $line: $(grep -o '"startLine":[0-9]*' "$scratch/run.sarif" | sort -u | head -5)"
}
beside claimed

# ---- What is no violation ----

# The compiler is one that changes what was emitted.
cat >"$scratch/cc" <<'F'
#!/bin/bash
for f; do case $f in */server.c | server.c) sed -i "$TAMPER" "$f" ;; esac; done
exec ${REAL_CC:-cc} "$@"
F
chmod +x "$scratch/cc"
compiler=$scratch/cc
export REAL_CC=${CC:-cc}
ended() { # WHAT IT DOES, SENTENCE
    local model=$scratch/made.lin
    made "$model" ''
    TAMPER="s/^#include \"server.h\"/&\n#include <stdlib.h>\n#include <unistd.h>/; s/    self->puts = /    if (self->puts == 50)\n        $1;\n&/" \
        CC=$compiler run 2 "$LINCHPIN" run "$model" --operations 100000 --output "$scratch/ended"
    err_has "$2"
    out_empty
    rm -rf "$scratch/ended"
}
beside ended 'abort()' 'server was ended by a signal: Aborted'
beside ended '_exit(3)' 'server has ended with exit code 3'
beside ended '_exit(1)' 'server has ended with exit code 1'
beside ended '_exit(2)' 'server has ended with exit code 2'
done_testing
