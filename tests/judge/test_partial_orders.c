// SPDX-License-Identifier: MIT
// How far a counterexample can be explained, against all orders of all subsets of its operations.

#include "judge/evidence/partial_orders.h"

#include "base/memory.h"
#include "judge/evidence/explanation_evidence.h"
#include "judge/evidence/possible_states.h"
#include "judge/evidence/trial.h"
#include "judge/random_history.h"
#include "judge/resolve.h"
#include "judge/test_specs.h"
#include "setting.h"
#include "spec/automaton.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 6, STATES = 64 };

// The definition, tried out: every order of every subset.
typedef struct trying {
    const judge *judge;
    const judge_task *task;
    automaton *a;
    uint32_t done[OPS], length;
    // What is looked for: the most operations that have returned, and then the most; for all
    // orders, and for those that have each operation.
    uint32_t returned, longest, returned_with[OPS], longest_with[OPS];
    // The states that were possible after each event.
    uint32_t *possible; // events + 1, times STATES; 0 ends, else a state + 1
} trying;

static void note(uint32_t *returned, uint32_t *longest, uint32_t r, uint32_t l)
{
    if (r > *returned || (r == *returned && l > *longest)) {
        *returned = r;
        *longest = l;
    }
}

static bool has(const trying *t, uint32_t op)
{
    for (uint32_t i = 0; i < t->length; i++)
        if (t->done[i] == op)
            return true;
    return false;
}

static void note_possible(trying *t, uint32_t state)
{
    const lp_history *h = t->task->history;
    for (uint32_t event = 0; event <= h->event_count; event++) {
        bool fits = true;
        for (uint32_t op = 0; op < h->op_count; op++) {
            bool called = h->ops[op].call < event;
            bool returned = !lp_op_pending(&h->ops[op]) && h->ops[op].ret < event;
            fits &= has(t, op) ? called : !returned;
        }
        uint32_t *list = t->possible + (size_t)event * STATES, i = 0;
        while (list[i] && list[i] != state + 1)
            i++;
        if (fits)
            list[i] = state + 1;
    }
}

static void try_orders(trying *t, uint32_t state)
{
    const lp_history *h = t->task->history;
    uint32_t returned = 0;
    for (uint32_t i = 0; i < t->length; i++)
        returned += !lp_op_pending(&h->ops[t->done[i]]);
    note(&t->returned, &t->longest, returned, t->length);
    for (uint32_t i = 0; i < t->length; i++)
        note(&t->returned_with[t->done[i]], &t->longest_with[t->done[i]], returned, t->length);
    note_possible(t, state);
    for (uint32_t op = 0; op < h->op_count; op++) {
        bool may = !has(t, op);
        for (uint32_t first = 0; first < h->op_count && may; first++)
            may = first == op || !t->judge->precedes(&h->ops[first], &h->ops[op]) || has(t, first);
        if (!may)
            continue;
        uint32_t call =
            automaton_call(t->a, t->task->methods[op], h->ops[op].process, h->ops[op].arg);
        uint32_t count,
            want = lp_op_pending(&h->ops[op]) ? 0 : automaton_result(t->a, h->ops[op].result);
        const automaton_edge *edges =
            automaton_step(t->a, state, t->task->methods[op], &call, 1, &want, &count);
        uint32_t next[STATES];
        for (uint32_t i = 0; i < count; i++)
            next[i] = edges[i].next;
        for (uint32_t i = 0; i < count; i++) {
            t->done[t->length++] = op;
            try_orders(t, next[i]);
            t->length--;
        }
    }
}

static uint32_t returned_of(const trying *t, const lp_partial_order *o)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->count; i++)
        n += !lp_op_pending(&t->task->history->ops[o->effects[i].ops[0]]);
    return n;
}

