// SPDX-License-Identifier: MIT
// The stuttering relaxation against its definition, tried out: every order, and for
// each operation whether it did something.

#include "base/text.h"
#include "history/history_format.h"
#include "judge/random_history.h"
#include "judge/relaxed/stuttering_spec.h"
#include "setting.h"
#include "spec/automaton.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_OPS = 12, MOST_EDGES = 32 };

typedef struct trial {
    const lp_history *history;
    const uint32_t *methods;
    automaton *automaton;
    bool done[MOST_OPS];
    uint32_t most;
} trial;

static bool is_next(const trial *t, uint32_t op)
{
    const lp_op *ops = t->history->ops;
    for (uint32_t i = 0; i < t->history->op_count; i++)
        if (!t->done[i] && lp_op_precedes(&ops[i], &ops[op]))
            return false;
    return !t->done[op];
}

static bool explained(trial *t, uint32_t state, uint32_t idle, uint32_t left)
{
    bool found = left == 0;
    for (uint32_t i = 0; i < t->history->op_count && !found; i++) {
        if (!is_next(t, i))
            continue;
        const lp_op *op = &t->history->ops[i];
        uint32_t call = automaton_call(t->automaton, t->methods[i], op->process, op->arg), count;
        uint32_t want = automaton_result(t->automaton, op->result);
        automaton_edge edges[MOST_EDGES];
        const automaton_edge *all =
            automaton_step(t->automaton, state, t->methods[i], &call, 1, &want, &count);
        assert_true(count <= MOST_EDGES);
        memcpy(edges, all, count * sizeof *edges);
        t->done[i] = true;
        for (uint32_t k = 0; k < count && !found; k++) {
            bool changes = edges[k].next != state;
            found = explained(t, edges[k].next, changes ? 0 : idle, left - 1) ||
                    (changes && idle < t->most && explained(t, state, idle + 1, left - 1));
        }
        t->done[i] = false;
    }
    return found;
}

static lp_outcome truth(const lp_history *h, const uint32_t *methods, const lp_spec *spec,
                        uint32_t most)
{
    trial t = {
        .history = h, .methods = methods, .automaton = automaton_new(spec, h->pool), .most = most};
    uint32_t count;
    const uint32_t *initial = automaton_initial(t.automaton, &count);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++)
        found = explained(&t, initial[i], 0, h->op_count);
    automaton_free(t.automaton);
    return found ? LP_HOLDS : LP_VIOLATED;
}

static lp_outcome judged(lp_history *h, const lp_spec *spec, uint32_t most)
{
    error e = {0};
    char *name = text_format("stuttering:%u", most);
    const judge *j = judge_find(name, &e);
    lp_verdict v;
    lp_verdict_init(&v);
    assert_true(judge_history(j, h, spec, NULL, true, &v, &e));
    assert_string_equal(v.condition, name);
    if (v.outcome == LP_HOLDS)
        assert_true(v.rechecked);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    judge_release(j);
    free(name);
    return outcome;
}

static const char *const specs[] = {"queue",        "stack", "counter",      "fetch-and-add",
                                    "cas-register", "set",   "max-register", "priority-queue"};

static void the_judge_is_the_definition(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 4;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const lp_spec *spec = spec_find(specs[i], NULL);
        uint64_t holds = 0, violated = 0, raised = 0;
        for (uint64_t n = 0; n < cases; n++) {
            uint32_t *methods, most = (uint32_t)rng_below(&r, 3);
            random_shape shape = {.processes = 1 + (uint32_t)rng_below(&r, 3),
                                  .ops = 2 + (uint32_t)rng_below(&r, 6),
                                  .values = 1 + (int64_t)rng_below(&r, 3),
                                  .change_percent = 20};
            stuttering_spec *object = stuttering_spec_new(spec, 3);
            lp_pool *pool = lp_pool_new();
            lp_history *h = random_history(&r, pool, stuttering_spec_of(object), &shape, &methods);
            lp_outcome right = truth(h, methods, spec, most), seen = judged(h, spec, most);
            if (right != seen) {
                text line = {0};
                history_canonical(h, &line);
                fail_msg("stuttering:%u of %s: not %s: %s", most, specs[i], outcome_name(seen),
                         line.bytes);
            }
            if (right == LP_HOLDS)
                assert_int_equal(judged(h, spec, most + 1), LP_HOLDS);
            holds += right == LP_HOLDS;
            violated += right == LP_VIOLATED;
            raised += right == LP_VIOLATED && judged(h, spec, most + 1) == LP_HOLDS;
            stuttering_spec_free(object);
            lp_history_free(h);
            free(methods);
            lp_pool_free(pool);
        }
        printf("%s: %llu hold, %llu violated, %llu of them not with one more\n", specs[i],
               (unsigned long long)holds, (unsigned long long)violated, (unsigned long long)raised);
        assert_true(holds > cases / 20 && violated > cases / 20 && raised);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_judge_is_the_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
