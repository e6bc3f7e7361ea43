// SPDX-License-Identifier: MIT
// The .lin language: limits, damaged input, steps, and spec blocks.

#include "base/memory.h"
#include "base/random.h"
#include "judge/monitor/monitor.h"
#include "model/model.h"
#include "model/spec/spec_block.h"
#include "model/steps/program.h"
#include "model/syntax/lex.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char stack_source[] =
    "const TWO = 2; /* a comment */\n"
    "struct node { int val; node* next; }\n"
    "shared node* top;\n"
    "procedure try(node* n) -> bool { node* t = top; n.next = t; return cas(top, t, n); }\n"
    "object stack {\n"
    "  push(int v) @insert { node* n = new node{v}; loop { if (try(n)) @lin return; } }\n"
    "  pop() -> int? @remove { loop { node* t = top; if (t == null) @lin return none;\n"
    "    node* u = t.next; if (cas(top, t, u)) @lin return t.val; } } // done\n"
    "}\n"
    "spec lifo { seq<int> s; push(int v) { s.push(v); }\n"
    "  pop() -> int? { if (s.empty()) return none; return s.pop(); } }\n"
    "spec pairs { int n; sync a(int x) -> int with b() -> (int, bool) { n = n + 1;\n"
    "    return x, (n, true); } sync m = 1..4 c(int y) { await(m == y.len()); }\n"
    "  sync TWO a(int z) -> int { return z.front(); } a(int x) -> int { return x; } }\n"
    "shared int[3] a = {1, TWO}; object more { f(int v) -> int? { int[2] b = {v, 1};\n"
    "  for (int i = 0; i < 3; i += 1) { a[i] ^= v << 1 | ~b[0] >> 1 & 3; }\n"
    "  return v > 0 ? none : a[0]; } }\n"
    "verify stack refines lifo { threads TWO; int 0..1; capacity 2; }\n";

static model *read_text(const char *source_text, error *e)
{
    memset(e, 0, sizeof *e);
    return model_read("test.lin", source_text, strlen(source_text), e);
}

static void test_reads_design_example(void **state)
{
    (void)state;
    error e;
    model *m = read_text(stack_source, &e);
    assert_non_null(m);
    assert_int_equal(m->instance_count, 1);
    assert_int_equal(m->instances[0].threads, 2);
    assert_true(m->instances[0].subject->methods[0]->inserts);
    assert_true(m->instances[0].subject->methods[1]->removes);
    model_free(m);
}

// The parser looks ahead: after any number of tokens there are some more to look at.
static void test_tokens_end(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 300; n++) {
        text t = {0};
        error e = {0};
        token *tokens = NULL;
        for (uint32_t i = 0; i < n; i++)
            text_add(&t, ";");
        const source s = {.file = "", .bytes = t.bytes ? t.bytes : "", .length = n};
        assert_true(lex(&s, &tokens, &e));
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(tokens[i].kind, TOKEN_SIGN);
        for (uint32_t i = 0; i <= LEX_AHEAD; i++)
            assert_int_equal(tokens[n + i].kind, TOKEN_END);
        free(tokens);
        text_fini(&t);
    }
    error e;
    assert_null(read_text("ghost bool g; object o { f() { if (g) ", &e));
    assert_null(read_text("object o { f() { } } verify o refines s-", &e));
}

// Every prefix is a model or an error with a place in it; never a crash.
static void test_prefixes(void **state)
{
    (void)state;
    for (size_t n = 0; n < strlen(stack_source); n++) {
        error e = {0};
        model *m = model_read("test.lin", stack_source, n, &e);
        if (!m) {
            assert_true(e.message[0] != 0);
            assert_true(e.line >= 1 && e.column >= 1);
        }
        model_free(m);
    }
}

// A byte changed, dropped or doubled: the same.
static void test_damaged(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 1);
    size_t length = strlen(stack_source);
    for (int i = 0; i < 20000; i++) {
        char *copy = memory_new(length + 2, 1);
        memcpy(copy, stack_source, length);
        size_t size = length;
        for (uint64_t k = rng_below(&r, 3) + 1; k > 0; k--) {
            size_t at = (size_t)rng_below(&r, size - 1);
            switch (rng_below(&r, 3)) {
            case 0:
                copy[at] = stack_source[rng_below(&r, length)];
                break;
            case 1:
                memmove(copy + at, copy + at + 1, size - at - 1);
                size--;
                break;
            default:
                copy[at] = (char)rng_below(&r, 256);
            }
        }
        error e = {0};
        model *m = model_read("test.lin", copy, size, &e);
        assert_true(m || e.message[0]);
        for (uint32_t k = 0; m && k < m->instance_count; k++) {
            text c = {0};
            program *p = program_new(m->instances[k].in, m->instances[k].subject,
                                     &(program_options){.threads = 2, .nodes = 4});
            program_emit(p, &c);
            assert_true(c.length > 0);
            program_free(p);
            text_fini(&c);
        }
        model_free(m);
        free(copy);
    }
}

