// SPDX-License-Identifier: MIT
// States that share their bytes, against plain copies: steps of long states as the spec itself
// makes them; verdicts, with states made long enough to share, as enumeration of the spec gives
// them; and what states that grow cost.

#include "base/intern.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/value/joined.h"
#include "history/history_format.h"
#include "judge/random_history.h"
#include "judge/search/oracle.h"
#include "setting.h"
#include "spec/automaton.h"
#include "spec/made_spec.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const judge judge_linearizable;

enum { MOST_WAYS = 2000 };

// What a spec emits, as it emits it.
typedef struct plain {
    lp_step step;
    intern *states;
    struct {
        lp_value result;
        uint32_t next;
    } ways[MOST_WAYS];
    uint32_t count;
} plain;

static void collect(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    plain *p = (plain *)s;
    assert_true(p->count < MOST_WAYS);
    p->ways[p->count].result = results[0];
    p->ways[p->count++].next = intern_add(p->states, next, size);
}

static uint32_t plain_of(const automaton *a, intern *states, uint32_t state)
{
    size_t size;
    const void *bytes = automaton_state_bytes(a, state, &size);
    return intern_add(states, bytes, size);
}

static bool emitted(const plain *p, lp_value result, uint32_t next)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (lp_value_equal(p->ways[i].result, result) && p->ways[i].next == next)
            return true;
    return false;
}

// Arguments that are ever new make states that grow; few make states that meet again.
static lp_call random_call(const lp_spec *spec, lp_pool *pool, rng *r, int64_t fresh)
{
    uint32_t methods = 0;
    while (spec->methods[methods].name)
        methods++;
    uint32_t method = rng_below(r, 3) ? 0 : (uint32_t)rng_below(r, methods);
    lp_value args[3] = {lp_int((int64_t)rng_below(r, 3)), lp_int(fresh), lp_int(fresh)};
    int n = spec->methods[method].args;
    lp_value arg = n == 0   ? LP_NIL
                   : n == 1 ? lp_int(rng_below(r, 2) ? fresh : (int64_t)rng_below(r, 5))
                            : lp_vector(pool, args, (size_t)n);
    return (lp_call){.method = method, .arg = arg};
}

static void walk(const lp_spec *spec, rng *r, uint64_t steps)
{
    lp_pool *pool = lp_pool_new();
    automaton *a = automaton_new(spec, pool);
    intern *states = intern_new(); // of the automaton's, in their order: the same numbers
    uint32_t initial, now = automaton_initial(a, &initial)[0];
    for (uint32_t i = 0; i < automaton_state_count(a); i++)
        assert_int_equal(plain_of(a, states, i), i);
    for (uint64_t n = 0; n < steps; n++) {
        if (rng_below(r, 50) == 0)
            now = (uint32_t)rng_below(r, automaton_state_count(a));
        lp_call call = random_call(spec, pool, r, (int64_t)n);
        plain p = {.step = {.spec = spec,
                            .pool = pool,
                            .sync = call.method,
                            .count = 1,
                            .calls = &call,
                            .emit = collect},
                   .states = states};
        p.step.state = intern_get(states, now, &p.step.state_size);
        spec->step(&p.step);
        uint32_t number = automaton_call(a, call.method, 0, call.arg), ways;
        const automaton_way *way = automaton_ways(a, now, number, 0, &ways);
        assert_true(ways <= p.count);
        assert_int_equal(ways == 0, p.count == 0);
        uint32_t next = now;
        for (uint32_t i = 0; i < ways; i++) {
            assert_int_equal(plain_of(a, states, way[i].next), way[i].next);
            assert_true(emitted(&p, automaton_result_get(a, way[i].result), way[i].next));
            next = rng_below(r, i + 1) ? next : way[i].next;
        }
        now = next;
        assert_int_equal(intern_count(states), automaton_state_count(a));
        uint32_t some = (uint32_t)rng_below(r, automaton_state_count(a));
        assert_int_equal(plain_of(a, states, some), some);
    }
    if (intern_bytes(states) > 8 << 20)
        assert_true(automaton_bytes(a) < intern_bytes(states) / 2);
    intern_free(states);
    automaton_free(a);
    lp_pool_free(pool);
}

static void steps_of_long_states_are_the_specs(void **state)
{
    (void)state;
    static const char *const names[] = {"log", "queue", "stack",    "deque",         "set",
                                        "bag", "kv",    "multiset", "priority-queue"};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int round = 0; round < 3; round++)
            walk(spec_find(names[i], NULL), &r, setting("LINCHPIN_CASES", 20000) / 20);
}

// A spec whose states have a long beginning and a long end that never change.
enum { PAD = INTERN_SHARE_FROM };

typedef struct padded {
    lp_spec spec;
    spec_made made;
    const lp_spec *base;
} padded;

typedef struct inner {
    lp_step step;
    lp_step *outer;
} inner;

static void emit_padded(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    lp_step *outer = ((inner *)s)->outer;
    char *whole = memory_new(size + (size_t)2 * PAD, 1);
    memset(whole, 'b', PAD);
    if (size)
        memcpy(whole + PAD, next, size);
    memset(whole + PAD + size, 'e', PAD);
    outer->emit(outer, results, whole, size + (size_t)2 * PAD);
    free(whole);
}

