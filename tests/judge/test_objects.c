// SPDX-License-Identifier: MIT
// Several objects with a spec each: two random histories, shuffled into one, are right exactly
// if both are; and the order that is shown keeps real time also between the objects.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/object_specs.h"
#include "judge/random_history.h"
#include "judge/search/oracle.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { OBJECTS = 2 };

typedef struct source {
    lp_history *h;
    uint32_t *methods;
    uint32_t next;     // event
    uint32_t *numbers; // of its operations in the whole
} source;

static lp_history *shuffle(rng *r, source *sources, lp_pool *pool, const object_spec *specs)
{
    lp_history *whole = lp_history_new(pool);
    for (;;) {
        uint32_t left = 0;
        for (int i = 0; i < OBJECTS; i++)
            left += sources[i].h->event_count - sources[i].next;
        if (!left)
            return whole;
        uint32_t which = (uint32_t)rng_below(r, OBJECTS);
        source *s = &sources[which];
        if (s->next == s->h->event_count)
            continue;
        lp_event event = s->h->events[s->next++];
        const lp_op *op = &s->h->ops[event.op];
        if (event.is_return) {
            lp_history_return(whole, s->numbers[event.op], op->result);
            continue;
        }
        uint32_t n = lp_history_call(whole, op->process + 10 * which, op->method, op->arg);
        whole->ops[n].object = lp_string(pool, specs[which].object, 1);
        s->numbers[event.op] = n;
    }
}

// Each object's part of the order explains its history, and all keep real time.
static void check_witness(const lp_history *whole, const source *sources, const object_spec *specs,
                          const lp_verdict *v)
{
    uint32_t *position = memory_new(whole->op_count, sizeof *position);
    for (int i = 0; i < OBJECTS; i++) {
        const source *s = &sources[i];
        lp_effect *mine = memory_new(v->witness_count + 1, sizeof *mine);
        uint32_t n = 0;
        for (uint32_t k = 0; k < v->witness_count; k++) {
            for (uint32_t o = 0; o < s->h->op_count; o++)
                if (s->numbers[o] == v->witness[k].ops[0])
                    mine[n++] = (lp_effect){.count = 1, .ops = {o}, .sync = s->methods[o]};
            position[v->witness[k].ops[0]] = k + 1;
        }
        judge_task task = {.history = s->h, .methods = s->methods, .spec = specs[i].spec};
        assert_true(oracle_check_witness(&task, lp_op_precedes, mine, n));
        free(mine);
    }
    for (uint32_t a = 0; a < whole->op_count; a++)
        for (uint32_t b = 0; b < whole->op_count; b++)
            if (position[a] && position[b] && lp_op_precedes(&whole->ops[a], &whole->ops[b]))
                assert_true(position[a] < position[b]);
    free(position);
}

static void objects_are_judged_with_their_specs(void **state)
{
    (void)state;
    object_spec specs[OBJECTS] = {{"q", lp_spec_find("queue")}, {"s", lp_spec_find("set")}};
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 20, holds = 0, named[OBJECTS] = {0};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = 0; n < cases; n++) {
        lp_pool *pool = lp_pool_new();
        source sources[OBJECTS] = {0};
        lp_outcome truth[OBJECTS];
        for (int i = 0; i < OBJECTS; i++) {
            random_shape shape = {.processes = 3,
                                  .ops = 2 + (uint32_t)rng_below(&r, 4),
                                  .values = 2,
                                  .pending_percent = rng_below(&r, 2) ? 0 : 25,
                                  .change_percent = 40};
            source *s = &sources[i];
            s->h = random_history(&r, pool, specs[i].spec, &shape, &s->methods);
            s->numbers = memory_new(s->h->op_count, sizeof *s->numbers);
            judge_task task = {.history = s->h, .methods = s->methods, .spec = specs[i].spec};
            truth[i] = oracle_enumerate(&task, lp_op_precedes, 0);
        }
        lp_history *whole = shuffle(&r, sources, pool, specs);
        lp_verdict v;
        lp_verdict_init(&v);
        error e = {0};
        assert_true(judge_objects(judge_find("linearizable", &e), whole,
                                  &(object_specs){specs, OBJECTS}, NULL, (objects_how){true, false},
                                  &v, &e));
        bool right = truth[0] == LP_HOLDS && truth[1] == LP_HOLDS;
        assert_int_equal(v.outcome, right ? LP_HOLDS : LP_VIOLATED);
        if (right) {
            holds++;
            assert_true(v.has_witness);
            check_witness(whole, sources, specs, &v);
        } else {
            // The first of those that are wrong, by its name.
            int wrong = truth[0] == LP_HOLDS;
            named[wrong]++;
            assert_int_equal(v.reason[8], specs[wrong].object[0]); // object "q": …
        }
        lp_verdict_fini(&v);
        for (int i = 0; i < OBJECTS; i++) {
            lp_history_free(sources[i].h);
            free(sources[i].methods);
            free(sources[i].numbers);
        }
        lp_history_free(whole);
        lp_pool_free(pool);
    }
    printf("%llu hold, %llu and %llu violated\n", (unsigned long long)holds,
           (unsigned long long)named[0], (unsigned long long)named[1]);
    assert_true(holds > cases / 20 && named[0] > cases / 20 && named[1] > cases / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_judged_with_their_specs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
