// SPDX-License-Identifier: MIT
// See client.h. With --all-histories a call and a return are steps of their own:
// every order of calls and returns that the threads allow is explored. By
// default they are folded: a call comes with the first step of its operation, a
// return with the last. That gives the strictest histories, and if those can be
// explained, so can the others: they are the same with less order.
//
// Events are kept in canonical order: within a run of calls, or of returns, by
// process. Swapping neighbours of the same kind does not change which operation
// precedes which, so histories that differ only so are the same one. Since an
// event is always put into the last run, equal records stay equal whatever
// follows; the search relies on it when it merges states.

#include "explore/runtime/client.h"

#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/thread_symmetry.h"
#include "history/history_format.h"

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
    // One that is shown has them as they come: its steps say how many have happened.
    while (!rt.tracing && at > rt.last_run && rt.events[at - 1].process > e->process) {
        rt.events[at] = rt.events[at - 1];
        at--;
    }
    rt.events[at] = *e;
    step_now.flags |= e->is_return ? STEP_RETURN : STEP_CALL;
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

const scenario_call *client_call(uint32_t process, uint32_t k)
{
    if (process < script->thread_count)
        return &script->threads[process].calls[k];
    return k < script->before.count ? &script->before.calls[k]
                                    : &script->after.calls[k - script->before.count];
}

static void trace_event(op_kind kind, const scenario_call *call, const lp_value *result)
{
    if (!rt.tracing)
        return;
    if (config.folded)
        trace_step(&(pending){.kind = kind});
    say(result ? "return from" : "call", call, result);
    trace_happened();
    if (config.folded && !result)
        trace_called();
}

void client_called(void)
{
    fiber_state *s = &rt.current->s;
    uint32_t process = thread_number(rt.current);
    s->call_waits = false;
    add_event(&(run_event){process, false, s->call, LP_NIL});
    trace_event(OP_CALL, client_call(process, s->call), NULL);
}

// It ended before the first step that others could notice: what it did is shown all the same.
static void trace_open_call(fiber *f)
{
    fiber *current = rt.current;
    rt.current = f;
    f->s.call_waits = false;
    trace_event(OP_CALL, client_call(thread_number(f), f->s.call), NULL);
    f->s.call_waits = true;
    rt.current = current;
}

void client_open_calls(void)
{
    for (uint32_t i = 0; i <= rt.thread_count; i++) {
        const fiber *f = &rt.fibers[i];
        if (f->s.status != FIBER_PARKED || !f->s.call_waits)
            continue;
        add_event(&(run_event){thread_number(f), false, f->s.call, LP_NIL});
        if (rt.tracing && trace_is_early(f))
            trace_open_call(&rt.fibers[i]);
    }
}

// `first`: the scheduler has already chosen this fiber for its call.
static void begin_call(const scenario_call *call, uint32_t process, uint16_t k, bool first)
{
    if (config.folded) {
        rt.current->s.call_waits = true;
        rt.current->s.call = k;
        return;
    }
    if (!first)
        point(OP_CALL, call, 0, k, NULL);
    else if (rt.tracing)
        trace_step(&rt.current->s.next);
    add_event(&(run_event){process, false, k, LP_NIL});
    trace_event(OP_CALL, call, NULL);
}

static void end_call(const scenario_call *call, uint32_t process, uint16_t k, lp_value result)
{
    if (!config.folded)
        point(OP_RETURN, call, 0, k, NULL);
    else if (rt.current->s.call_waits)
        point(OP_OPERATION, NULL, 0, k, NULL);
    add_event(&(run_event){process, true, k, result});
    trace_event(OP_RETURN, call, &result);
}

static void run_calls(const scenario_part *part, uint32_t process, uint32_t base, bool first)
{
    for (uint32_t i = 0; i < part->count; i++) {
        const scenario_call *call = &part->calls[i];
        begin_call(call, process, (uint16_t)(base + i), i == 0 && first);
        uint32_t method = subject_method(object, call->method);
        lp_value args[SCENARIO_MAX_ARGS]; // on the fiber's stack, where accesses are its own
        memcpy(args, call->args, sizeof args);
        rt.current->base = __builtin_frame_address(0);
        lp_value result;
        {
            USER_SCOPE;
            result = subject_run(object, method, rt.instance, args);
        }
        if (!subject_result_valid(result))
            execution_end(END_ERROR, NULL,
                          "method '%s' returned something that is not nil, unit, a boolean, an "
                          "integer or a pair",
                          object->object->methods[method].name);
        if (result.kind == LP_KIND_NIL || result.kind == LP_KIND_UNIT)
            result.bits = 0;
        end_call(call, process, (uint16_t)(base + i), result);
    }
}

static void run_thread(void *argument)
{
    const scenario_part *part = argument;
    HOOK_SCOPE;
    run_calls(part, thread_number(rt.current), 0, true);
}

static void check_invariant(void)
{
    if (!object->object->invariant)
        return;
    bool fine;
    rt.current->s.quiet = true;
    {
        USER_SCOPE;
        fine = object->object->invariant(rt.instance);
    }
    rt.current->s.quiet = false;
    if (!fine)
        execution_break(LP_VIOLATION_INVARIANT, NULL, "the invariant of the object does not hold");
}

static void run_main(void *argument)
{
    (void)argument;
    HOOK_SCOPE;
    {
        USER_SCOPE;
        rt.instance = object->object->create();
    }
    uint32_t process = rt.thread_count;
    run_calls(&script->before, process, 0, false);
    check_invariant();
    for (uint32_t t = 0; t < script->thread_count; t++) {
        const scenario_part *part = &script->threads[t];
        pending first = {.kind = config.folded ? OP_PROLOGUE : OP_CALL, .address = part->calls};
        if (part->count)
            fiber_start(t + 1, run_thread, (void *)(uintptr_t)part, &first);
        else
            rt.fibers[t + 1].s.status = FIBER_DONE;
    }
    rt.prologues = config.folded;
    point(OP_JOIN_ALL, NULL, 0, 0, NULL);
    rt.solo = rt.fiber_count == 1 + rt.thread_count;
    run_calls(&script->after, process, script->before.count, false);
    check_invariant();
    if (object->object->destroy) {
        USER_SCOPE;
        object->object->destroy(rt.instance);
    }
}

void client_set(const subject *s, const scenario *sc)
{
    object = s;
    script = sc;
    symmetry_find(sc);
    rt.thread_count = sc->thread_count;
}

void client_start(void)
{
    rt.instance = NULL;
    fiber_start(FIBER_MAIN, run_main, NULL, &(pending){.kind = OP_START});
    rt.solo = true;
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
        const scenario_call *call = client_call(e->process, e->call);
        uint32_t op =
            lp_history_call(h, (int64_t)e->process, call->method, scenario_call_arg(pool, call));
        h->ops[op].id = rt.tracing ? lp_int(op) : LP_NIL;
        open[e->process] = op;
    }
    return h;
}
