// SPDX-License-Identifier: MIT
// See thread_evidence.h.

#include "judge/evidence/thread_evidence.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *lp_wait_name(lp_wait w)
{
    static const char *const names[] = {
        [LP_WAIT_STATEMENT] = "statement",
        [LP_WAIT_MUTEX] = "mutex",
        [LP_WAIT_WOKEN] = "woken",
        [LP_WAIT_SPIN_LOCK] = "spin-lock",
        [LP_WAIT_READ_LOCK] = "read-lock",
        [LP_WAIT_WRITE_LOCK] = "write-lock",
        [LP_WAIT_THREAD] = "thread",
        [LP_WAIT_THREADS] = "threads",
        [LP_WAIT_WAKE] = "wake",
        [LP_WAIT_ONCE] = "once",
        [LP_WAIT_SEMAPHORE] = "semaphore",
        [LP_WAIT_STREAM] = "stream",
        [LP_WAIT_DESCRIPTOR] = "descriptor",
        [LP_WAIT_OTHER] = "other",
    };
    _Static_assert(sizeof names / sizeof *names == WAIT_COUNT, "every wait has a name");
    REQUIRE((unsigned)w < WAIT_COUNT);
    return names[w];
}

// Counts are always small arrays: growing by one is fine.
void verdict_waiting(lp_verdict *v, const lp_waiting *it)
{
    assert(it->what);
    v->waiting = memory_resize(v->waiting, v->waiting_count + 1, sizeof *v->waiting);
    lp_waiting *mine = &v->waiting[v->waiting_count++];
    *mine = *it;
    mine->what = memory_string(it->what);
    mine->where = memory_string(it->where);
}

static void cycle_free(lp_cycle *c)
{
    for (uint32_t i = 0; c && i < c->thread_count; i++)
        free(c->threads[i].lines);
    if (c)
        free(c->threads);
    free(c);
}

void verdict_cycle(lp_verdict *v, uint32_t steps, bool unfair)
{
    cycle_free(v->cycle);
    v->cycle = memory_new(1, sizeof *v->cycle);
    *v->cycle = (lp_cycle){.steps = steps, .unfair = unfair};
}

void verdict_turning(lp_verdict *v, int64_t thread)
{
    lp_cycle *c = v->cycle;
    assert(c);
    c->threads = memory_resize(c->threads, c->thread_count + 1, sizeof *c->threads);
    c->threads[c->thread_count++] = (lp_turning){.thread = thread};
}

void verdict_turning_line(lp_verdict *v, uint32_t line)
{
    assert(v->cycle && v->cycle->thread_count);
    lp_turning *t = &v->cycle->threads[v->cycle->thread_count - 1];
    t->lines = memory_resize(t->lines, t->line_count + 1, sizeof *t->lines);
    t->lines[t->line_count++] = line;
}

static void race_free(lp_race *r)
{
    if (!r)
        return;
    free(r->what);
    free(r->first.where);
    free(r->second.where);
    free(r);
}

void verdict_race(lp_verdict *v, const lp_race *it)
{
    assert(it->what);
    race_free(v->race);
    v->race = memory_new(1, sizeof *v->race);
    *v->race = *it;
    v->race->what = memory_string(it->what);
    v->race->first.where = memory_string(it->first.where);
    v->race->second.where = memory_string(it->second.where);
}

void thread_evidence_clear(lp_verdict *v)
{
    for (uint32_t i = 0; i < v->waiting_count; i++) {
        free(v->waiting[i].what);
        free(v->waiting[i].where);
    }
    free(v->waiting);
    v->waiting = NULL;
    v->waiting_count = 0;
    cycle_free(v->cycle);
    v->cycle = NULL;
    race_free(v->race);
    v->race = NULL;
}

void thread_evidence_move(lp_verdict *to, lp_verdict *from)
{
    thread_evidence_clear(to);
    to->waiting = from->waiting;
    to->waiting_count = from->waiting_count;
    to->cycle = from->cycle;
    to->race = from->race;
    from->waiting = NULL;
    from->waiting_count = 0;
    from->cycle = NULL;
    from->race = NULL;
}