// Does the spec go through these states by these operations, in an order that is kept?
static void check_order(trying *t, const lp_partial_order *o)
{
    const lp_history *h = t->task->history;
    uint32_t starts, reached[STATES], count = 0;
    const uint32_t *start = automaton_initial(t->a, &starts);
    for (uint32_t i = 0; i < starts; i++)
        reached[count++] = start[i];
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t op = o->effects[i].ops[0], next[STATES], next_count = 0;
        assert_int_equal(o->effects[i].count, 1);
        for (uint32_t first = 0; first < h->op_count; first++) {
            bool earlier = false;
            for (uint32_t k = 0; k < i; k++)
                earlier |= o->effects[k].ops[0] == first;
            assert_true(earlier || first == op || !t->judge->precedes(&h->ops[first], &h->ops[op]));
            assert_false(earlier && first == op);
        }
        uint32_t call =
            automaton_call(t->a, t->task->methods[op], h->ops[op].process, h->ops[op].arg);
        uint32_t ways,
            want = lp_op_pending(&h->ops[op]) ? 0 : automaton_result(t->a, h->ops[op].result);
        for (uint32_t k = 0; k < count; k++) {
            const automaton_edge *edges =
                automaton_step(t->a, reached[k], t->task->methods[op], &call, 1, &want, &ways);
            for (uint32_t w = 0; w < ways && next_count < STATES; w++) {
                text shown = {0};
                automaton_print_state(t->a, edges[w].next, &shown);
                if (strcmp(shown.bytes ? shown.bytes : "", o->states[i]) == 0)
                    next[next_count++] = edges[w].next;
                text_fini(&shown);
            }
        }
        assert_true(next_count > 0);
        memcpy(reached, next, sizeof next);
        count = next_count;
    }
}

// `list`: as the definition has it.
static void check_states(trying *t, const uint32_t *list, const lp_possible *told)
{
    uint32_t count = 0;
    for (; list[count]; count++) {
        text shown = {0};
        automaton_print_state(t->a, list[count] - 1, &shown);
        bool found = told->count > 8;
        for (uint32_t i = 0; i < told->count; i++)
            found |= strcmp(shown.bytes ? shown.bytes : "", told->states[i]) == 0;
        assert_true(found);
        text_fini(&shown);
    }
    assert_int_equal(told->count, count > 8 ? 9 : count);
}

static void check_possible(trying *t, const lp_explanation *x)
{
    for (uint32_t event = 0; event < x->possible_count; event++) {
        check_states(t, t->possible + (size_t)event * STATES, &x->possible[event]);
        assert_true(x->possible[event].count > 0 || event + 1 == x->possible_count);
    }
    assert_true(x->possible_count == t->task->history->event_count + 1 ||
                x->possible[x->possible_count - 1].count == 0);
}

static void check_explanation(const judge *j, const judge_task *task, const lp_explanation *x,
                              uint64_t *stuck)
{
    const lp_history *h = task->history;
    trying t = {.judge = j, .task = task, .a = automaton_new(task->spec, h->pool)};
    t.possible = memory_new(((size_t)h->event_count + 1) * STATES, sizeof *t.possible);
    uint32_t starts;
    const uint32_t *start = automaton_initial(t.a, &starts);
    uint32_t first = start[0];
    assert_int_equal(starts, 1);
    try_orders(&t, first);
    assert_int_equal(x->op_count, h->op_count);
    assert_int_equal(x->orders[0].count, t.longest);
    assert_int_equal(returned_of(&t, &x->orders[0]), t.returned);
    for (uint32_t i = 0; i < x->order_count; i++)
        check_order(&t, &x->orders[i]);
    for (uint32_t op = 0; op < h->op_count; op++) {
        uint32_t which = x->order_of[op];
        assert_int_equal(which == LP_NO_EVENT, t.longest_with[op] == 0);
        if (which == LP_NO_EVENT)
            continue;
        assert_int_equal(x->orders[which].count, t.longest_with[op]);
        assert_int_equal(returned_of(&t, &x->orders[which]), t.returned_with[op]);
        bool in = false;
        for (uint32_t i = 0; i < x->orders[which].count; i++)
            in |= x->orders[which].effects[i].ops[0] == op;
        assert_true(in);
    }
    for (uint32_t i = 0; i < x->rejected_count; i++)
        assert_non_null(strstr(x->rejected[i].reason, "mpossible"));
    *stuck += x->rejected_count;
    if (x->possible_count)
        check_possible(&t, x);
    free(t.possible);
    automaton_free(t.a);
}

typedef struct explained {
    uint64_t violated, with_states, stuck, shortened, pending, opened;
} explained;

