// SPDX-License-Identifier: MIT
// See execution_verdict.h.

#include "explore/show/execution_verdict.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/lost_thread.h"
#include "explore/runtime/races.h"
#include "explore/show/crash_stack.h"
#include "explore/show/execution_trace.h"

#include <stdlib.h>
#include <string.h>

static void say_waiting(text *out, const fiber *f)
{
    static const char *const what[] = {
        [OP_LOCK] = "waits for the mutex",
        [OP_SPINLOCK] = "waits for the spin lock",
        [OP_READLOCK] = "waits to read-lock",
        [OP_WRITELOCK] = "waits to write-lock",
        [OP_JOIN] = "waits for thread",
        [OP_JOIN_ALL] = "waits for the threads",
        [OP_SLEEP] = "sleeps on",
        [OP_RELOCK] = "waits for the mutex",
        [OP_ONCE] = "waits for a first run of",
        [OP_SEMAPHORE] = "waits for the semaphore",
        [OP_STREAM] = "waits for the stream",
        [OP_FILE] = "waits for the descriptor",
    };
    const pending *p = &f->s.next;
    const void *object = p->address;
    const char *words = what[p->kind];
    if (p->kind == OP_SLEEP && f->s.woken) {
        words = "was woken and waits for the mutex";
        object = (const void *)p->extra;
    }
    text_add(out, "thread %u %s ", thread_number(f), words ? words : "waits");
    if (p->kind == OP_JOIN)
        text_add(out, "%u", thread_number(&rt.fibers[p->extra]));
    else if (p->kind == OP_FILE)
        text_add(out, "%d", (int)p->size);
    else
        trace_object(f, object, out);
    char *where = trace_where(f, p->pc);
    if (where)
        text_add(out, " (%s)", where);
    text_add(out, "\n");
    free(where);
}

void verdict_say_waiting(text *out)
{
    for (uint32_t i = 1; i < rt.fiber_count; i++)
        if (rt.fibers[i].s.status == FIBER_PARKED && !fiber_enabled(&rt.fibers[i]))
            say_waiting(out, &rt.fibers[i]);
}

static void decide_deadlock(lp_verdict *v)
{
    text t = {0};
    verdict_say_waiting(&t);
    if (!t.length)
        say_waiting(&t, &rt.fibers[FIBER_MAIN]);
    verdict_violate(v, LP_VIOLATION_DEADLOCK, "deadlock: no thread can go on");
    verdict_copy(&v->detail, t.bytes);
    text_fini(&t);
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

static void say_access(const char *before, const race_end *a, text *out)
{
    char *where = trace_where(&rt.fibers[a->fiber], a->pc);
    text_add(out, "%s%s%s by thread %u%s%s", before, a->atomic ? "atomic " : "",
             a->write ? "write" : "read", thread_number(&rt.fibers[a->fiber]), where ? " at " : "",
             where ? where : "");
    free(where);
}

static void decide_race(lp_verdict *v)
{
    text what = {0}, t = {0};
    const race_end *last = &race_found.second;
    trace_place(&rt.fibers[last->fiber], last->pc, race_found.address, &what);
    say_access("", &race_found.first, &t);
    say_access(" and ", &race_found.second, &t);
    verdict_violate(v, LP_VIOLATION_RACE, "data race on %s: %s, in no order", what.bytes, t.bytes);
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
