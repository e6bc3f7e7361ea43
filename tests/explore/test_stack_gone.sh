# SPDX-License-Identifier: MIT
# A variable on the stack of another thread is used after its function has returned: seen in
# every search, however it is used, also where the user waited for its step in between.
. tests/expect.sh

tried() { # USE
    local search
    for search in dpor states paths; do
        run 1 timeout 300 "$LINCHPIN" explore tests/explore/stack_gone_test.c --scenario 'owner | user' \
            --search $search --jobs 1 --json -- "-DUSE=$1"
        out_has '"kind":"use-after-free"'
    done
    run 0 timeout 300 "$LINCHPIN" explore tests/explore/stack_gone_test.c --scenario 'owner | user' --jobs 1 \
        -- "-DUSE=$1" -DRIGHT
}
for use in 'p->word = 1' 'p->word++' 'p->bytes[3] = 1' '*(volatile char *)p->bytes = 1' \
    'memset(p->bytes, 1, 16)' 'snprintf(p->bytes, 16, "%d", 7)' \
    'sem_post(&p->semaphore)' 'pthread_cond_signal(&p->condition)' \
    'pthread_mutex_trylock(&p->mutex)'; do
    tried "$use"
done

# What a thread does once with a variable of its own, in each of many executions, is no wait for
# it: the variable stays private, and no step comes of it.
executions() { # FLAG…
    run 0 timeout 300 "$LINCHPIN" explore tests/explore/own_variable_test.c --search paths --jobs 1 --json \
        --scenario 'fetch_inc | next' -- "$@"
    sed -n 's/.*"executions":\([0-9]*\),.*/\1/p' "$scratch/.out"
}
without=$(executions) with=$(executions -DPRIVATE)
checks=$((checks + 2))
[ "$without" -gt 40000 ] || fail "only $without executions"
[ "$with" = "$without" ] || fail "$with executions, not $without"
done_testing
