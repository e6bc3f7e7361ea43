// SPDX-License-Identifier: MIT
// See execution_verdict.h.

#include "explore/show/execution_verdict.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/lost_thread.h"
#include "explore/runtime/races.h"
#include "explore/show/crash_stack.h"
#include "explore/show/execution_trace.h"
#include "judge/evidence/thread_evidence.h"

#include <stdlib.h>
#include <string.h>

static void add_waiting(lp_verdict *v, const fiber *f)
{
    static const lp_wait waits[] = {
        [OP_LOCK] = LP_WAIT_MUTEX,         [OP_SPINLOCK] = LP_WAIT_SPIN_LOCK,
        [OP_READLOCK] = LP_WAIT_READ_LOCK, [OP_WRITELOCK] = LP_WAIT_WRITE_LOCK,
        [OP_JOIN] = LP_WAIT_THREAD,        [OP_JOIN_ALL] = LP_WAIT_THREADS,
        [OP_SLEEP] = LP_WAIT_WAKE,         [OP_RELOCK] = LP_WAIT_MUTEX,
        [OP_ONCE] = LP_WAIT_ONCE,          [OP_SEMAPHORE] = LP_WAIT_SEMAPHORE,
        [OP_STREAM] = LP_WAIT_STREAM,      [OP_FILE] = LP_WAIT_DESCRIPTOR,
    };
    const pending *p = &f->s.next;
    const void *object = p->address;
    bool listed = (size_t)p->kind < sizeof waits / sizeof *waits && waits[p->kind];
    lp_waiting it = {.thread = thread_number(f), .wait = listed ? waits[p->kind] : LP_WAIT_OTHER};
    if (p->kind == OP_SLEEP && f->s.woken) {
        it.wait = LP_WAIT_WOKEN;
        object = (const void *)p->extra;
    }
    text what = {0};
    if (p->kind == OP_JOIN)
        text_add(&what, "%u", thread_number(&rt.fibers[p->extra]));
    else if (p->kind == OP_FILE)
        text_add(&what, "%d", (int)p->size);
    else
        trace_object(f, object, &what);
    text_add(&what, "%s", ""); // it may be nothing, but is a string
    it.what = what.bytes;
    it.where = trace_where(f, p->pc);
    verdict_waiting(v, &it);
    free(it.where);
    text_fini(&what);
}

void verdict_who_waits(lp_verdict *v)
{
    for (uint32_t i = 1; i < rt.fiber_count; i++)
        if (rt.fibers[i].s.status == FIBER_PARKED && !fiber_enabled(&rt.fibers[i]))
            add_waiting(v, &rt.fibers[i]);
}

static void decide_deadlock(lp_verdict *v)
{
    thread_evidence_clear(v);
    verdict_who_waits(v);
    if (!v->waiting_count)
        add_waiting(v, &rt.fibers[FIBER_MAIN]);
    verdict_violate(v, LP_VIOLATION_DEADLOCK, "deadlock: no thread can go on");
}

static void say_block(lp_verdict *v)
{
    const void *address = rt.current ? rt.current->s.next.address : NULL;
    if (!address || !arenas_own(address))
        return;
    const void *allocated, *freed;
    arena_history(address, &allocated, &freed);
    text t = {0};
    arena_print(address, &t);
    char *where = trace_where(NULL, allocated);
    if (where)
        text_add(&t, " was allocated at %s", where);
    free(where);
    where = trace_where(NULL, freed);
    if (where)
        text_add(&t, ", freed at %s", where);
    free(where);
    verdict_copy(&v->detail, t.bytes);
    text_fini(&t);
}

static bool is_crash(lp_violation kind)
{
    return kind == LP_VIOLATION_CRASH || kind == LP_VIOLATION_NULL ||
           kind == LP_VIOLATION_ASSERTION;
}

// A crash in a function that was inlined, or that many call.
static void say_callers(lp_verdict *v)
{
    text t = {0};
    if (rt.current && ended.pc)
        trace_callers(rt.current, ended.pc, &t);
    if (t.length && strchr(t.bytes, '\n') != t.bytes + t.length - 1)
        verdict_copy(&v->detail, t.bytes);
    text_fini(&t);
}

static lp_access access_of(const race_end *a)
{
    const fiber *f = &rt.fibers[a->fiber];
    return (lp_access){thread_number(f), a->write, a->atomic, trace_where(f, a->pc)};
}

static void say_access(const char *before, const lp_access *a, text *out)
{
    text_add(out, "%s%s%s by thread %lld%s%s", before, a->atomic ? "atomic " : "",
             a->write ? "write" : "read", (long long)a->thread, a->where ? " at " : "",
             a->where ? a->where : "");
}

static void decide_race(lp_verdict *v)
{
    text what = {0}, t = {0};
    const race_end *last = &race_found.second;
    trace_place(&rt.fibers[last->fiber], last->pc, race_found.address, &what);
    lp_race r = {what.bytes, access_of(&race_found.first), access_of(&race_found.second)};
    say_access("", &r.first, &t);
    say_access(" and ", &r.second, &t);
    verdict_violate(v, LP_VIOLATION_RACE, "data race on %s: %s, in no order", what.bytes, t.bytes);
    verdict_race(v, &r);
    free(r.first.where);
    free(r.second.where);
    text_fini(&what);
    text_fini(&t);
}

// The watchdog has ended it: where, with its callers.
static void decide_hang(lp_verdict *v)
{
    text stack = {0};
    char *where = NULL;
    bool known = stack_print(&stack, &where);
    verdict_decide(v, LP_UNKNOWN, "%s%s%s", ended.text, where ? ", at " : "", where ? where : "");
    if (known)
        verdict_copy(&v->detail, stack.bytes);
    text_fini(&stack);
    free(where);
}

void verdict_end(lp_verdict *v)
{
    if (ended.how == END_UNKNOWN && ended.hung) {
        decide_hang(v);
        return;
    }
    const void *call = ended.lost && !rt.tracing ? lost_call() : NULL;
    char *where = trace_where(rt.current, call ? call : ended.pc);
    const char *in = where ? " at " : "", *at = where ? where : "";
    switch (ended.how) {
    case END_DEADLOCK:
        decide_deadlock(v);
        break;
    case END_BUG:
        if (ended.violation == LP_VIOLATION_RACE) {
            decide_race(v);
            break;
        }
        verdict_violate(v, ended.violation, "%s%s%s", ended.text, in, at);
        if (is_crash(ended.violation))
            say_callers(v);
        else
            say_block(v);
        break;
    case END_ERROR:
        verdict_decide(v, LP_ERROR, "%s%s%s", ended.text, in, at);
        break;
    case END_STEPS:
        verdict_decide(v, LP_UNKNOWN, "an execution took more than %llu steps (--max-steps)",
                       (unsigned long long)config.max_steps);
        break;
    case END_SCHEDULE:
        verdict_decide(v, LP_UNKNOWN, "the schedule ends before the execution does");
        break;
    default:
        verdict_decide(v, LP_UNKNOWN, "%s%s%s", ended.text, in, at);
        break;
    }
    free(where);
}
