// SPDX-License-Identifier: MIT
// A queue for so many threads whose dequeue waits while it is empty. When all of
// them wait, all get nil: there is nothing left to do. The state is the queue,
// oldest first.

#include <linchpin/spec.h>

enum { ENQ, DEQ };
enum { ENQUEUES, DEQUEUES, ALL_STOP };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *queue = lp_step_values(s, &n);
    lp_value nothing[LP_MAX_ARITY];
    for (uint32_t i = 0; i < s->count; i++)
        nothing[i] = LP_NIL;
    if (s->sync == ENQUEUES)
        lp_step_emit_appended(s, LP_UNIT, s->calls[0].arg);
    else if (s->sync == DEQUEUES && n)
        lp_step_emit_spliced(s, queue[0], 0, 1, NULL, 0);
    else if (s->sync == ALL_STOP && n == 0 && s->count == (uint32_t)s->spec->parameter.value)
        s->emit(s, nothing, NULL, 0);
}

static void why(const lp_why *w)
{
    const lp_value *queue = w->state;
    size_t n = w->state_size / sizeof *queue;
    if (n)
        lp_why_say(w, "the queue holds %l", queue, n);
    else if (lp_is_nil(w->result))
        lp_why_say(w, "not all %d threads wait", w->spec->parameter.value);
    else
        lp_why_say(w, "the queue is empty");
}

static bool alone(const lp_spec *self, uint32_t method, lp_value result)
{
    (void)self;
    return method == DEQ && !lp_is_nil(result);
}

static const lp_sync syncs[] = {
    [ENQUEUES] = {"enqueue", 1, {ENQ}},
    [DEQUEUES] = {"dequeue", 1, {DEQ}},
    [ALL_STOP] = {"all stop", 1, {DEQ}, .up_to = LP_MAX_ARITY, .alike = true},
};

const lp_spec lp_spec_terminating_queue = {
    .name = "terminating-queue",
    .summary = "a queue that gives nil to all threads when all of them wait for a value",
    .methods = {{"enq", "enqueue put add", 1, "enq(5)", .returns_nothing = true},
                {"deq", "dequeue take", 0, "deq() → 5", .returns_nil = true}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = syncs,
    .sync_count = 3,
    .why = why,
    .alone = alone,
    .parameter = {.name = "threads", .low = 1, .high = LP_MAX_ARITY, .value = 2},
};
