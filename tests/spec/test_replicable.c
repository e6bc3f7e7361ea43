// SPDX-License-Identifier: MIT
// Which methods a replicated state machine can offer, and why not the others.

#include "spec/registry.h"
#include "spec/replicable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const replicable_method *found(const replicable *r, const char *name)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (strcmp(r->methods[i].name, name) == 0)
            return &r->methods[i];
    return NULL;
}

// Of a spec that can: what is left out, word by word.
static void leaves_out(const char *name, const char *what)
{
    error e = {0};
    replicable r;
    assert_true(replicable_get(name, &r, &e));
    assert_string_equal(r.left_out.length ? r.left_out.bytes : "", what);
    replicable_fini(&r);
}

static void refused(const char *name, const char *why)
{
    error e = {0};
    replicable r;
    assert_false(replicable_get(name, &r, &e));
    if (!strstr(e.message, why))
        fail_msg("%s: %s", name, e.message);
}

static void test_builtins(void **state)
{
    (void)state;
    leaves_out("queue", "");
    leaves_out("deque", "");
    leaves_out("set", "");
    leaves_out("cas-register", "");
    leaves_out("bounded-queue:2", "put may wait; take may wait");
    // What waits cannot be reached from so many: it is found with fewer.
    leaves_out("bounded-queue:100000", "put may wait; take may wait");
    leaves_out("semaphore:100000", "acquire may wait");
    leaves_out("log", "read_all returns a list");
    leaves_out("kv", "append keeps lists or strings; cas takes more than two arguments");
    refused("mutex", "it looks at who calls");
    refused("channel", "its operations take effect together with others");
    refused("snapshot:3", "what is left answers nothing");
    refused("bounded-queue", "bounded-queue needs its capacity");
    refused("quueue", "did you mean \"queue\"?");
    refused("my_spec.c", "only specs that are built in");
    refused("model.lin:stack", "only specs that are built in");
}

static void test_arguments(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *method;
        unsigned arguments;
        bool reads_only, looks_up;
    } wanted[] = {
        {"queue", "enq", 1, false, false},
        {"queue", "deq", 0, false, false},
        {"set", "insert", 1, false, false},
        {"set", "remove", 1, false, true},
        {"set", "contains", 1, true, true},
        {"cas-register", "cas", 2, false, true},
        {"kv", "put", 2, false, false},
        {"kv", "get", 1, true, true},
        {"log", "append", 1, false, false},
        {"log", "read", 1, true, true},
        {"counter", "add", 1, false, false},
        {"multiset", "count", 1, true, true},
        {"max-register", "write", 1, false, false},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        error e = {0};
        replicable r;
        assert_true(replicable_get(wanted[i].spec, &r, &e));
        const replicable_method *m = found(&r, wanted[i].method);
        assert_non_null(m);
        assert_int_equal(m->arguments, wanted[i].arguments);
        assert_int_equal(m->reads_only, wanted[i].reads_only);
        if (m->looks_up != wanted[i].looks_up)
            fail_msg("%s of %s", m->name, wanted[i].spec);
        replicable_fini(&r);
    }
}

// A turnstile that waits for three pushes; once somebody has passed, `peep` waits for ever.
enum { PUSH, PASS, PEEP };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value zero = lp_int(0);
    s->emit(s, NULL, &zero, sizeof zero);
}

static void step(lp_step *s)
{
    int64_t n = lp_to_int(lp_step_values(s, NULL)[0]);
    lp_value next = lp_int(s->calls[0].method == PUSH ? n < 5 ? n + 1 : n : -1);
    if (s->calls[0].method == PUSH)
        lp_step_emit_values(s, LP_UNIT, &next, 1);
    else if (s->calls[0].method == PASS && n >= 3)
        lp_step_emit_values(s, LP_UNIT, &next, 1);
    else if (s->calls[0].method == PEEP && n >= 0)
        lp_step_emit_same(s, lp_int(n));
}

// What only a method that is left out leads to does not count.
static void test_left_out_first(void **state)
{
    (void)state;
    const lp_spec spec = {
        .name = "turnstile",
        .methods = {{"push", NULL, 0, "push()"},
                    {"pass", NULL, 0, "pass()"},
                    {"peep", NULL, 0, "peep() → 0"}},
        .initial = initial,
        .step = step,
    };
    error e = {0};
    replicable r;
    assert_true(replicable_find(&spec, &r, &e));
    assert_string_equal(r.left_out.bytes, "pass may wait");
    assert_non_null(found(&r, "peep"));
    replicable_fini(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builtins),
                                       cmocka_unit_test(test_arguments),
                                       cmocka_unit_test(test_left_out_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
