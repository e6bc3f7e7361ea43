// SPDX-License-Identifier: MIT
// The relaxed conditions against their definitions, tried out, and against
// Algorithms 1 and 2 of Round-Up; each weaker the larger its factor; with factor 0
// linearizability.

#include "base/memory.h"
#include "base/text.h"
#include "history/history_format.h"
#include "judge/quasi_oracle.h"
#include "judge/random_history.h"
#include "judge/relaxed/minimal_relaxation.h"
#include "judge/relaxed/quasi_search.h"
#include "judge/search/oracle.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const containers[] = {"queue", "stack", "priority-queue"};
extern const judge judge_linearizable;

typedef struct sample {
    lp_pool *pool;
    lp_history *history;
    uint32_t *methods;
    const lp_spec *spec;
} sample;

static judge_task task_of(const sample *s)
{
    return (judge_task){.history = s->history, .methods = s->methods, .spec = s->spec};
}

static void drop(sample *s)
{
    lp_history_free(s->history);
    free(s->methods);
    lp_pool_free(s->pool);
}

static sample draw(rng *r, const lp_spec *spec, uint32_t most, uint32_t pending_percent)
{
    random_shape shape = {.processes = 1 + (uint32_t)rng_below(r, 3),
                          .ops = 2 + (uint32_t)rng_below(r, most - 1),
                          .values = 1 + (int64_t)rng_below(r, 4),
                          .pending_percent = pending_percent,
                          .change_percent = 70};
    sample s = {.pool = lp_pool_new(), .spec = spec};
    s.history = random_history(r, s.pool, spec, &shape, &s.methods);
    return s;
}

// Inserts and removes only, by an object that removes near the front. In phases: all
// inserts return before the first remove is called.
typedef struct clients {
    sample s;
    lp_value inside[16];
    uint32_t inside_count, started;
    struct client {
        uint32_t op;
        enum { IDLE, CALLED, DONE } phase;
        lp_value result;
    } all[3];
} clients;

static void call(clients *c, rng *r, uint32_t who, bool insert)
{
    const char *name = c->s.spec->methods[!insert].name;
    bool repeated = rng_below(r, 8) == 0;
    lp_value arg = insert ? lp_int(repeated ? 1 : 1 + (int64_t)rng_below(r, 50)) : LP_NIL;
    uint32_t op = lp_history_call(c->s.history, who, lp_string(c->s.pool, name, strlen(name)), arg);
    c->s.methods[op] = !insert;
    c->all[who] = (struct client){.op = op, .phase = CALLED};
    c->started++;
}

static void take_effect(clients *c, rng *r, struct client *it)
{
    it->phase = DONE;
    it->result = LP_UNIT;
    if (c->s.methods[it->op] == 0) {
        c->inside[c->inside_count++] = c->s.history->ops[it->op].arg;
        return;
    }
    it->result = LP_NIL;
    if (!c->inside_count)
        return;
    uint32_t near = c->inside_count < 5 ? c->inside_count : 5, at = (uint32_t)rng_below(r, near);
    if (spec_is(c->s.spec, "stack"))
        at = c->inside_count - 1 - at;
    it->result = c->inside[at];
    memmove(c->inside + at, c->inside + at + 1, (c->inside_count - at - 1) * sizeof *c->inside);
    c->inside_count--;
}

static void run_clients(clients *c, rng *r, uint32_t until, uint32_t insert_percent)
{
    for (uint32_t open = 0; open || c->started < until;) {
        uint32_t who = (uint32_t)rng_below(r, 3);
        struct client *it = &c->all[who];
        if (it->phase == CALLED) {
            take_effect(c, r, it);
        } else if (it->phase == DONE) {
            lp_history_return(c->s.history, it->op, it->result);
            it->phase = IDLE;
            open--;
        } else if (c->started < until && (!open || rng_below(r, 6) == 0)) {
            call(c, r, who, rng_below(r, 100) < insert_percent);
            open++;
        }
    }
}