static trying try_history(const judge *j, judge_task *task)
{
    const lp_history *h = task->history;
    trying t = {.judge = j, .task = task, .a = automaton_new(task->spec, h->pool)};
    t.possible = memory_new(((size_t)h->event_count + 1) * STATES, sizeof *t.possible);
    uint32_t starts;
    try_orders(&t, automaton_initial(t.a, &starts)[0]);
    return t;
}

// A list of possible states against the definition, of a history whose last event is the culprit's
// return: where no state is possible with its result, it has not returned. Some state is always left
// before it, and none after it.
static void check_until_culprit(const judge *j, lp_history *h, const lp_spec *spec,
                                lp_possible *list, uint32_t count, explained *n)
{
    uint32_t *methods = memory_new(h->op_count, sizeof *methods);
    error e = {0};
    assert_true(resolve_methods(h, spec, methods, &e));
    judge_task task = {.history = h, .methods = methods, .spec = spec}, of_open = task;
    of_open.history = history_prefix(h, h->event_count - 1);
    trying t = try_history(j, &task), open = try_history(j, &of_open);
    assert_int_equal(count, h->event_count + 1);
    assert_int_equal(list[h->event_count].count, 0);
    bool opened = false;
    for (uint32_t i = 0; i < h->event_count; i++) {
        assert_true(list[i].count > 0);
        opened |= !t.possible[(size_t)i * STATES];
        trying *of = opened ? &open : &t;
        check_states(of, of->possible + (size_t)i * STATES, &list[i]);
    }
    n->opened += opened;
    lp_history_free((lp_history *)(uintptr_t)of_open.history);
    free(t.possible);
    free(open.possible);
    automaton_free(t.a);
    automaton_free(open.a);
    free(methods);
}

static lp_history *shortest_violated(const judge *j, const lp_history *h, const lp_spec *spec)
{
    for (uint32_t events = 0;; events++) {
        lp_history *prefix = history_prefix(h, events);
        lp_verdict v;
        error e = {0};
        lp_verdict_init(&v);
        assert_true(judge_outcome(j, prefix, spec, NULL, &v, &e));
        bool violated = v.outcome == LP_VIOLATED;
        lp_verdict_fini(&v);
        if (violated)
            return prefix;
        lp_history_free(prefix);
    }
}

// What is said of the smallest counterexample, and of the run that it is of.
static void check_culprit(const judge *j, const judge_plan *plan, lp_history *h,
                          const lp_spec *spec, lp_verdict *v, explained *n)
{
    lp_history *small = v->history;
    const lp_event *last = &small->events[small->event_count - 1];
    assert_true(last->is_return && last->op == v->culprit);
    check_until_culprit(&plan->judge, small, plan->spec, v->explanation->possible,
                        v->explanation->possible_count, n);
    assert_null(v->explanation->run_states);
    possible_states_of_run(j, h, spec, NULL, v);
    lp_history *until = shortest_violated(j, h, spec);
    check_until_culprit(&plan->judge, until, plan->spec, v->explanation->run_states,
                        v->explanation->run_state_count, n);
    n->shortened += v->left_out > 0;
    bool pending = false;
    for (uint32_t i = 0; i < small->op_count; i++)
        pending |= lp_op_pending(&small->ops[i]);
    n->pending += pending;
    lp_history_free(until);
}

static void explain_one(rng *r, const judge *j, const lp_spec *spec, explained *n)
{
    error e = {0};
    random_shape shape = {.processes = 3,
                          .ops = OPS,
                          .values = 3,
                          .pending_percent = rng_below(r, 2) ? 0 : 20,
                          .change_percent = 90};
    lp_pool *pool = lp_pool_new();
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    judge_plan plan;
    assert_true(judge_plan_init(&plan, j, spec, &e));
    judge_task task = {.history = h, .methods = methods, .spec = plan.spec};
    lp_verdict v;
    lp_verdict_init(&v);
    assert_true(judge_history(j, h, spec, NULL, false, &v, &e));
    lp_explanation *x = explain_partially(&plan.judge, &task, LP_NO_EVENT);
    if (x && v.outcome == LP_VIOLATED) {
        n->violated++;
        n->with_states += x->possible_count > 0;
        check_explanation(&plan.judge, &task, x, &n->stuck);
        // What the longest order lacks is what is wrong.
        assert_true(x->orders[0].count < h->op_count);
        assert_non_null(v.explanation);
        if (x->possible_count && v.culprit != LP_NO_EVENT)
            check_culprit(j, &plan, h, spec, &v, n);
    }
    explanation_free(x);
    judge_plan_fini(&plan);
    lp_verdict_fini(&v);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static void explanations_are_right(void **context)
{
    (void)context;
    static const char *const specs[] = {"queue", "stack", "register", "set", "counter"};
    static const char *const kept[] = {"linearizable", "sequential"};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 18));
    explained n = {0};
    uint64_t cases = setting("LINCHPIN_CASES", 3000);
    for (uint64_t i = 0; i < cases; i++) {
        error e = {0};
        const lp_spec *spec = spec_find(specs[rng_below(&r, 5)], &e);
        explain_one(&r, judge_find(kept[rng_below(&r, 2)], &e), spec, &n);
    }
    assert_true(n.violated > cases / 10 && n.with_states > cases / 30 && n.stuck > cases / 10);
    assert_true(n.shortened > cases / 30 && n.opened > cases / 300);
}

