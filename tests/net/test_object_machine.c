// SPDX-License-Identifier: MIT
// lp_machine against the automaton of its spec, of every built-in spec that can be replicated: what it
// answers to random operations is a run of the spec, the same from a copy that went through bytes, and
// the answers chain as those of the free machine do.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "net/wire/bytes.h"
#include "setting.h"
#include "spec/automaton.h"
#include "spec/registry.h"
#include "spec/replicable.h"

#include <linchpin/node.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FIRST = 2, VALUES = 4 };

typedef struct tried {
    replicable object;
    const char *methods[LP_MAX_METHODS];
    lp_machine_type type;
    lp_pool *pool;
    automaton *a;
    uint32_t *states; // in which the spec may be after all answers
    size_t count, capacity;
} tried;

static bool begin(tried *t, const lp_spec *spec)
{
    error e = {0};
    const lp_parameter *p = &spec->parameter;
    char *name = p->name ? text_format("%s:%lld", spec->name, (long long)p->value)
                         : memory_string(spec->name);
    *t = (tried){0};
    bool good = replicable_get(name, &t->object, &e);
    free(name);
    if (!good)
        return false;
    for (uint32_t i = 0; i < t->object.count; i++)
        t->methods[i] = t->object.methods[i].name;
    t->type = (lp_machine_type){t->object.spec->name, t->methods, FIRST, t->object.count};
    t->pool = lp_pool_new();
    t->a = automaton_new(t->object.spec, t->pool);
    uint32_t count;
    const uint32_t *initial = automaton_initial(t->a, &count);
    for (uint32_t i = 0; i < count; i++) {
        MEMORY_GROW(t->states, t->capacity, t->count + 1);
        t->states[t->count++] = initial[i];
    }
    return true;
}

static void end(tried *t)
{
    automaton_free(t->a);
    lp_pool_free(t->pool);
    free(t->states);
    replicable_fini(&t->object);
}

static lp_id random_operation(const tried *t, rng *r, uint32_t number, uint32_t *which)
{
    *which = (uint32_t)rng_below(r, t->object.count);
    int32_t first = (int32_t)rng_below(r, VALUES) - 1, second = (int32_t)rng_below(r, VALUES) - 1;
    unsigned arguments = t->object.methods[*which].arguments;
    lp_id x = {(uint64_t)(FIRST + *which) << 60 | UINT64_C(7) << 28 | number,
               arguments == 2   ? lp_both(first, second)
               : arguments == 1 ? first
                                : 0};
    return x;
}

static lp_value argument(const tried *t, uint32_t which, lp_id x)
{
    const lp_value both[] = {lp_int(lp_first(x.value)), lp_int(lp_second(x.value))};
    unsigned arguments = t->object.methods[which].arguments;
    return arguments == 0 ? LP_NIL : arguments == 1 ? lp_int(x.value) : lp_vector(t->pool, both, 2);
}

// The spec allows the answer in some state in which it may be.
static void follow(tried *t, uint32_t which, lp_id x, lp_value result)
{
    uint32_t call = automaton_call(t->a, t->object.methods[which].number, 0, argument(t, which, x));
    uint32_t wanted = automaton_result(t->a, result), *next = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < t->count; i++) {
        uint32_t ways;
        const automaton_way *way = automaton_ways(t->a, t->states[i], call, 0, &ways);
        for (uint32_t k = 0; k < ways; k++) {
            bool there = way[k].result != wanted;
            for (size_t n = 0; !there && n < count; n++)
                there = next[n] == way[k].next;
            if (there)
                continue;
            MEMORY_GROW(next, capacity, count + 1);
            next[count++] = way[k].next;
        }
    }
    if (!count)
        fail_msg("%s: %s has an answer that the spec does not allow", t->object.spec->name,
                 t->methods[which]);
    free(t->states);
    t->states = next;
    t->count = count;
    t->capacity = capacity;
}

static void same_answer(lp_answer a, lp_answer b)
{
    assert_int_equal(a.before.id, b.before.id);
    assert_int_equal(lp_compare_answers(a, b), 0);
    assert_true(lp_value_equal(a.result, b.result));
}

