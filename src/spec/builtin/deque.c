// SPDX-License-Identifier: MIT
// A double-ended queue; the state lists its values, front first. `push` and `pop`
// alone are no aliases: libraries do not agree on which end they mean.

#include "spec/why.h"

enum {
    PUSH_FRONT,
    PUSH_BACK,
    TRY_PUSH_FRONT,
    TRY_PUSH_BACK,
    POP_FRONT,
    POP_BACK,
    TRY_POP_FRONT,
    TRY_POP_BACK,
    PEEK_FRONT,
    PEEK_BACK
};

static bool at_front(uint32_t method)
{
    return method % 2 == 0; // as they are listed above
}

static bool is_try(uint32_t method)
{
    return method == TRY_PUSH_FRONT || method == TRY_PUSH_BACK || method == TRY_POP_FRONT ||
           method == TRY_POP_BACK;
}

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    uint32_t method = s->calls[0].method;
    if (method < POP_FRONT) {
        lp_step_emit_spliced(s, is_try(method) ? LP_TRUE : LP_UNIT, at_front(method) ? 0 : n, 0,
                             &s->calls[0].arg, 1);
        if (is_try(method))
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (is_try(method) || n == 0)
        lp_step_emit_same(s, LP_NIL);
    if (n == 0)
        return;
    size_t at = at_front(method) ? 0 : n - 1;
    lp_step_emit_spliced(s, values[at], at, method < PEEK_FRONT ? 1 : 0, NULL, 0);
}

static void why(const lp_why *w)
{
    const lp_value *values = w->state;
    size_t at, n = w->state_size / sizeof *values;
    if (w->call->method < POP_FRONT || why_not_there(w, "deque", values, n, &at))
        return;
    bool front = at_front(w->call->method);
    lp_why_say(w, front ? "%v is at the front, before %v" : "%v is at the back, behind %v",
               values[front ? 0 : n - 1], w->result);
}

const lp_spec lp_spec_deque = {
    .name = "deque",
    .summary = "a queue with two ends; nil from an empty one",
    .methods = {{"push_front", "add_first offer_first push_left push_top", 1, "push_front(5)",
                 .returns_nothing = true},
                {"push_back", "add_last offer_last push_right push_bottom", 1, "push_back(5)",
                 .returns_nothing = true},
                {"try_push_front", "try_push_left", 1, "try_push_front(5) → false",
                 .echo_is_true = true},
                {"try_push_back", "try_push_right", 1, "try_push_back(5) → false",
                 .echo_is_true = true},
                {"pop_front", "poll_first remove_first take_first pop_left pop_top steal", 0,
                 "pop_front() → 5", .returns_nil = true},
                {"pop_back", "poll_last remove_last take_last pop_right pop_bottom", 0,
                 "pop_back() → 5", .returns_nil = true},
                {"try_pop_front", "try_pop_left try_pop_top try_steal", 0, "try_pop_front() → nil",
                 .returns_nil = true},
                {"try_pop_back", "try_pop_right try_pop_bottom", 0, "try_pop_back() → nil",
                 .returns_nil = true},
                {"peek_front", "peek_first get_first front", 0, "peek_front() → 5",
                 .reads_only = true, .returns_nil = true},
                {"peek_back", "peek_last get_last back", 0, "peek_back() → 5", .reads_only = true,
                 .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