// Their specs want to know results, and are asked also of what has not returned.
static void relaxed_conditions_are_explained(void **context)
{
    (void)context;
    static const char *const specs[] = {"queue", "stack"};
    static const char *const conditions[] = {"quasi:1", "out-of-order:1", "lateness:1",
                                             "strict-out-of-order:1"};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 7));
    explained n = {0};
    uint64_t cases = setting("LINCHPIN_CASES", 1500);
    for (uint64_t i = 0; i < cases; i++) {
        error e = {0};
        const lp_spec *spec = spec_find(specs[rng_below(&r, 2)], &e);
        const judge *j = judge_find(conditions[rng_below(&r, 4)], &e);
        assert_non_null(j);
        explain_one(&r, j, spec, &n);
        judge_release(j);
    }
    assert_true(n.violated > cases / 10 && n.with_states == n.violated && n.stuck > cases / 10);
    assert_true(n.pending > cases / 50);
}

// Each of the other conditions says of the counterexample what it says of it alone, and its
// verdict survives being written and read.
static void other_conditions_agree(void **context)
{
    (void)context;
    static const char *const specs[] = {"queue", "stack", "register", "set"};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 81));
    uint64_t holds = 0, violated = 0, cases = setting("LINCHPIN_CASES", 1000);
    for (uint64_t n = 0; n < cases; n++) {
        error e = {0};
        const lp_spec *spec = spec_find(specs[rng_below(&r, 4)], &e);
        random_shape shape = {.processes = 3, .ops = 7, .values = 3, .change_percent = 90};
        lp_pool *pool = lp_pool_new();
        uint32_t *methods;
        lp_history *h = random_history(&r, pool, spec, &shape, &methods);
        lp_verdict v, again;
        lp_verdict_init(&v);
        assert_true(judge_history(judge_find("linearizable", &e), h, spec, NULL, false, &v, &e));
        for (uint32_t i = 0; i < v.other_count; i++) {
            const judge *j = judge_find(v.others[i].condition, &e);
            lp_verdict w;
            lp_verdict_init(&w);
            assert_non_null(j);
            assert_true(judge_outcome(j, v.history, spec, NULL, &w, &e));
            if (v.others[i].outcome != LP_UNKNOWN)
                assert_int_equal(w.outcome, v.others[i].outcome);
            holds += w.outcome == LP_HOLDS;
            violated += w.outcome == LP_VIOLATED;
            lp_verdict_fini(&w);
            judge_release(j);
        }
        assert_int_equal(v.other_count > 0, v.outcome == LP_VIOLATED);
        text once = {0}, twice = {0};
        verdict_write_json(&v, &once);
        assert_true(verdict_read_json(once.bytes, once.length, pool, &again, &e));
        verdict_write_json(&again, &twice);
        assert_string_equal(once.bytes, twice.bytes);
        text_fini(&once);
        text_fini(&twice);
        lp_verdict_fini(&again);
        lp_verdict_fini(&v);
        lp_history_free(h);
        free(methods);
        lp_pool_free(pool);
    }
    assert_true(holds > cases / 20 && violated > cases / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explanations_are_right),
        cmocka_unit_test(relaxed_conditions_are_explained),
        cmocka_unit_test(other_conditions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