static void through_bytes(const tried *t, const lp_machine *from, lp_machine *to)
{
    lp_bytes b = {0};
    lp_put_machine(&b, from);
    lp_machine_end(to);
    lp_machine_begin(to, &t->type);
    lp_get_machine(&b, to);
    assert_true(lp_get_end(&b));
    for (size_t cut = 0; cut < b.length; cut += 1 + b.length / 16) { // what is cut off is noticed
        lp_machine part;
        lp_bytes less = bytes_view(b.data, cut);
        lp_machine_begin(&part, &t->type);
        lp_get_machine(&less, &part);
        assert_false(lp_get_end(&less));
        lp_machine_end(&part);
    }
    bytes_fini(&b);
}

static void answer_through_bytes(const tried *t, lp_answer a)
{
    lp_bytes b = {0};
    lp_put_answer(&b, a);
    lp_answer back = lp_get_answer(&b, FIRST, FIRST + t->type.count - 1);
    assert_true(lp_get_end(&b));
    same_answer(a, back);
    assert_int_equal(a.before.value, back.before.value);
    bytes_fini(&b);
}

static void try_spec(tried *t, rng *r, uint32_t steps)
{
    lp_machine m, copy;
    lp_id before = LP_NO_ID;
    uint64_t past = 0;
    lp_machine_begin(&m, &t->type);
    lp_machine_begin(&copy, &t->type);
    for (uint32_t i = 1; i <= steps; i++) {
        uint32_t which;
        lp_id x = random_operation(t, r, i, &which);
        lp_answer a = lp_machine_answer(&m, x);
        same_answer(a, lp_machine_answer(&m, x)); // asking changes nothing
        same_answer(a, lp_machine_answer(&copy, x));
        assert_int_equal(a.before.id, before.id);
        assert_true(a.past == past);
        answer_through_bytes(t, a);
        follow(t, which, x, a.result);
        lp_machine_apply(&m, x);
        lp_machine_apply(&copy, x);
        assert_int_equal(m.last.id, x.id);
        before = x;
        assert_true(m.past != past); // it is told apart from all before
        past = lp_past(past, x);
        if (rng_below(r, 10) == 0)
            through_bytes(t, &m, &copy);
    }
    lp_machine_end(&m);
    lp_machine_end(&copy);
}

static void test_specs(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    int count = 0;
    for (size_t i = 0; spec_builtins[i]; i++) {
        tried t;
        if (!begin(&t, spec_builtins[i]))
            continue;
        try_spec(&t, &r, (uint32_t)setting("LINCHPIN_STEPS", 400));
        end(&t);
        count++;
    }
    assert_true(count >= 12);
}

// A pool is renewed now and then: the object does not notice.
static void test_long(void **state)
{
    (void)state;
    static const char *const methods[] = {"cas", "read", "write"};
    const lp_machine_type type = {"cas-register", methods, 1, 3};
    lp_machine m;
    lp_machine_begin(&m, &type);
    lp_id write = {UINT64_C(3) << 60 | 1, 0}, read = {UINT64_C(2) << 60 | 2, 0};
    lp_machine_apply(&m, write);
    for (int32_t n = 0; n < 10000; n++) {
        lp_id cas = {UINT64_C(1) << 60 | (uint64_t)n, lp_both(n, n + 1)};
        assert_true(lp_value_equal(lp_machine_answer(&m, cas).result, LP_TRUE));
        lp_machine_apply(&m, cas);
        assert_true(lp_value_equal(lp_machine_answer(&m, read).result, lp_int(n + 1)));
    }
    lp_machine_end(&m);
}

static void test_bad_answers(void **state)
{
    (void)state;
    static const struct {
        int64_t kind, bits;
    } bad[] = {{LP_KIND_NIL, 1}, {LP_KIND_UNIT, 1}, {LP_KIND_BOOL, 2}, {LP_KIND_STRING, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lp_bytes b = {0};
        lp_put_id(&b, LP_NO_ID);
        lp_put_int(&b, 0);
        lp_put_int(&b, bad[i].kind);
        lp_put_int(&b, bad[i].bits);
        lp_get_answer(&b, 1, 3);
        assert_false(lp_get_end(&b));
        bytes_fini(&b);
    }
    for (int32_t n = -2; n < 3; n++)
        for (int32_t k = -2; k < 3; k++) {
            assert_int_equal(lp_first(lp_both(n, k)), n);
            assert_int_equal(lp_second(lp_both(n, k)), k);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_specs), cmocka_unit_test(test_long),
                                       cmocka_unit_test(test_bad_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
