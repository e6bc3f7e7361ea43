// SPDX-License-Identifier: MIT
// A lock for many readers or one writer. The state is the writer, or nil, then
// the readers, sorted; a process may hold it for reading several times. `unlock`
// gives back whichever the process holds.

#include <linchpin/spec.h>

enum { READ_LOCK, READ_UNLOCK, WRITE_LOCK, WRITE_UNLOCK, UNLOCK, TRY_READ_LOCK, TRY_WRITE_LOCK };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value nobody = LP_NIL;
    s->emit(s, NULL, &nobody, sizeof nobody);
}

static void take(lp_step *s, bool for_writing, bool try)
{
    size_t n;
    const lp_value *holders = lp_step_values(s, &n);
    lp_value me = lp_int(s->calls[0].process), done = try ? LP_TRUE : LP_UNIT;
    if (for_writing && lp_is_nil(holders[0]) && n == 1) {
        lp_step_emit_spliced(s, done, 0, 1, &me, 1);
    } else if (!for_writing && lp_is_nil(holders[0])) {
        size_t at = 1 + lp_values_rank(s->pool, holders + 1, n - 1, me);
        lp_step_emit_spliced(s, done, at, 0, &me, 1);
    }
    if (try)
        lp_step_emit_same(s, LP_FALSE);
}

static void step(lp_step *s)
{
    size_t n;
    const lp_value *holders = lp_step_values(s, &n);
    uint32_t method = s->calls[0].method;
    lp_value me = lp_int(s->calls[0].process), nobody = LP_NIL;
    if (method == READ_LOCK || method == TRY_READ_LOCK) {
        take(s, false, method == TRY_READ_LOCK);
        return;
    }
    if (method == WRITE_LOCK || method == TRY_WRITE_LOCK) {
        take(s, true, method == TRY_WRITE_LOCK);
        return;
    }
    size_t reader = 1 + lp_values_find(holders + 1, n - 1, me);
    if (method != READ_UNLOCK && lp_value_equal(holders[0], me))
        lp_step_emit_spliced(s, LP_UNIT, 0, 1, &nobody, 1);
    else if (method != WRITE_UNLOCK && reader < n)
        lp_step_emit_spliced(s, LP_UNIT, reader, 1, NULL, 0);
}

static void why(const lp_why *w)
{
    const lp_value *holders = w->state;
    size_t n = w->state_size / sizeof *holders;
    if (!lp_is_nil(holders[0]))
        lp_why_say(w, "process %v holds the lock for writing", holders[0]);
    else if (n > 1)
        lp_why_say(w, "process%s %l hold%s the lock for reading", n == 2 ? "" : "es", holders + 1,
                   n - 1, n == 2 ? "s" : "");
    else
        lp_why_say(w, "nobody holds the lock");
}

const lp_spec lp_spec_rw_lock = {
    .name = "rw-lock",
    .summary = "a lock for many readers or one writer",
    .methods = {{"read_lock", "rlock rdlock lock_shared acquire_read", 0, "read_lock()",
                 .returns_nothing = true},
                {"read_unlock", "runlock rdunlock unlock_shared release_read", 0, "read_unlock()",
                 .returns_nothing = true},
                {"write_lock", "lock wlock wrlock acquire_write", 0, "write_lock()",
                 .returns_nothing = true},
                {"write_unlock", "wunlock wrunlock release_write", 0, "write_unlock()",
                 .returns_nothing = true},
                {"unlock", "release", 0, "unlock()", .returns_nothing = true},
                {"try_read_lock", "try_rlock try_rdlock try_lock_shared", 0,
                 "try_read_lock() → true"},
                {"try_write_lock", "try_lock try_wlock try_wrlock", 0, "try_write_lock() → false"}},
    .looks_at_process = true,
    .hides_past = true,
    .initial = initial,
    .step = step,
    .why = why,
};
