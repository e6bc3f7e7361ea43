// SPDX-License-Identifier: MIT
// See serial_runs.h. Every process of the sequence is a fiber that makes its calls one
// by one; only the one whose turn it is may go on, beside main and the threads
// that the object has started.

#include "explore/search/serial_runs.h"

#include "explore/interpose/sync.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/watchdog.h"
#include "explore/search/state_table.h"

#include "base/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_STEPS = 64 }; // how often it is asked whether a state comes again

void serial_enter_program(void *program, int socket, int memory)
{
    const serial_program *p = program;
    char *object = text_format("object=%s", p->object);
    char *serve = text_format("serve=%d,%d", socket, memory);
    char *steps = text_format("max-steps=%llu", (unsigned long long)p->max_steps);
    char *hang = text_format("hang=%g", p->hang);
    const char *const argv[] = {"linchpin-explore", p->library, object, serve, steps, hang, NULL};
    fcntl(socket, F_SETFD, 0);
    fcntl(memory, F_SETFD, 0);
    execv("/proc/self/exe", (char *const *)(uintptr_t)argv);
}

static struct {
    const lp_object *object;
    serial_page *page;
    state_graph *states;
    uint32_t looks, turn; // steps since the last look; which of several goes on
} all;

static void run_calls(void *argument)
{
    uint32_t process = (uint32_t)(uintptr_t)argument;
    serial_page *p = all.page;
    HOOK_SCOPE;
    bool first = true;
    for (uint32_t i = 0; i < p->count; i++) {
        const serial_call *call = &p->calls[i];
        if (call->process != process)
            continue;
        if (!first)
            point(OP_CALL, call, 0, i, NULL);
        first = false;
        lp_value args[LP_MAX_ARGS]; // on the fiber's stack, where accesses are its own
        memcpy(args, call->args, sizeof args);
        lp_value result;
        {
            USER_SCOPE;
            result = all.object->methods[call->method].run(rt.instance, args);
        }
        if (!serial_returned(p, all.object, result))
            execution_end(END_ERROR, NULL, "%s", p->why);
    }
}

static void run_main(void *argument)
{
    (void)argument;
    HOOK_SCOPE;
    {
        USER_SCOPE;
        rt.instance = all.object->create();
    }
    for (uint32_t t = 0; t < rt.thread_count; t++) {
        bool calls = false;
        for (uint32_t i = 0; i < all.page->count; i++)
            calls = calls || all.page->calls[i].process == t;
        pending first = {.kind = OP_CALL};
        if (calls)
            fiber_start(t + 1, run_calls, (void *)(uintptr_t)t, &first);
        else
            rt.fibers[t + 1].s.status = FIBER_DONE;
    }
    point(OP_JOIN_ALL, NULL, 0, 0, NULL);
    if (all.object->destroy) {
        USER_SCOPE;
        all.object->destroy(rt.instance);
    }
}

static void start(void)
{
    rt.instance = NULL;
    fiber_start(FIBER_MAIN, run_main, NULL, &(pending){.kind = OP_START});
    rt.solo = true;
    rt.fiber_count = 1 + rt.thread_count;
}

static uint32_t stop(end_kind end)
{
    ended.how = end;
    return DECIDE_STOP;
}

// A thread that the object has started, main, or the one whose turn it is.
static bool may_go(uint32_t number)
{
    const serial_page *p = all.page;
    if (number == FIBER_MAIN || number > rt.thread_count)
        return true;
    return p->done < p->count ? number == p->calls[p->done].process + 1
                              : rt.fibers[number].s.next.kind != OP_CALL;
}

static uint32_t decide(void *context, const decision *d)
{
    (void)context;
    if (d->is_choice)
        return 0;
    uint32_t options[FIBERS_MAX], count = 0;
    for (uint32_t i = 0; i < d->count; i++)
        if (may_go(d->options[i]))
            options[count++] = i;
    if (!count)
        return stop(END_DEADLOCK);
    if (++all.looks == LOOK_STEPS) {
        all.looks = 0;
        all.turn++;
        bool fresh;
        state_graph_add(all.states, STATE_NONE, CHOICE_NONE, (turns){0}, &fresh);
        // With several, it may depend on whose turn it was then.
        if (!fresh)
            return stop(count == 1 ? END_STUCK : END_STEPS);
    }
    return options[all.turn % count];
}

static serial_end end_of(const serial_page *p, end_kind end)
{
    if (p->done == p->count)
        return SERIAL_DONE; // what destroy() does is not asked here
    if (end == END_DEADLOCK || end == END_STUCK)
        return SERIAL_NEVER;
    return end == END_STEPS ? SERIAL_LONG : SERIAL_FAILED;
}

void serial_run_fibers(serial_page *p, void *object)
{
    all.object = object;
    all.page = p;
    rt.thread_count = SERIAL_PROCESSES_MAX;
    config.folded = learnt.invisible_plain = rt.recording = false;
    end_kind end;
    do {
        p->done = 0;
        p->end = SERIAL_DONE;
        all.looks = all.turn = 0;
        all.states = state_graph_new();
        watchdog_wake();
        end = execution_run_from(start, decide, NULL);
        watchdog_rest();
        state_graph_free(all.states);
    } while (!ended.lost && (end == END_RESTART || fibers_measure()));
    p->spent = ended.lost;
    p->end = end_of(p, end);
    if (p->end == SERIAL_FAILED)
        snprintf(p->why, sizeof p->why, "%s", ended.text);
}