static void expect_too_deep(const char *before, const char *open, const char *middle,
                            const char *close, const char *after)
{
    text t = {0};
    error e;
    text_add(&t, "%s", before);
    for (int i = 0; i < 50000; i++)
        text_add(&t, "%s", open);
    text_add(&t, "%s", middle);
    for (int i = 0; i < 50000 && *close; i++)
        text_add(&t, "%s", close);
    text_add(&t, "%s", after);
    assert_null(read_text(t.bytes, &e));
    assert_non_null(strstr(e.message, "nested deeper"));
    text_fini(&t);
}

static void test_deep_nesting(void **state)
{
    (void)state;
    expect_too_deep("shared int x = ", "(", "1", ")", ";");
    expect_too_deep("shared int x = ", "-", "1", "", ";");
    expect_too_deep("shared int x = 1", "+1", "", "", ";");
    expect_too_deep("object o { f() ", "{", "", "}", "}");
    expect_too_deep("object o { f() { ", "if (true) ", "return;", "", "} }");
    expect_too_deep("object o { f() { ", "if (true) {} else ", "return;", "", "} }");
    expect_too_deep("object o { f() { int x = a", ".b", ";", "", "} }");
    expect_too_deep("object o { f() { int x = ", "new t{", "", "}", "; } }");
}

static uint32_t steps_of(const char *body)
{
    text t = {0};
    error e;
    text_add(&t,
             "struct node { int val; node* next; }\nshared node* p;\nshared int x; shared int y;\n"
             "procedure two(int a) -> int { x = a; return y; }\n"
             "procedure four(int a) { int b = two(a); int c = two(b); }\n"
             "object o { f() { %s } }\nverify o { threads 1; }\n",
             body);
    model *m = read_text(t.bytes, &e);
    if (!m)
        fail_msg("%s: %s", body, e.message);
    program *p = program_new(m->instances[0].in, m->instances[0].subject,
                             &(program_options){.threads = 1, .nodes = 2});
    uint32_t steps = p->pc_count - 1; // without the return
    program_free(p);
    model_free(m);
    text_fini(&t);
    return steps;
}

// One step per shared access, none for local work.
static void test_granularity(void **state)
{
    (void)state;
    assert_int_equal(steps_of(""), 0);
    assert_int_equal(steps_of("int a = 1; a = a + 1; node* n = new node{a};"), 0);
    assert_int_equal(steps_of("x = 1;"), 1);
    assert_int_equal(steps_of("x = x + y;"), 3);
    assert_int_equal(steps_of("int a = x;"), 1);
    assert_int_equal(steps_of("node* n = p.next.next;"), 3);
    assert_int_equal(steps_of("if (x == 0 && y == 0) x = 1;"), 3);
    assert_int_equal(steps_of("cas(x, 0, 1);"), 1);
    assert_int_equal(steps_of("cas(x, y, y);"), 3);
    assert_int_equal(steps_of("cas(p.next, null, new node{1});"), 2);
    assert_int_equal(steps_of("atomic { x = x + y; p.next = p; }"), 1);
    assert_int_equal(steps_of("atomic { }"), 1);
    assert_int_equal(steps_of("node* n = new node{1}; free(n);"), 2);
    assert_int_equal(steps_of("while (x != 0) { y = 1; }"), 2);
    assert_int_equal(steps_of("x += 1;"), 2);
    assert_int_equal(steps_of("p.next.val += x;"), 5);
    assert_int_equal(steps_of("x = x > 0 ? y : two(1);"), 5);
    assert_int_equal(steps_of("int[2] a = {x, 1}; a[1] += a[0];"), 1);
    assert_int_equal(steps_of("for (int i = 0; i < x; i += 1) y = i;"), 2);
    assert_int_equal(steps_of("int a = two(1);"), 2);
    assert_int_equal(steps_of("x = two(1) + two(2);"), 5);
    assert_int_equal(steps_of("four(x); four(1);"), 9);
    assert_int_equal(steps_of("atomic { four(x); }"), 1);
}

// A spec block and the built-in of the same object are the same automaton.
static void test_spec_block_equals_builtin(void **state)
{
    (void)state;
    error e = {0};
    model *m = read_text(stack_source, &e);
    assert_non_null(m);
    spec_block *b = spec_block_new(m, m->instances[0].spec);
    const lp_spec *builtin = spec_find("stack", &e);
    lp_pool *pool = lp_pool_new();
    monitor *mine = monitor_new(spec_block_spec(b), pool), *theirs = monitor_new(builtin, pool);
    rng r;
    rng_init(&r, 7);
    uint32_t violated = 0, allowed = 0;
    for (int round = 0; round < 3000; round++) {
        uint32_t s = monitor_start(mine), t = monitor_start(theirs);
        int open[2] = {-1, -1};
        for (int i = 0; i < 12 && s != MONITOR_VIOLATED; i++) {
            uint32_t who = (uint32_t)rng_below(&r, 2);
            if (open[who] < 0) {
                open[who] = (int)rng_below(&r, 2);
                lp_value arg = open[who] == 0 ? lp_int((int64_t)rng_below(&r, 2)) : LP_NIL;
                uint32_t name = (uint32_t)open[who];
                s = monitor_call(mine, s, who, name, who, arg, NULL, false);
                t = monitor_call(theirs, t, who, spec_method(builtin, name ? "pop" : "push"), who,
                                 arg, NULL, false);
            } else {
                lp_value result = LP_UNIT;
                if (open[who] == 1)
                    result = rng_below(&r, 3) ? lp_int((int64_t)rng_below(&r, 2)) : LP_NIL;
                s = monitor_return(mine, s, who, result);
                t = monitor_return(theirs, t, who, result);
                open[who] = -1;
            }
            assert_int_equal(s == MONITOR_VIOLATED, t == MONITOR_VIOLATED);
        }
        violated += s == MONITOR_VIOLATED;
        allowed += s != MONITOR_VIOLATED;
    }
    assert_true(violated > 100 && allowed > 100);
    assert_false(spec_block_failed(b, &e));
    monitor_free(mine);
    monitor_free(theirs);
    lp_pool_free(pool);
    spec_block_free(b);
    model_free(m);
}