static sample draw_plain(rng *r, const lp_spec *spec, uint32_t least, bool phases)
{
    uint32_t n = least + (uint32_t)rng_below(r, 5);
    clients c = {.s = {.pool = lp_pool_new(), .spec = spec}};
    c.s.history = lp_history_new(c.s.pool);
    c.s.methods = memory_new(n, sizeof *c.s.methods);
    if (phases)
        run_clients(&c, r, n / 2, 100);
    run_clients(&c, r, n, phases ? 0 : 60);
    return c.s;
}

// From an object that really is relaxed, by a little more or less than is judged.
// Half of them use all methods; the others have more to remove.
static sample draw_relaxed(rng *r, const lp_spec *spec)
{
    if (rng_below(r, 2))
        return draw_plain(r, spec, 6, rng_below(r, 2));
    random_shape shape = {.processes = 1 + (uint32_t)rng_below(r, 2),
                          .ops = 6 + (uint32_t)rng_below(r, 6),
                          .values = 1 + (int64_t)rng_below(r, 9),
                          .pending_percent = 0,
                          .change_percent = 10};
    relaxation bounds = {.distance = (uint32_t)rng_below(r, 5), .lateness = RELAXED_ANY};
    relaxed_spec *relaxed = relaxed_spec_new(spec, bounds);
    sample s = {.pool = lp_pool_new(), .spec = spec};
    s.history = random_history(r, s.pool, relaxed_spec_of(relaxed), &shape, &s.methods);
    relaxed_spec_free(relaxed);
    return s;
}

static lp_outcome judged(const sample *s, const char *condition, uint32_t k)
{
    error e = {0};
    char *name = text_format("%s:%u", condition, k);
    const judge *j = judge_find(name, &e);
    assert_non_null(j);
    lp_verdict v;
    lp_verdict_init(&v);
    if (!judge_history(j, s->history, s->spec, NULL, true, &v, &e) || v.outcome == LP_ERROR)
        fail_msg("%s: %s", name, v.reason);
    assert_string_equal(v.condition, name);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    judge_release(j);
    free(name);
    return outcome;
}

static void expect(const sample *s, const char *condition, uint32_t k, lp_outcome truth,
                   lp_outcome seen)
{
    if (truth == seen)
        return;
    text line = {0};
    history_canonical(s->history, &line);
    fail_msg("%s:%u of %s: %s expected, but the judge says %s: %s", condition, k, s->spec->name,
             outcome_name(truth), outcome_name(seen), line.bytes);
}

typedef struct tally {
    uint64_t holds, violated;
} tally;

static void count(tally *t, lp_outcome o)
{
    t->holds += o == LP_HOLDS;
    t->violated += o == LP_VIOLATED;
}

// Both verdicts must be frequent, or the test would show little.
static void enough(const tally *t, const char *what, const char *spec, uint64_t cases)
{
    printf("%s %s: %llu hold, %llu violated\n", what, spec, (unsigned long long)t->holds,
           (unsigned long long)t->violated);
    assert_true(t->holds > cases / 50);
    assert_true(t->violated > cases / 50);
}

static lp_outcome outcome_of(bool explained)
{
    return explained ? LP_HOLDS : LP_VIOLATED;
}

static bool list_permutation(void *context, const uint32_t *order, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        text_add(context, "%u", order[i] + 1);
    text_add(context, " ");
    return false;
}

static bool count_permutation(void *context, const uint32_t *order, uint32_t n)
{
    (void)order;
    (void)n;
    ++*(uint64_t *)context;
    return false;
}

static uint64_t displaced(uint32_t n, uint32_t k, uint32_t at, uint32_t used)
{
    uint64_t all = at == n;
    for (uint32_t v = 0; v < n; v++)
        if (!(used >> v & 1) && (uint32_t)abs((int)v - (int)at) <= k)
            all += displaced(n, k, at + 1, used | 1u << v);
    return all;
}

