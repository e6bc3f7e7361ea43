// SPDX-License-Identifier: MIT
// Everything that --spec and --map take, and what is said of what they do not.

#include "base/memory.h"
#include "spec/registry.h"
#include "spec/sequential.h"
#include "spec/spec_get.h"
#include "toolchain/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void refused(const char *name, const char *map, const char *words)
{
    error e = {0};
    spec_options o = {.map = map};
    const lp_spec *spec = spec_get(name, &o, &e);
    if (spec)
        fail_msg("\"%s\" is taken for %s", name, spec->name);
    if (!strstr(e.message, words))
        fail_msg("\"%s\": \"%s\" does not say \"%s\"", name, e.message, words);
}

static void taken(const char *name, const char *shown, int64_t parameter)
{
    error e = {0};
    const lp_spec *spec = spec_get(name, NULL, &e);
    if (!spec) {
        fail_msg("%s", e.message);
        return;
    }
    assert_string_equal(spec->name, shown);
    assert_int_equal(spec->parameter.value, parameter);
    spec_release(spec);
}

static void names(void **state)
{
    (void)state;
    taken("queue", "queue", 0);
    taken("Priority_Queue", "priority-queue", 0);
    taken("bounded-queue:4", "bounded-queue:4", 4);
    taken("bounded_queue:1", "bounded-queue:1", 1);
    taken("semaphore", "semaphore", 1);
    taken("semaphore:0", "semaphore:0", 0);
    refused("quue", NULL, "did you mean \"queue\"?");
    refused("bounded-quee:3", NULL, "did you mean \"bounded-queue\"?");
    refused("xyz", NULL, "`linchpin specs` lists them");
    refused("", NULL, "there is no spec");
    refused("bounded-queue", NULL, "needs its capacity: write bounded-queue:2");
    for (const char *const *bad =
             (const char *const[]){"", "0", "-1", "x", "4x", "4:4", "99999999999999999999", NULL};
         *bad; bad++) {
        char *name = text_format("bounded-queue:%s", *bad);
        refused(name, NULL, "the capacity of bounded-queue is a number from 1 to ");
        free(name);
    }
    refused("snapshot:65", NULL, "from 1 to 64");
    refused("queue:3", NULL, "takes no number");
}

static void built_ins_are_recognised(void **state)
{
    (void)state;
    error e = {0};
    spec_options o = {.map = "x=enq"};
    const lp_spec *plain = spec_find("queue", &e), *mapped = spec_get("queue", &o, &e);
    assert_true(spec_is(plain, "queue"));
    assert_true(spec_is(mapped, "queue"));
    assert_false(spec_is(mapped, "stack"));
    assert_false(spec_is(mapped, "no such spec"));
    lp_spec own = {.name = "queue"};
    assert_false(spec_is(&own, "queue"));
    spec_release(mapped);
    spec_release(plain);
    spec_release(NULL);
}

static void map(void **state)
{
    (void)state;
    error e = {0};
    spec_options o = {.map = "produce=enq, consume = poll ,enq=enq,Peek=deq"};
    const lp_spec *spec = spec_get("queue", &o, &e);
    assert_non_null(spec);
    assert_string_equal(spec->name, "queue");
    assert_int_equal(spec_method(spec, "produce"), spec_method(spec, "enq"));
    assert_int_equal(spec_method(spec, "consume"), spec_method(spec, "deq"));
    assert_int_equal(spec_method(spec, "Peek"), spec_method(spec, "deq"));
    assert_int_not_equal(spec_method(spec, "peek"), spec_method(spec, "deq"));
    assert_int_equal(spec_method(spec, "Consume"), UINT32_MAX);
    text why = {0};
    uint32_t failed;
    assert_true(sequential_run(spec, "produce(1) produce(2) consume()=1 Peek()=2", &why, &failed));
    spec_release(spec);
    text_fini(&why);

    // What the map says goes before what the spec says.
    o.map = "trylock=trylock_exact";
    spec = spec_get("mutex", &o, &e);
    assert_int_equal(spec_method(spec, "trylock"), spec_method(spec, "trylock_exact"));
    spec_release(spec);

    refused("queue", "offer=enqq", "did you mean \"enq\"?");
    refused("queue", "a=zzzzzz", "it has: enq, deq, peek");
    refused("queue", "a=enq,a=deq", "\"a\" two meanings: enq and deq");
    refused("queue", "a=b=enq", "NAME=METHOD");
    refused("queue", "a=c,c=enq", "no method \"c\"");
    for (const char *const *bad =
             (const char *const[]){"", ",", "enq", "=enq", "a=", "a=enq,", NULL};
         *bad; bad++)
        refused("queue", *bad, "--map takes NAME=METHOD");
}

static void names_without_regard_to_spelling(void **state)
{
    (void)state;
    error e = {0};
    const lp_spec *queue = spec_find("queue", &e);
    uint32_t try_enq = spec_method(queue, "try_enq");
    assert_int_equal(spec_method(queue, "tryEnqueue"), try_enq);
    assert_int_equal(spec_method(queue, "TRY-ENQ"), try_enq);
    assert_int_equal(spec_method(queue, "try_enqueu"), UINT32_MAX);
    assert_int_equal(spec_method(queue, ""), UINT32_MAX);
    assert_int_equal(spec_method(queue, "_"), UINT32_MAX);
}

static void results_are_read_as_the_spec_emits_them(void **state)
{
    (void)state;
    lp_spec_method nothing = {.name = "enq", .args = 1, .returns_nothing = true};
    lp_spec_method done = {.name = "cas", .args = 1, .echo_is_true = true};
    lp_spec_method plain = {.name = "deq"};
    struct {
        lp_spec_method *method;
        lp_value arg, result, normal;
        bool fine;
    } table[] = {
        {&nothing, lp_int(5), LP_NIL, LP_UNIT, true},
        {&nothing, lp_int(5), LP_UNIT, LP_UNIT, true},
        {&nothing, lp_int(5), lp_int(5), LP_UNIT, true},
        {&nothing, lp_int(5), LP_TRUE, LP_UNIT, true},
        {&nothing, lp_int(5), lp_int(6), LP_UNIT, false},
        {&nothing, lp_int(5), LP_FALSE, LP_UNIT, false},
        {&done, lp_int(5), lp_int(5), LP_TRUE, true},
        {&done, lp_int(5), LP_FALSE, LP_FALSE, true},
        {&done, LP_FALSE, LP_FALSE, LP_FALSE, true},
        {&plain, LP_NIL, LP_NIL, LP_NIL, true},
        {&plain, LP_NIL, lp_int(5), lp_int(5), true},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lp_value result = table[i].result;
        assert_int_equal(spec_normal_result(table[i].method, table[i].arg, &result), table[i].fine);
        assert_true(lp_value_equal(result, table[i].normal));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(built_ins_are_recognised),
        cmocka_unit_test(map),
        cmocka_unit_test(names_without_regard_to_spelling),
        cmocka_unit_test(results_are_read_as_the_spec_emits_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