static void padded_initial(const lp_spec *self, lp_step *s)
{
    const padded *p = self->context;
    inner i = {.step = *s, .outer = s};
    i.step.spec = p->base;
    i.step.emit = emit_padded;
    p->base->initial(p->base, &i.step);
}

static void padded_step(lp_step *s)
{
    const padded *p = s->spec->context;
    inner i = {.step = *s, .outer = s};
    i.step.spec = p->base;
    i.step.state = (const char *)s->state + PAD;
    i.step.state_size = s->state_size - (size_t)2 * PAD;
    i.step.emit = emit_padded;
    p->base->step(&i.step);
}

static void pad(padded *p, const lp_spec *base)
{
    *p = (padded){.spec = *base, .made = spec_made_beside(base), .base = base};
    p->spec.initial = padded_initial;
    p->spec.step = padded_step;
    p->spec.print = NULL;
    p->spec.why = NULL;
    p->spec.may_return = NULL;
    p->spec.context = p;
    p->spec.made = &p->made; // no built-in: no fast judge takes it
}

static void compare(const lp_spec *spec, const lp_spec *longer, rng *r, uint64_t counts[4])
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 2 + (uint32_t)rng_below(r, 3),
                          .ops = 3 + (uint32_t)rng_below(r, 5),
                          .values = 1 + (int64_t)rng_below(r, 3),
                          .pending_percent = rng_below(r, 2) ? 0 : 25,
                          .change_percent = 70};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    judge_task task = {.history = h, .methods = methods, .spec = spec};
    lp_outcome truth = oracle_judge(&judge_linearizable, &task, 0);
    lp_verdict v;
    lp_verdict_init(&v);
    error e = {0};
    assert_true(judge_outcome(&judge_linearizable, h, longer, NULL, &v, &e));
    if (v.outcome != truth) {
        text line = {0};
        history_canonical(h, &line);
        fail_msg("%s: enumeration says %s, the judge %s: %s", spec->name, outcome_name(truth),
                 outcome_name(v.outcome), line.bytes);
    }
    counts[truth]++;
    lp_verdict_fini(&v);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static void verdicts_do_not_change(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10;
    for (size_t i = 0; spec_builtins[i]; i++) {
        rng r;
        rng_init(&r, setting("LINCHPIN_SEED", 1));
        padded p;
        pad(&p, spec_builtins[i]);
        uint64_t counts[4] = {0};
        for (uint64_t n = 0; n < cases; n++)
            compare(spec_builtins[i], &p.spec, &r, counts);
        assert_true(counts[LP_HOLDS] > cases / 50 && counts[LP_VIOLATED] > cases / 50);
    }
}

// 8,000 states of up to 128,000 bytes: copies take 512 MB.
static void states_that_grow_take_little(void **state)
{
    (void)state;
    static const char *const names[] = {"log", "queue", "stack", "deque"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        lp_pool *pool = lp_pool_new();
        automaton *a = automaton_new(spec_find(names[k], NULL), pool);
        uint32_t count, now = automaton_initial(a, &count)[0];
        for (int64_t i = 0; i < 8000; i++) {
            const automaton_way *way =
                automaton_ways(a, now, automaton_call(a, 0, 0, lp_int(i)), 0, &count);
            assert_true(count > 0);
            now = way[0].next;
        }
        assert_true(automaton_bytes(a) < 8 << 20);
        automaton_free(a);
        lp_pool_free(pool);
    }
}

static lp_verdict judged(lp_pool *pool, const char *spec, lp_value method, const lp_value *args,
                         uint32_t count)
{
    lp_history *h = lp_history_new(pool);
    for (uint32_t i = 0; i < count; i++)
        lp_history_return(h, lp_history_call(h, 0, method, args[i]), LP_UNIT);
    lp_verdict v;
    lp_verdict_init(&v);
    error e = {0};
    assert_true(judge_outcome(&judge_linearizable, h, spec_find(spec, NULL), NULL, &v, &e));
    lp_history_free(h);
    return v;
}

// The same through the judge, of a store's strings: the pool keeps what is new in each.
static void appending_to_a_key_takes_little(void **state)
{
    (void)state;
    enum { APPENDS = 4000 };
    lp_pool *pool = lp_pool_new();
    lp_value *args = memory_new(APPENDS, sizeof *args);
    for (uint32_t i = 0; i < APPENDS; i++) {
        char piece[64];
        int length = snprintf(piece, sizeof piece, "%050u", i);
        lp_value both[2] = {lp_string(pool, "k", 1), lp_string(pool, piece, (size_t)length)};
        args[i] = lp_vector(pool, both, 2);
    }
    uint64_t before = pool_bytes(pool);
    lp_verdict v = judged(pool, "kv", lp_string(pool, "append", 6), args, APPENDS);
    assert_int_equal(v.outcome, LP_HOLDS);
    assert_true(pool_bytes(pool) - before < 4 << 20);
    lp_verdict_fini(&v);
    free(args);
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_long_states_are_the_specs),
        cmocka_unit_test(verdicts_do_not_change),
        cmocka_unit_test(states_that_grow_take_little),
        cmocka_unit_test(appending_to_a_key_takes_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