// Random histories of two processes: is what one spec refuses what the other refuses?
static void same_monitors(const lp_spec *one, const lp_spec *two, uint32_t results, bool only_unit)
{
    lp_pool *pool = lp_pool_new();
    monitor *a = monitor_new(one, pool), *b = monitor_new(two, pool);
    uint32_t violated = 0, allowed = 0, methods = 0;
    while (one->methods[methods].name)
        methods++;
    rng r;
    rng_init(&r, 11);
    for (int round = 0; round < 3000; round++) {
        uint32_t s = monitor_start(a), t = monitor_start(b);
        int open[2] = {-1, -1};
        for (uint64_t left = rng_below(&r, 12); left > 0 && s != MONITOR_VIOLATED; left--) {
            uint32_t who = (uint32_t)rng_below(&r, 2);
            if (open[who] < 0) {
                open[who] = (int)rng_below(&r, methods);
                uint32_t k = (uint32_t)open[who];
                s = monitor_call(a, s, who, k, who, LP_NIL, NULL, false);
                t = monitor_call(b, t, who, spec_method(two, one->methods[k].name), who, LP_NIL,
                                 NULL, false);
            } else {
                lp_value result = only_unit ? LP_UNIT : lp_int((int64_t)rng_below(&r, results));
                s = monitor_return(a, s, who, result);
                t = monitor_return(b, t, who, result);
                open[who] = -1;
            }
            assert_int_equal(s == MONITOR_VIOLATED, t == MONITOR_VIOLATED);
        }
        violated += s == MONITOR_VIOLATED;
        allowed += s != MONITOR_VIOLATED;
    }
    assert_true(violated > 100 && allowed > 100);
    monitor_free(a);
    monitor_free(b);
    lp_pool_free(pool);
}

// A spec that chooses is one with a mode for each choice.
static void test_choices_are_modes(void **state)
{
    (void)state;
    error e;
    model *m = read_text(
        "spec chooses { int n; set<int> s; add() -> int { choose x in 0..2; n = (n + x) % 4;\n"
        "    if (n > 1) s.add(n); return n; }\n"
        "  any() -> int { if (s.empty()) return choose(0..choose(0..1)); choose y in s;\n"
        "    s.remove(y); return y; } }\n"
        "spec modes { int n; set<int> s;\n"
        "  sync add() -> int { if (n > 1) s.add(n); return n; }\n"
        "  sync add() -> int { n = (n + 1) % 4; if (n > 1) s.add(n); return n; }\n"
        "  sync add() -> int { n = (n + 2) % 4; if (n > 1) s.add(n); return n; }\n"
        "  sync any() -> int { await(s.empty()); return 0; }\n"
        "  sync any() -> int { await(s.empty()); return 1; }\n"
        "  sync any() -> int { await(s.remove(2)); return 2; }\n"
        "  sync any() -> int { await(s.remove(3)); return 3; } }\n",
        &e);
    if (!m)
        fail_msg("%s", e.message);
    spec_block *one = spec_block_new(m, m->units[0]), *two = spec_block_new(m, m->units[1]);
    same_monitors(spec_block_spec(one), spec_block_spec(two), 4, false);
    assert_false(spec_block_failed(one, &e) || spec_block_failed(two, &e));
    spec_block_free(one);
    spec_block_free(two);
    model_free(m);
}

// A lock that knows its holder, and the built-in one.
static void test_me_is_process(void **state)
{
    (void)state;
    error e;
    model *m = read_text("spec lock { int? owner; acquire() { await(owner == none); owner = me; }\n"
                         "  release() { await(owner == me); owner = none; } }\n",
                         &e);
    if (!m)
        fail_msg("%s", e.message);
    spec_block *b = spec_block_new(m, m->units[0]);
    assert_true(spec_block_spec(b)->looks_at_process);
    same_monitors(spec_block_spec(b), spec_find("mutex", &e), 1, true);
    assert_false(spec_block_failed(b, &e));
    spec_block_free(b);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_design_example),
        cmocka_unit_test(test_tokens_end),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_granularity),
        cmocka_unit_test(test_spec_block_equals_builtin),
        cmocka_unit_test(test_choices_are_modes),
        cmocka_unit_test(test_me_is_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
