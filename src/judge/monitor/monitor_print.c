// SPDX-License-Identifier: MIT
// What the monitor tells people: see monitor.h.

#include "judge/monitor/monitor_inside.h"

#include "base/value/value_text.h"

// As many as anybody would read.
enum { STATES = 8, REASONS = 4 };
// Far more configurations than anybody would read states.
enum { LOOK_AT = 10000 };
// More bytes of states, or of reasons, than anybody would read.
enum { ENOUGH = 400 };

// Adds one line unless another state has given the same reason. False: it has.
static bool add_reason(monitor *m, uint32_t state, uint32_t call, lp_value result, intern *reasons,
                       const char *what, bool with_state, text *out)
{
    text reason = {0};
    automaton_print_why(m->automaton, state, call, result, &reason);
    bool fresh;
    intern_add_fresh(reasons, reason.bytes, reason.length, &fresh);
    if (fresh) {
        text_add(out, "%s is impossible", what);
        if (with_state) {
            text_add(out, " in ");
            automaton_print_state(m->automaton, state, out);
        }
        text_add(out, ": %s\n", reason.bytes);
    }
    text_fini(&reason);
    return fresh;
}

// One line for each distinct reason, with a state it is the reason in if there are several.
static void print_why(monitor *m, const uint32_t *states, uint32_t count, uint32_t call,
                      lp_value result, const char *what, text *out)
{
    uint32_t lines = 0;
    text plain = {0}, with_states = {0};
    intern *reasons = intern_new(), *again = intern_new();
    for (uint32_t i = 0; i < count && lines < REASONS && with_states.length < ENOUGH; i++) {
        lines += add_reason(m, states[i], call, result, reasons, what, false, &plain);
        add_reason(m, states[i], call, result, again, what, true, &with_states);
    }
    // The reason alone, if there is but one.
    text_add(out, "\n%s", (lines == 1 ? &plain : &with_states)->bytes);
    out->bytes[--out->length] = '\0'; // the last line's end
    intern_free(reasons);
    intern_free(again);
    text_fini(&plain);
    text_fini(&with_states);
}

static void print_states(monitor *m, const uint32_t *states, uint32_t count, text *out)
{
    size_t start = out->length;
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, "%s", i ? ", " : "");
        if (i == STATES || out->length - start > ENOUGH) {
            text_add(out, "…");
            return;
        }
        automaton_print_state(m->automaton, states[i], out);
    }
}

// In all configurations the operation has taken effect: another that returned needed it, or
// met it. What is left is to return the result of that.
static void print_taken(monitor *m, const set_view *v, uint32_t at, text *out)
{
    intern *seen = intern_new();
    text_add(out, "It took effect before another operation returned");
    for (uint32_t i = 0; i < v->config_count && intern_count(seen) < STATES; i++) {
        uint32_t taken = v->configs[(size_t)i * v->config_words + 1 + at];
        bool fresh = false;
        if (taken && taken != TAKEN)
            intern_add_fresh(seen, &taken, sizeof taken, &fresh);
        if (!fresh)
            continue;
        text_add(out, intern_count(seen) == 1 ? ": it could only return " : " or ");
        value_print(automaton_pool(m->automaton), automaton_result_get(m->automaton, taken), out);
    }
    intern_free(seen);
}

void monitor_print_violation(monitor *m, uint32_t set, uint32_t slot, lp_value result,
                             const char *what, text *out)
{
    set_view v = set_get(m->sets, set);
    uint32_t at = set_position(&v, slot);
    const uint32_t *states;
    uint32_t count = closure_states(m->closure, &v, at, LOOK_AT, &states);
    if (count == 0) {
        print_taken(m, &v, at, out);
        return;
    }
    text_add(out,
             "Just before it returned, the %s could only be: ", automaton_spec(m->automaton)->name);
    print_states(m, states, count, out);
    if (what)
        print_why(m, states, count, v.open[at].call, result, what, out);
}
