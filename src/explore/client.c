// SPDX-License-Identifier: MIT
// See client.h. A call and a return are steps of their own: every order of
// calls and returns that the threads allow is explored.
//
// Events are kept in canonical order: within a run of calls, or of returns, by
// process. Swapping neighbours of the same kind does not change which operation
// precedes which, so histories that differ only so are the same one. Since an
// event is always put into the last run, equal records stay equal whatever
// follows; the search relies on it when it merges states.

#include "explore/client.h"

#include "explore/fiber.h"
#include "explore/runtime.h"
#include "explore/schedule.h"
#include "explore/trace.h"
#include "history/format.h"

#include <string.h>

static const subject *object;
static const scenario *script;

static void add_event(const run_event *e)
{
    if (rt.event_count == RUN_EVENTS_MAX)
        execution_end(END_UNKNOWN, NULL, "the scenario has too many calls");
    if (rt.event_count && rt.events[rt.last_run].is_return != e->is_return)
        rt.last_run = rt.event_count;
    uint32_t at = rt.event_count++;
    while (at > rt.last_run && rt.events[at - 1].process > e->process) {
        rt.events[at] = rt.events[at - 1];
        at--;
    }
    rt.events[at] = *e;
}

static void say(const char *what, const scenario_call *call, const lp_value *result)
{
    text t = {0};
    lp_pool *pool = object->pool;
    text_add(&t, "%s %s(", what, lp_string_bytes(pool, call->method, NULL));
    for (uint32_t i = 0; i < call->arg_count && !result; i++) {
        text_add(&t, i ? ", " : "");
        value_print(pool, call->args[i], &t);
    }
    text_add(&t, result ? "): " : ")");
    if (result)
        value_print(pool, lp_unpair(pool, *result), &t);
    trace_say("%s", t.bytes);
    text_fini(&t);
}

// `first`: the scheduler has already chosen this fiber for its call.
static void run_calls(const scenario_part *part, uint32_t process, uint32_t base, bool first)
{
    for (uint32_t i = 0; i < part->count; i++) {
        const scenario_call *call = &part->calls[i];
        if (i > 0 || !first)
            point(OP_CALL, call, 0, base + i, NULL);
        else if (rt.tracing)
            trace_step(rt.current, &rt.current->s.next);
        add_event(&(run_event){process, false, (uint16_t)(base + i), LP_NIL});
        if (rt.tracing)
            say("call", call, NULL);
        uint32_t method = subject_method(object, call->method);
        lp_value args[SCENARIO_MAX_ARGS]; // on the fiber's stack, where accesses are its own
        memcpy(args, call->args, sizeof args);
        rt.in_user = true;
        lp_value result = subject_run(object, method, rt.instance, args);
        rt.in_user = false;
        if (!subject_result_valid(result))
            execution_end(END_ERROR, NULL,
                          "method '%s' returned something that is not nil, unit, a boolean, an "
                          "integer or a pair",
                          object->object->methods[method].name);
        if (result.kind == LP_KIND_NIL || result.kind == LP_KIND_UNIT)
            result.bits = 0;
        point(OP_RETURN, call, 0, base + i, NULL);
        add_event(&(run_event){process, true, (uint16_t)(base + i), result});
        if (rt.tracing)
            say("return from", call, &result);
    }
}

static void run_thread(void *argument)
{
    const scenario_part *part = argument;
    rt.in_user = false;
    run_calls(part, thread_number(rt.current), 0, true);
}

static void check_invariant(void)
{
    if (!object->object->invariant)
        return;
    rt.current->s.quiet = true;
    rt.in_user = true;
    bool fine = object->object->invariant(rt.instance);
    rt.in_user = false;
    rt.current->s.quiet = false;
    if (!fine)
        execution_end(END_BUG, NULL, "the invariant of the object does not hold");
}

static void run_main(void *argument)
{
    (void)argument;
    rt.in_user = true;
    rt.instance = object->object->create();
    rt.in_user = false;
    uint32_t process = rt.thread_count;
    run_calls(&script->before, process, 0, false);
    check_invariant();
    for (uint32_t t = 0; t < script->thread_count; t++) {
        const scenario_part *part = &script->threads[t];
        pending first = {.kind = OP_CALL, .address = part->calls};
        if (part->count)
            fiber_start(t + 1, run_thread, (void *)(uintptr_t)part, &first);
        else
            rt.fibers[t + 1].s.status = FIBER_DONE;
    }
    point(OP_JOIN_ALL, NULL, 0, 0, NULL);
    run_calls(&script->after, process, script->before.count, false);
    check_invariant();
    if (object->object->destroy) {
        rt.in_user = true;
        object->object->destroy(rt.instance);
        rt.in_user = false;
    }
}

void client_set(const subject *s, const scenario *sc)
{
    object = s;
    script = sc;
    rt.thread_count = sc->thread_count;
}

void client_start(void)
{
    rt.instance = NULL;
    fiber_start(FIBER_MAIN, run_main, NULL, &(pending){.kind = OP_START});
    rt.fiber_count = 1 + script->thread_count; // numbers above are for the object's own threads
}

lp_history *client_history(lp_pool *pool)
{
    lp_history *h = lp_history_new(pool);
    uint32_t open[FIBERS_MAX] = {0};
    for (uint32_t i = 0; i < rt.event_count; i++) {
        const run_event *e = &rt.events[i];
        if (e->is_return) {
            lp_history_return(h, open[e->process], lp_unpair(h->pool, e->result));
            continue;
        }
        const scenario_part *part = &script->before;
        uint32_t k = e->call;
        if (e->process < script->thread_count)
            part = &script->threads[e->process];
        else if (k >= script->before.count) {
            part = &script->after;
            k -= script->before.count;
        }
        open[e->process] = lp_history_call(h, (int64_t)e->process, part->calls[k].method,
                                           scenario_call_arg(pool, &part->calls[k]));
    }
    return h;
}