static void figure_7_and_table_3(void **state)
{
    (void)state;
    text found = {0};
    round_up_permutations(3, 1, list_permutation, &found);
    assert_string_equal(found.bytes, "123 132 213 ");
    text_fini(&found);
    for (uint32_t n = 1; n < 8; n++) {
        for (uint32_t k = 0; k < n + 2; k++) {
            uint64_t all = 0;
            round_up_permutations(n, k, count_permutation, &all);
            assert_int_equal(all, displaced(n, k, 0, 0));
        }
    }
    // The same scenarios with K = 2 and K = 3: the paper's permutations are twice
    // the sequentializations times those of the four removals.
    static const uint64_t rows[][3] = {
        {169, 4732, 8112}, {1033, 28924, 49584}, {2260, 63280, 108480}, {8484, 237552, 407232}};
    uint64_t two = 0, three = 0;
    round_up_permutations(4, 2, count_permutation, &two);
    round_up_permutations(4, 3, count_permutation, &three);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(2 * rows[i][0] * two, rows[i][1]);
        assert_int_equal(2 * rows[i][0] * three, rows[i][2]);
    }
}

static void containers_keep_the_restrictions(void **state)
{
    (void)state;
    static const char *const names[] = {"strict-out-of-order", "out-of-order", "lateness", "quasi"};
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (size_t i = 0; i < 3; i++) {
        const lp_spec *spec = spec_find(containers[i], NULL);
        tally t = {0};
        for (uint64_t n = 0; n < cases; n++) {
            sample s = draw_relaxed(&r, spec);
            uint32_t k = (uint32_t)rng_below(&r, 4);
            uint64_t which = rng_below(&r, 4);
            relaxation bounds = {.distance = which == 2 ? RELAXED_ANY : k,
                                 .lateness = which == 1 ? RELAXED_ANY : k};
            judge_task task = task_of(&s);
            lp_outcome truth = outcome_of(restrictions_explain(&task, bounds));
            expect(&s, names[which], k, truth, judged(&s, names[which], k));
            count(&t, truth);
            drop(&s);
        }
        enough(&t, "restrictions", spec->name, cases);
    }
}

// A stack and a priority queue only in phases: when more comes in between, the
// paper's displacement and the restrictions are not the same.
static void containers_agree_with_round_up(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 1);
    for (size_t i = 0; i < 3; i++) {
        const lp_spec *spec = spec_find(containers[i], NULL);
        tally t = {0};
        for (uint64_t n = 0; n < cases; n++) {
            sample s = draw_plain(&r, spec, 4, i > 0);
            uint32_t k = (uint32_t)rng_below(&r, 3);
            judge_task task = task_of(&s);
            lp_outcome truth = outcome_of(round_up_explains(&task, k));
            expect(&s, "quasi", k, truth, judged(&s, "quasi", k));
            count(&t, truth);
            drop(&s);
        }
        enough(&t, "Algorithms 1 and 2", spec->name, cases);
    }
}

static quasi_sets draw_sets(rng *r, const lp_spec *spec)
{
    quasi_sets sets = {.count = 1 + (uint32_t)rng_below(r, 2)};
    uint32_t methods = spec_method_count(spec);
    for (uint32_t m = 0; sets.count > 1 && m < methods; m++)
        sets.of_method[m] = m < 2 ? m : rng_below(r, 4) ? m % 2 : QUASI_FREE;
    for (uint32_t i = 0; i < sets.count; i++)
        sets.factor[i] = (uint32_t)rng_below(r, 4);
    return sets;
}

