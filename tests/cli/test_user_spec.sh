#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A spec in C that does what no spec should: whatever it is, there is no verdict, but a
# sentence, within the limits, and nothing is left behind.

. tests/expect.sh

tmp=$scratch/tmp
mkdir "$tmp"
export TMPDIR=$tmp
bad=docs/examples/bank_bad.jsonl
good=docs/examples/bank_good.jsonl

# The bank of the documentation, with something done first in each step, or when loaded.
spec() { # NAME HOW CODE
    case $2 in
    step) sed 's/^static void step(lp_step \*s)$/#include <linchpin\/hostile.h>\n&/' docs/examples/bank.c |
        sed "/^static void step/,/^{/ s/^{/{ HOSTILE/" | sed "s/^#include <linchpin.hostile.h>/#include <stdlib.h>\n#include <signal.h>\n#include <unistd.h>\n#define HOSTILE $3/" ;;
    load) cat docs/examples/bank.c && printf '#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void at_load(void) { %s }\n' "$3" ;;
    unload) cat docs/examples/bank.c && printf '#include <stdlib.h>\n__attribute__((destructor)) static void at_unload(void) { %s }\n' "$3" ;;
    esac >"$scratch/$1.c"
}
nothing_left() {
    checks=$((checks + 1))
    [ -z "$(ls -A "$tmp")" ] || fail "left behind: $(ls -A "$tmp")"
}

spec fine step ''
run 1 "$LINCHPIN" check $bad --spec "$scratch/fine.c"
out_has 'not linearizable'
run 0 "$LINCHPIN" check - --spec "$scratch/fine.c" <$good
run 0 "$LINCHPIN" gen "$scratch/fine.c" --ops 20
run 0 "$LINCHPIN" specs "$scratch/fine.c"
nothing_left

# It ends the program, with any exit code: that is no verdict.
for code in 0 1 3; do
    spec "exit$code" step "exit($code);"
    run 2 "$LINCHPIN" check $bad --spec "$scratch/exit$code.c"
    err_has "exit$code.c ended the program (exit code $code): nothing was decided"
    out_empty
done
spec exits step '_exit(0);'
run 2 "$LINCHPIN" check $bad $good --spec "$scratch/exits.c"
err_has 'exits.c ended the program (exit code 0)'
run 2 "$LINCHPIN" check $bad --follow --spec "$scratch/exits.c" --json
out_has '"verdict":"error"'
run 2 "$LINCHPIN" gen "$scratch/exits.c"
err_has 'exits.c ended the program (exit code 0)'
spec at_load load '_exit(0);'
run 2 "$LINCHPIN" specs "$scratch/at_load.c"
err_has 'at_load.c ended the program (exit code 0)'
spec at_unload unload '_exit(0);'
run 2 "$LINCHPIN" check $bad --spec "$scratch/at_unload.c"
err_has 'at_unload.c ended the program (exit code 0)'
nothing_left

# It crashes.
spec segv step '*(volatile int *)8 = 1;'
run 2 "$LINCHPIN" check $bad --spec "$scratch/segv.c"
if [ "${LP_SANITIZE:-0}" = 0 ]; then
    err_has 'check crashed (SIGSEGV) with the code of'
    spec abort load 'abort();'
    run 2 "$LINCHPIN" gen "$scratch/abort.c"
    err_has 'gen crashed (SIGABRT)'
fi
spec killed step 'kill(getpid(), SIGKILL);'
run 3 "$LINCHPIN" check $bad --spec "$scratch/killed.c"
out_has 'check crashed (SIGKILL)'
nothing_left

# It does not come to an end: the limits hold, and so do signals.
endless() { # COMMAND…: its time has to suffice for compiling, too; on a busy machine it gets more
    local limit
    for limit in 1s 10s 100s; do
        run 3 "$@" --timeout $limit
        grep -q 'compiling was stopped' "$scratch/.out" "$scratch/.err" || return
    done
}
spec loop step 'for (;;) pause();'
endless "$LINCHPIN" check $bad --spec "$scratch/loop.c"
out_has 'the time limit was reached, and check did not come to an end in the code of'
endless "$LINCHPIN" check $bad --spec "$scratch/loop.c" --json
out_has '"verdict":"unknown"'
endless "$LINCHPIN" gen "$scratch/loop.c"
err_has 'the time limit was reached, and gen did not come to an end'
out_empty
# What writes data says on stderr, too, that compiling took too long. The compiler has a million statements to read:
# what it does with few of them may be done before anybody looks at the clock again.
spec slow load 'sleep(0);'
cat >>"$scratch/slow.c" <<'EOF'
#define MANY(x) x x x x x x x x x x x x x x x x
int many(int x) { MANY(MANY(MANY(MANY(MANY(x += x * x;))))) return x; }
EOF
run 3 "$LINCHPIN" gen "$scratch/slow.c" --timeout 100ms
err_has 'the time limit was reached'
out_empty
spec told step '{ write(2, "here\\n", 5); for (;;) pause(); }'
for signal in TERM INT HUP; do
    checks=$((checks + 1))
    mkfifo "$scratch/said"
    # Under nohup it would rightly ignore one of them.
    env --default-signal=HUP "$LINCHPIN" check $bad --spec "$scratch/told.c" 2>"$scratch/said" >"$scratch/.out" &
    pid=$!
    read -r word <"$scratch/said"
    kill -$signal $pid
    code=0
    wait $pid || code=$?
    [ "$word $code" = 'here 3' ] || fail "SIG$signal: $word, exit code $code"
    out_has 'interrupted, and check did not come to an end in the code of'
    rm "$scratch/said"
done
nothing_left

# A process that it has forked does not speak for it, and does not stay.
spec forks step '{ if (fork()) { for (;;) pause(); } exit(0); }'
endless "$LINCHPIN" check $bad --spec "$scratch/forks.c"
spec daemon step '{ if (!fork()) { setsid(); execlp("sleep", "sleep", "7654", (char *)0); } }'
run 1 "$LINCHPIN" check $bad --spec "$scratch/daemon.c"
checks=$((checks + 1))
! pgrep -f 'sleep 7654' >/dev/null || fail 'a daemon of the spec is left'
nothing_left
done_testing
