// SPDX-License-Identifier: MIT
// See sync.h: who can go on, and sleeping and waking, which condition
// variables, barriers and futexes share.

#include "explore/interpose/sync.h"

#include "explore/interpose/foreign.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/lock_turns.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"

static bool all_threads_done(void)
{
    for (uint32_t t = 1; t <= rt.thread_count; t++)
        if (rt.fibers[t].s.status != FIBER_DONE)
            return false;
    return true;
}

bool fiber_can_go_on(const fiber *f)
{
    const pending *p = &f->s.next;
    const pthread_mutex_t *m = (const pthread_mutex_t *)p->extra;
    switch (p->kind) {
    case OP_LOCK:
        return mutex_free_for(p->address, f);
    case OP_SPINLOCK:
        return *(const int *)p->address == 0;
    case OP_READLOCK:
        return rwlock_enabled(p->address, false);
    case OP_WRITELOCK:
        return rwlock_enabled(p->address, true);
    case OP_JOIN:
        return rt.fibers[p->extra].s.status == FIBER_DONE;
    case OP_JOIN_ALL:
        return all_threads_done();
    case OP_SLEEP:
        if (f->s.woken)
            return !m || mutex_free_for(m, f);
        return f->s.timed || (f->s.fickle && config.spurious);
    case OP_RELOCK:
        return mutex_free_for(m, f);
    case OP_ONCE:
        return once_enabled(p->address, p->extra);
    case OP_SEMAPHORE:
        return *(const unsigned *)p->address > 0;
    case OP_STREAM:
        return stream_free_for(p->address, f);
    case OP_FILE:
        return (int)p->size < 0 || file_ready((int)p->size, (short)p->extra);
    default:
        return true;
    }
}

void sync_step(op_kind kind, const void *object, size_t size, uint64_t extra, const void *pc)
{
    if (!rt.loading && !region_shared(object, pc))
        region_probe(object, size, true, pc);
    point(kind, object, size, extra, pc);
    if (!rt.loading)
        region_check(object, size, pc);
}

bool sync_sleep(const void *object, pthread_mutex_t *m, bool timed, bool fickle, const void *pc)
{
    fiber_state *s = &rt.current->s;
    s->waiting_on = object;
    s->woken = false;
    s->timed = timed;
    s->fickle = fickle;
    // That it sleeps on is an end that no execution shows in which it wakes up.
    learnt.irreducible = learnt.irreducible || (fickle && config.spurious && config.reduced);
    point(OP_SLEEP, object, 0, (uint64_t)(uintptr_t)m, pc);
    bool woken = s->woken;
    s->waiting_on = NULL;
    s->woken = s->timed = s->fickle = false;
    return woken;
}

void lock_taken(const void *lock)
{
    step_now.flags |= STEP_ACQUIRE;
    turns_note_lock(lock, LOCK_TAKEN);
}

void lock_tried(const void *lock, bool got)
{
    turns_note_lock(lock, got ? LOCK_GOT : LOCK_MISSED);
}

uint32_t sync_wake(const void *object, uint32_t count, const void *pc)
{
    uint32_t woken = 0, who = 0;
    while (woken < count) {
        fiber *sleepers[FIBERS_MAX];
        uint32_t n = 0;
        for (uint32_t i = 0; i < rt.fiber_count; i++) {
            fiber *f = &rt.fibers[i];
            if (f->s.status == FIBER_PARKED && f->s.waiting_on == object && !f->s.woken)
                sleepers[n++] = f;
        }
        if (!n)
            break;
        // When all will be woken, the order does not matter.
        uint32_t k = count - woken >= n ? 0 : choose(n, pc);
        sleepers[k]->s.woken = true;
        footprint_add(sleepers[k], 1, true);
        who |= 1u << sleepers[k]->number;
        woken++;
    }
    if (rt.tracing)
        trace_woken(who);
    return woken;
}