static lp_outcome searched(const sample *s, const quasi_sets *sets)
{
    judge_task task = task_of(s);
    task.setting = sets;
    task.want_witness = true;
    lp_verdict v;
    lp_verdict_init(&v);
    quasi_search(&task, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

static const char *const literal_specs[] = {
    "queue", "stack", "priority-queue", "counter", "fetch-and-add", "register", "set"};

static void the_search_is_definition_4(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 2);
    for (size_t i = 0; i < sizeof literal_specs / sizeof *literal_specs; i++) {
        const lp_spec *spec = spec_find(literal_specs[i], NULL);
        tally t = {0};
        for (uint64_t n = 0; n < cases; n++) {
            sample s = draw(&r, spec, 6, 0);
            quasi_sets sets = draw_sets(&r, spec);
            judge_task task = task_of(&s);
            lp_outcome truth = outcome_of(definition_4_explains(&task, &sets));
            expect(&s, "definition 4", sets.factor[0], truth, searched(&s, &sets));
            count(&t, truth);
            drop(&s);
        }
        enough(&t, "definition 4", spec->name, cases);
    }
}

static void weaker_with_larger_factors(void **state)
{
    (void)state;
    static const char *const names[] = {"quasi", "strict-out-of-order", "out-of-order", "lateness",
                                        "quasi-literal"};
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 3);
    uint64_t steps = 0;
    for (uint64_t n = 0; n < cases; n++) {
        sample s = draw_relaxed(&r, spec_find(containers[n % 3], NULL));
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            lp_outcome before = LP_VIOLATED;
            for (uint32_t k = 0; k < 5; k++) {
                lp_outcome now = judged(&s, names[i], k);
                if (before == LP_HOLDS)
                    expect(&s, names[i], k, LP_HOLDS, now);
                steps += k && before != now;
                before = now;
            }
        }
        drop(&s);
    }
    assert_true(steps > cases / 10);
}

// By the relaxed judges themselves, which the conditions do not ask then.
static void factor_0_is_linearizability(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 4);
    tally t = {0};
    for (uint64_t n = 0; n < cases; n++) {
        const lp_spec *spec = spec_find(containers[n % 3], NULL);
        sample s = draw(&r, spec, 7, 0);
        judge_task task = task_of(&s);
        lp_outcome truth = oracle_enumerate(&task, lp_op_precedes, 0);
        relaxed_spec *exact = relaxed_spec_new(spec, (relaxation){0});
        task.spec = relaxed_spec_of(exact);
        lp_verdict v;
        lp_verdict_init(&v);
        judge_linearizable.run(&task, &v);
        expect(&s, "the relaxed spec", 0, truth, v.outcome);
        expect(&s, "the search", 0, truth, searched(&s, &(quasi_sets){.count = 1}));
        expect(&s, "quasi", 0, truth, judged(&s, "quasi", 0));
        expect(&s, "quasi-literal", 0, truth, judged(&s, "quasi-literal", 0));
        lp_verdict_fini(&v);
        relaxed_spec_free(exact);
        count(&t, truth);
        drop(&s);
    }
    enough(&t, "factor 0", "", cases);
}

// What is not complete is never called violated by Definition 4; and what is
// explained without the operations that did not return stays explained with them.
static void incomplete_histories(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10, unknown = 0, incomplete = 0;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 5);
    for (uint64_t n = 0; n < cases; n++) {
        sample s = draw(&r, spec_find(literal_specs[n % 7], NULL), 7, 40), rest = s;
        uint32_t ops = s.history->op_count, kept = 0;
        bool *keep = memory_new(ops, sizeof *keep);
        rest.methods = memory_new(ops, sizeof *rest.methods);
        for (uint32_t i = 0; i < ops; i++) {
            keep[i] = !lp_op_pending(&s.history->ops[i]);
            if (keep[i])
                rest.methods[kept++] = s.methods[i];
        }
        rest.history = lp_history_select(s.history, keep);
        quasi_sets sets = draw_sets(&r, s.spec);
        lp_outcome whole = searched(&s, &sets), part = searched(&rest, &sets);
        if (part == LP_HOLDS)
            expect(&s, "incomplete", sets.factor[0], LP_HOLDS, whole);
        if (kept < ops)
            assert_int_not_equal(whole, LP_VIOLATED);
        incomplete += kept < ops;
        unknown += whole == LP_UNKNOWN;
        lp_history_free(rest.history);
        free(rest.methods);
        free(keep);
        drop(&s);
    }
    assert_true(incomplete > cases / 4 && unknown > cases / 50 && unknown < incomplete);
}

