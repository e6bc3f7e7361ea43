// SPDX-License-Identifier: MIT
// How far a counterexample of a synchronisation object can be explained, against all orders of all groups of its
// operations, by the definition: the culprit, whose return is the last event, counts as open.

#include "base/memory.h"
#include "judge/evidence/explanation_evidence.h"
#include "judge/evidence/partial_orders.h"
#include "judge/random_history.h"
#include "judge/resolve.h"
#include "judge/test_specs.h"
#include "setting.h"
#include "spec/automaton.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 6, STATES = 64, EVENTS = 2 * OPS + 1 };

typedef struct trying {
    const lp_spec *spec;
    const lp_history *h;
    const uint32_t *methods;
    automaton *a;
    uint32_t culprit, done; // a bit for each operation
    uint32_t length, returned;
    uint32_t longest, most_returned, possible[EVENTS][STATES]; // a state + 1 each; 0 ends
} trying;

static bool is_open(const trying *t, uint32_t op)
{
    return op == t->culprit || lp_op_pending(&t->h->ops[op]);
}

static bool eligible(const trying *t, uint32_t op)
{
    bool is = !(t->done >> op & 1);
    for (uint32_t i = 0; i < t->h->op_count; i++)
        is &=
            (t->done >> i & 1) || i == op || is_open(t, i) || t->h->ops[i].ret > t->h->ops[op].call;
    return is;
}

static void note_possible(trying *t, uint32_t state)
{
    for (uint32_t event = 0; event < t->h->event_count; event++) {
        bool fits = true;
        for (uint32_t op = 0; op < t->h->op_count; op++)
            fits &= t->done >> op & 1 ? t->h->ops[op].call < event
                                      : is_open(t, op) || t->h->ops[op].ret >= event;
        uint32_t i = 0;
        while (t->possible[event][i] && t->possible[event][i] != state + 1)
            i++;
        if (fits)
            t->possible[event][i] = state + 1;
    }
}

static void try_orders(trying *t, uint32_t state);

static uint32_t ask(trying *t, uint32_t state, uint32_t sync, const uint32_t *ops, uint32_t count,
                    uint32_t *next)
{
    uint32_t calls[LP_MAX_ARITY], wants[LP_MAX_ARITY], ways;
    for (uint32_t i = 0; i < count; i++) {
        const lp_op *op = &t->h->ops[ops[i]];
        calls[i] = automaton_call(t->a, t->methods[ops[i]], op->process, op->arg);
        wants[i] = is_open(t, ops[i]) ? 0 : automaton_result(t->a, op->result);
    }
    const automaton_edge *edges = automaton_step(t->a, state, sync, calls, count, wants, &ways);
    assert_true(ways <= STATES);
    for (uint32_t i = 0; i < ways; i++)
        next[i] = edges[i].next;
    return ways;
}

static void fill(trying *t, uint32_t state, uint32_t sync, uint32_t *ops, uint32_t count)
{
    const lp_sync *shape = &t->spec->syncs[sync];
    if (count >= shape->count) {
        uint32_t next[STATES], ways = ask(t, state, sync, ops, count, next), mask = 0, returned = 0;
        for (uint32_t i = 0; i < count; i++) {
            mask |= 1u << ops[i];
            returned += !is_open(t, ops[i]);
        }
        for (uint32_t i = 0; i < ways; i++) {
            t->done |= mask;
            t->length += count;
            t->returned += returned;
            try_orders(t, next[i]);
            t->done &= ~mask;
            t->length -= count;
            t->returned -= returned;
        }
    }
    if (count == lp_sync_most(shape) || count == LP_MAX_ARITY)
        return;
    for (uint32_t op = 0; op < t->h->op_count; op++) {
        bool fits = t->methods[op] == lp_sync_method(shape, count) && eligible(t, op);
        for (uint32_t i = 0; i < count; i++)
            fits &= ops[i] != op;
        if (!fits)
            continue;
        ops[count] = op;
        fill(t, state, sync, ops, count + 1);
    }
}

static void try_orders(trying *t, uint32_t state)
{
    uint32_t ops[LP_MAX_ARITY];
    if (t->returned > t->most_returned ||
        (t->returned == t->most_returned && t->length > t->longest)) {
        t->most_returned = t->returned;
        t->longest = t->length;
    }
    note_possible(t, state);
    for (uint32_t i = 0; i < t->spec->sync_count; i++)
        fill(t, state, i, ops, 0);
}

