#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The examples in the comments of the public headers compile, with all warnings, and
# those that are whole programs or specs do what they are there for. An example is what
# stands four columns in; one that is new here has to be added below.

. tests/expect.sh

example() { # HEADER FIRST-LINE-HAS: the lines of that example, to the first other one
    awk -v first="$2" '
        !on && /^\/\/     / && index($0, first) { on = 1 }
        on && !/^\/\/(     .*)?$/ { exit }
        on && /^\/\/$/ { blank = 1; next }
        on { if (blank) print ""; blank = 0; print substr($0, 8) }' "include/linchpin/$1"
}
compiles() { # NAME, the file on stdin
    cat >"$scratch/$1.c"
    run 0 cc -std=gnu17 -Wall -Wextra -Wno-missing-field-initializers -Werror -Iinclude -fsyntax-only "$scratch/$1.c"
}

# A whole test file: a queue behind a lock is right in both engines.
cat >"$scratch/ms_queue.h" <<'C'
#include <pthread.h>
#include <stdlib.h>
typedef struct msq { pthread_mutex_t lock; int items[64], first, last; } msq;
static inline void *msq_new(void) { msq *q = calloc(1, sizeof *q); pthread_mutex_init(&q->lock, NULL); return q; }
static inline void msq_free(void *q) { free(q); }
static inline void msq_enq(void *p, int64_t v)
{
    msq *q = p;
    pthread_mutex_lock(&q->lock);
    q->items[q->last++] = (int)v;
    pthread_mutex_unlock(&q->lock);
}
static inline int msq_deq(void *p, int *v)
{
    msq *q = p;
    pthread_mutex_lock(&q->lock);
    int found = q->first < q->last;
    if (found)
        *v = q->items[q->first++];
    pthread_mutex_unlock(&q->lock);
    return found;
}
C
example linchpin.h '#include <linchpin/linchpin.h>' >"$scratch/ms_queue_test.c"
run 0 "$LINCHPIN" test "$scratch/ms_queue_test.c" --scenario 'enq(1) deq | enq(2)' --rounds 10
out_has 'linearizable'

# The same as a program of its own; how it is linked is tested by repository/install.
compiles own_program < <(
    cat "$scratch/ms_queue_test.c"
    example linchpin.h 'LP_OBJECT(ms_queue, …)' | grep -x 'LP_MAIN'
)

# A history, by hand.
compiles history < <(
    echo '#include <linchpin/history.h>'
    echo 'lp_history *made(lp_pool *pool); lp_history *made(lp_pool *pool) {'
    example history.h 'lp_history_new'
    echo 'return h; }'
)

# A spec: the step of the header's counter.
compiles counter < <(
    echo '#include <linchpin/spec.h>'
    example spec.h 'static void step'
    echo 'static void initial(const lp_spec *self, lp_step *s) { lp_value n = lp_int(0); (void)self;'
    echo '    lp_step_emit_values(s, LP_NIL, &n, 1); }'
    example spec.h 'LP_SPEC(toggle' | sed 's/{…}/{{"next"}}/'
)
printf '[0] call next\n[1] call next\n[0] return 1\n[1] return 0\n' >"$scratch/right.txt"
printf '[0] call next\n[0] return 0\n[1] call next\n[1] return 0\n' >"$scratch/wrong.txt"
run 0 "$LINCHPIN" check "$scratch/right.txt" --spec "$scratch/counter.c"
run 1 "$LINCHPIN" check "$scratch/wrong.txt" --spec "$scratch/counter.c"

# Synchronisations, and an explanation.
compiles parts < <(
    echo '#include <linchpin/spec.h>'
    echo 'enum { SEND, RECEIVE, SYNC };'
    echo 'const lp_sync syncs[] = {'
    example spec.h '{"exchange"' | sed 's,}\( *//\|$\),}\,\1,'
    echo '}; void why(const lp_why *w); void why(const lp_why *w) {'
    example spec.h 'lp_why_say(w'
    echo '}'
)

# None is left out.
checks=$((checks + 1))
known=$(cat "$scratch"/*.c)
while IFS= read -r line; do
    case $line in *──* | *…* | 'cc '* | *'LP_SPEC(toggle'*) continue ;; esac # drawings, parts, commands
    grep -qF -- "${line%%//*}" <<<"$known" || grep -qF -- "$(sed 's,} *//.*,},' <<<"$line")" <<<"$known" ||
        fail "an example that is not tested: $line"
done < <(sed -n 's,^//     ,,p' include/linchpin/*.h)
done_testing