// Against trying one factor after the other. Each try of the judge is bounded, so once in tens of thousands of
// histories it knows the factor only between two.
static void the_least_factor(void **state)
{
    (void)state;
    static const char *const names[] = {"quasi", "out-of-order", "lateness", "quasi-literal"};
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10, found = 0, none = 0, open = 0;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 6);
    for (uint64_t n = 0; n < cases; n++) {
        sample s = draw_relaxed(&r, spec_find(containers[n % 3], NULL));
        const char *name = names[rng_below(&r, 4)];
        uint32_t least = 0, most = s.history->op_count;
        while (least <= most && judged(&s, name, least) == LP_VIOLATED)
            least++;
        error e = {0};
        lp_verdict v;
        lp_verdict_init(&v);
        assert_true(judge_minimal_relaxation(name, s.history, s.spec, NULL, false, &v, &e));
        if (v.outcome == LP_UNKNOWN) {
            uint32_t low = 0, high = 0;
            assert_int_equal(sscanf(v.reason, "the least factor is between %u and %u", &low, &high),
                             2);
            assert_true(low <= least && least <= high);
            open++;
        } else {
            expect(&s, name, least, least <= most ? LP_HOLDS : LP_VIOLATED, v.outcome);
            char *full = text_format("%s:%u", name, least < most ? least : most);
            assert_string_equal(v.condition, full);
            free(full);
        }
        found += least && least <= most;
        none += least > most;
        lp_verdict_fini(&v);
        drop(&s);
    }
    printf("least factor: %llu needed one, %llu had none, %llu are between two\n",
           (unsigned long long)found, (unsigned long long)none, (unsigned long long)open);
    assert_true(found > cases / 10 && none && open <= cases / 5000);
}

static void parameters_are_read(void **state)
{
    (void)state;
    static const char *const good[] = {"quasi:0", "quasi:1000000000", "quasi:enq=0,deq=2",
                                       "quasi-literal:enq+deq=3", "lateness:7"};
    static const char *const bad[][2] = {
        {"quasi", "quasi:2"},        {"quasi:", "whole number"}, {"quasi:-1", "whole number"},
        {"quasi:1000000001", "100"}, {"quasi:2x", "2x"},         {"quasi:=2", "name is missing"},
        {"quasi:enq=", "METHOD=K"},  {"quasi:enq=1,", "name"},   {"quasi:enq=1;deq=2", "METHOD=K"},
        {"quasy:2", "\"quasi\""},    {"safe:2", "nothing"},      {"lateness:enq=1", "whole number"},
        {"quasi:enq+=1", "missing"}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        error e = {0};
        const judge *j = judge_find(good[i], &e);
        assert_non_null(j);
        assert_string_equal(j->name, good[i]);
        judge_release(j);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error e = {0};
        assert_null(judge_find(bad[i][0], &e));
        if (!strstr(e.message, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], e.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_read),
        cmocka_unit_test(figure_7_and_table_3),
        cmocka_unit_test(containers_keep_the_restrictions),
        cmocka_unit_test(containers_agree_with_round_up),
        cmocka_unit_test(the_search_is_definition_4),
        cmocka_unit_test(weaker_with_larger_factors),
        cmocka_unit_test(factor_0_is_linearizability),
        cmocka_unit_test(incomplete_histories),
        cmocka_unit_test(the_least_factor),
    };
    const char *only = getenv("LINCHPIN_ONLY"); // one of them
    if (only)
        cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