// It keeps what has to, the spec goes through these states, and so many have returned.
static uint32_t check_order(trying *t, const lp_partial_order *o, uint32_t *length)
{
    uint32_t starts, reached[STATES], count = 0, returned = 0;
    const uint32_t *start = automaton_initial(t->a, &starts);
    for (uint32_t i = 0; i < starts; i++)
        reached[count++] = start[i];
    *length = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        const lp_effect *e = &o->effects[i];
        uint32_t next[STATES], ways[STATES], next_count = 0;
        for (uint32_t k = 0; k < e->count; k++) {
            assert_true(eligible(t, e->ops[k]));
            returned += !is_open(t, e->ops[k]);
        }
        for (uint32_t k = 0; k < e->count; k++) {
            assert_false(t->done >> e->ops[k] & 1);
            t->done |= 1u << e->ops[k];
        }
        *length += e->count;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t some = ask(t, reached[k], e->sync, e->ops, e->count, ways);
            for (uint32_t w = 0; w < some && next_count < STATES; w++) {
                text shown = {0};
                automaton_print_state(t->a, ways[w], &shown);
                if (strcmp(shown.bytes ? shown.bytes : "", o->states[i]) == 0)
                    next[next_count++] = ways[w];
                text_fini(&shown);
            }
        }
        assert_true(next_count > 0);
        memcpy(reached, next, sizeof next);
        count = next_count;
    }
    t->done = 0;
    return returned;
}

static void check_possible(trying *t, const lp_explanation *x)
{
    assert_int_equal(x->possible_count, t->h->event_count + 1);
    assert_int_equal(x->possible[t->h->event_count].count, 0);
    for (uint32_t event = 0; event < t->h->event_count; event++) {
        uint32_t count = 0;
        for (; t->possible[event][count]; count++) {
            text shown = {0};
            automaton_print_state(t->a, t->possible[event][count] - 1, &shown);
            bool found = x->possible[event].count > 8;
            for (uint32_t i = 0; i < x->possible[event].count; i++)
                found |= strcmp(shown.bytes ? shown.bytes : "", x->possible[event].states[i]) == 0;
            assert_true(found);
            text_fini(&shown);
        }
        assert_int_equal(x->possible[event].count, count > 8 ? 9 : count);
        assert_true(count > 0);
    }
}

// The verdict is of the smallest counterexample, so all but the last return can be explained.
static void check(const lp_spec *spec, const lp_verdict *v, const uint32_t *methods)
{
    const lp_history *h = v->history;
    const lp_explanation *x = v->explanation;
    trying t = {.spec = spec, .h = h, .methods = methods, .culprit = v->culprit};
    t.a = automaton_new(spec, h->pool);
    uint32_t starts, length;
    const uint32_t *start = automaton_initial(t.a, &starts);
    assert_int_equal(starts, 1);
    uint32_t first = start[0];
    try_orders(&t, first);
    assert_int_equal(check_order(&t, &x->orders[0], &length), t.most_returned);
    assert_int_equal(length, t.longest);
    uint32_t returned = 0;
    for (uint32_t op = 0; op < h->op_count; op++)
        returned += !is_open(&t, op);
    assert_int_equal(t.most_returned, returned);
    for (uint32_t i = 1; i < x->order_count; i++)
        check_order(&t, &x->orders[i], &length);
    bool told = false;
    for (uint32_t i = 0; i < x->rejected_count; i++)
        told |= x->rejected[i].op == v->culprit;
    assert_true(told);
    check_possible(&t, x);
    automaton_free(t.a);
}

static void explanations_are_right(void **context)
{
    (void)context;
    static const char *const specs[] = {"channel", "exchanger", "barrier"};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 23));
    uint64_t violated = 0, met = 0, cases = setting("LINCHPIN_CASES", 3000);
    for (uint64_t n = 0; n < cases; n++) {
        error e = {0};
        uint32_t which = (uint32_t)rng_below(&r, 4);
        const lp_spec *spec = which == 3 ? &test_spec_rendezvous : spec_find(specs[which], &e);
        assert_non_null(spec);
        random_shape shape = {.processes = 4,
                              .ops = OPS,
                              .values = 3,
                              .pending_percent = rng_below(&r, 2) ? 0 : 20,
                              .change_percent = 90};
        lp_pool *pool = lp_pool_new();
        uint32_t *methods;
        lp_history *h = random_history(&r, pool, spec, &shape, &methods);
        lp_verdict v;
        lp_verdict_init(&v);
        assert_true(judge_history(judge_find("synchronised", &e), h, spec, NULL, false, &v, &e));
        const lp_event *last = v.history && v.history->event_count
                                   ? &v.history->events[v.history->event_count - 1]
                                   : NULL;
        if (v.outcome == LP_VIOLATED && v.explanation && last->is_return && last->op == v.culprit) {
            uint32_t of[2 * OPS];
            assert_true(resolve_methods(v.history, spec, of, &e));
            violated++;
            met += v.explanation->orders[0].count && v.explanation->orders[0].effects[0].count > 1;
            check(spec, &v, of);
        }
        assert_true(v.outcome != LP_VIOLATED || v.explanation);
        lp_verdict_fini(&v);
        lp_history_free(h);
        free(methods);
        lp_pool_free(pool);
    }
    assert_true(violated > cases / 10 && met > cases / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(explanations_are_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
