// SPDX-License-Identifier: MIT
// A lock, not re-entrant; the state is who holds it. `lock` waits while it is
// held; only the holder may unlock. `trylock` may fail at any time, as C11 and
// C++ allow; `trylock_exact` fails exactly when it is held, as POSIX demands.

#include <linchpin/spec.h>

enum { LOCK, UNLOCK, TRYLOCK, TRYLOCK_EXACT };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *holder = lp_step_values(s, &n);
    lp_value me = lp_int(s->calls[0].process);
    switch (s->calls[0].method) {
    case LOCK:
        if (n == 0)
            lp_step_emit_values(s, LP_UNIT, &me, 1);
        break;
    case UNLOCK:
        if (n && lp_value_equal(*holder, me))
            lp_step_emit_values(s, LP_UNIT, NULL, 0);
        break;
    default:
        if (n == 0)
            lp_step_emit_values(s, LP_TRUE, &me, 1);
        if (n || s->calls[0].method == TRYLOCK)
            lp_step_emit_same(s, LP_FALSE);
    }
}

static bool only_read(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                      lp_value result)
{
    (void)self, (void)pool, (void)arg;
    return method >= TRYLOCK && lp_value_equal(result, LP_FALSE);
}

static void why(const lp_why *w)
{
    if (w->state_size)
        lp_why_say(w, "process %v holds the lock", *(const lp_value *)w->state);
    else
        lp_why_say(w, "nobody holds the lock");
}

const lp_spec lp_spec_mutex = {
    .name = "mutex",
    .summary = "a lock: one holder, who alone may unlock it",
    .methods = {{"lock", "acquire enter", 0, "lock()", .returns_nothing = true},
                {"unlock", "release leave", 0, "unlock()", .returns_nothing = true},
                {"trylock", "try_acquire try_enter", 0, "trylock() → false"},
                {"trylock_exact", "pthread_mutex_trylock", 0, "trylock_exact() → true"}},
    .looks_at_process = true,
    .hides_past = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
    .only_read = only_read,
};
