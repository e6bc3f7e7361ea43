// SPDX-License-Identifier: MIT
// Layout: a model with random white space and comments between its tokens is laid
// out; that keeps every comment and the lowered model, and is stable.

#include "base/memory.h"
#include "base/random.h"
#include "model/model.h"
#include "model/steps/program.h"
#include "model/syntax/lex.h"
#include "model/syntax/pretty_print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char everything[] =
    "const TWO = 2; const MINUS = -1;\n"
    "struct node { int val; node* next; bool? seen; }\n"
    "shared node* top = new node{TWO, null}; shared int?[3] items; ghost bool g;\n"
    "thread (int, bool)[2] pair; ghost thread (int, int) h;\n"
    "ghost set<(int, int)> k; shared map<int 0..3, node*>[2] b; struct wide { int a; node*[2] b; "
    "}\n"
    "shared int[3] list = {1, -TWO, 3 << 1 >> 1}; thread (int, bool)[2] both = {(1, true)};\n"
    "init { items[0] = -TWO; }\n"
    "procedure give(int a, node* n) -> (int, node*) { if (n == null) return (a, top);\n"
    "  node* other = n.next; return (-a, other); }\n"
    "object stack {\n"
    "  push(int v) @insert { node* n = new node{v}; loop { node* t = top; n.next = t;\n"
    "    if (cas(top, t, n)) @lin return; else if (!(v == 0 && t != null)) items[v % 3] = v * 2;\n"
    "    else { ghost { g = true; } } } }\n"
    "  pop() -> int? @remove @only(0..1) { loop { node* t = top; if (t == null) @lin return none;\n"
    "    node* u = t.next; if (cas(top, t, u)) @lin return t.val; } }\n"
    "  many() { seq<int?> s; s.push(none); choose j in s; ghost { k.add((1, 2)); }\n"
    "    assert(k.has((TWO, 2)) || j == none && b[1].get(TWO) != null); }\n"
    "  pairs() { (int, bool)[2] p; node*[3] q; wide* w = new wide{1}; p[0] = pair[1];\n"
    "    choose k in (TWO - 1)..p[1].0 + 2; p[k].0 = choose(0..1);\n"
    "    pair[p[0].0].1 = cas(w.b[1], null, q[2]); give(TWO, null); k = give(k, top).0;\n"
    "    for (int i = 0; i < 3; i += 1) { if (i == 1) continue; list[i] -= ~i & 3 | k ^ 1; }\n"
    "    for (;;) break; int[2] l = {k, -k}; int? y = k > 0 ? none : l[1] >> 2; }\n"
    "}\n"
    "spec lifo { seq<int> s; push(int v) { s.push(v); }\n"
    "  pop() -> int? { if (s.empty()) return none; return s.pop(); } pairs() { } many() { } }\n"
    "spec pairs { int n; sync a(int x) -> (int, int) with b(int y) -> bool { n = n + 1;\n"
    "    return (x, -y), n == 0; } sync TWO c(int z) {} sync m = 1..4 d() { await(m == n); } }\n"
    "invariant shape { acyclic(top, next) || reaches(top, null, next) }\n"
    "verify stack refines lifo using points { threads TWO; int -1..1; capacity 2; }\n";

static void add_gap(rng *r, text *out, uint32_t *comments, bool needed)
{
    static const char *const gaps[] = {" ", "\n", "  \n\n\n ", "\t", " \r\n", ""};
    uint64_t k = rng_below(r, 12);
    if (k == 0 && rng_below(r, 2))
        text_add(out, "%s// comment %u;  x\t \n", rng_below(r, 2) ? " " : "\n\n ", ++*comments);
    else if (k == 0)
        text_add(out, "%s/* comment %u;%s x */%s", gaps[rng_below(r, 6)], ++*comments,
                 rng_below(r, 3) ? "" : "\n   * ", gaps[rng_below(r, 6)]);
    else
        text_add(out, "%s", gaps[needed && k % 6 == 5 ? 0 : k % 6]);
}

static char *mangled(const char *given, uint64_t seed, uint32_t *comments)
{
    source s = {.file = "test.lin", .bytes = given, .length = strlen(given)};
    token *tokens;
    error e = {0};
    text out = {0};
    rng r;
    rng_init(&r, seed);
    assert_true(lex(&s, &tokens, &e));
    for (const token *t = tokens; t->kind != TOKEN_END; t++) {
        // Signs may touch each other only where they did.
        bool needed = t == tokens || t->at != t[-1].end;
        bool shift = !needed && given[t->at] == '>' && given[t[-1].at] == '>';
        if (!shift)
            add_gap(&r, &out, comments,
                    needed || t->kind == TOKEN_SIGN || t[-1].kind == TOKEN_SIGN);
        text_add(&out, "%s", t->kind == TOKEN_MARK ? "@" : "");
        text_add_bytes(&out, given + t->at, t->end - t->at);
    }
    add_gap(&r, &out, comments, true);
    free(tokens);
    return text_take(&out);
}

static char *laid_out(const char *given)
{
    text out = {0};
    error e = {0};
    if (!model_format("test.lin", given, strlen(given), &out, &e))
        fail_msg("%s\n%s", e.message, given);
    return text_take(&out);
}

static void same_expr(const expr *a, const expr *b)
{
    assert_int_equal(a != NULL, b != NULL);
    if (!a)
        return;
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->index, b->index);
    assert_int_equal(a->op, b->op);
    same_expr(a->a, b->a);
    same_expr(a->b, b->b);
    same_expr(a->c, b->c);
}

static void same_routine(const routine *a, const routine *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        const instr *x = &a->code[i], *y = &b->code[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->pc, y->pc);
        assert_int_equal(x->label, y->label);
        assert_int_equal(x->to.index, y->to.index);
        assert_int_equal(x->place.index, y->place.index);
        assert_int_equal(x->item_count, y->item_count);
        same_expr(x->place.base, y->place.base);
        same_expr(x->a, y->a);
        same_expr(x->b, y->b);
        for (uint32_t k = 0; k < x->item_count; k++)
            same_expr(x->items[k], y->items[k]);
    }
}

static void same_model(const char *one, const char *two)
{
    error e = {0};
    model *m = model_read("one.lin", one, strlen(one), &e);
    model *n = model_read("two.lin", two, strlen(two), &e);
    if (!m || !n)
        fail_msg("%s", e.message);
    const program_options o = {.threads = 2, .nodes = 4};
    program *p = program_new(m, m->units[0], &o), *q = program_new(n, n->units[0], &o);
    assert_int_equal(p->pc_count, q->pc_count);
    for (uint32_t i = 0; i < p->routine_count; i++)
        same_routine(&p->routines[i], &q->routines[i]);
    same_routine(&p->init, &q->init);
    program_free(p);
    program_free(q);
    model_free(m);
    model_free(n);
}

static void test_any_layout(void **state)
{
    (void)state;
    const char *original = everything;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint32_t comments = 0;
        char *before = mangled(original, seed, &comments);
        char *after = laid_out(before);
        char *again = laid_out(after);
        if (strcmp(after, again) != 0)
            fail_msg("seed %d: not stable:\n%s\n-- becomes\n%s", (int)seed, after, again);
        same_model(original, after);
        const char *at = after;
        for (uint32_t k = 1; k <= comments; k++) {
            char wanted[40];
            snprintf(wanted, sizeof wanted, " comment %u;", k);
            if (!(at = strstr(at, wanted)))
                fail_msg("seed %d: comment %u is lost\n%s", (int)seed, k, after);
        }
        free(before);
        free(after);
        free(again);
    }
}

// What still parses after some damage is laid out too, and stays so.
static void test_damaged(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 5);
    size_t length = strlen(everything);
    uint32_t parsed = 0;
    for (int i = 0; i < 5000; i++) {
        char *copy = memory_string(everything);
        for (uint64_t k = rng_below(&r, 3) + 1; k > 0; k--)
            copy[rng_below(&r, length)] = everything[rng_below(&r, length)];
        text once = {0}, twice = {0};
        error e = {0};
        if (model_format("test.lin", copy, length, &once, &e)) {
            parsed++;
            assert_true(model_format("test.lin", once.bytes, once.length, &twice, &e));
            assert_string_equal(once.bytes, twice.bytes);
        } else {
            assert_null(strstr(e.message, "fault of linchpin"));
        }
        text_fini(&once);
        text_fini(&twice);
        free(copy);
    }
    assert_true(parsed > 100);
}

// What it looks like, whatever it looked like.
static void test_layout(void **state)
{
    (void)state;
    char *made = laid_out("// a set\n\n\n\nconst  TWO=- 2 ;struct node{int key;node *next;}\n"
                          "shared   node * top=new node { 1 , null };object o{\n\n\n"
                          "  f(int a)->bool{return a==1&&!( a<- TWO);}  g( ) { }\n}\n"
                          "object p { // the other\n"
                          "h(int a) -> int? { loop { if (a\n== 1) return a; else\nreturn none;\n\n"
                          "  } }\n // last\n}");
    assert_string_equal(made, "// a set\n\n"
                              "const TWO = -2;\n"
                              "struct node { int key; node* next; }\n"
                              "shared node* top = new node{1, null};\n"
                              "object o {\n"
                              "  f(int a) -> bool { return a == 1 && !(a < -TWO); }\n"
                              "  g() {}\n"
                              "}\n"
                              "object p { // the other\n"
                              "  h(int a) -> int? {\n"
                              "    loop {\n"
                              "      if (a\n"
                              "          == 1) return a; else\n"
                              "        return none;\n"
                              "    }\n"
                              "  }\n"
                              "  // last\n"
                              "}\n");
    free(made);
    made = laid_out("spec s { set<int> s; add(int k) -> bool { return s.add(k); }\n"
                    "contains(int key) -> bool { return s.has(key); } }");
    assert_string_equal(made, "spec s {\n"
                              "  set<int> s;\n"
                              "  add(int k) -> bool        { return s.add(k); }\n"
                              "  contains(int key) -> bool { return s.has(key); }\n"
                              "}\n");
    free(made);
    made = laid_out("enum op{w1,r1,...}type tag=(int 0 .. 2 ... sn,op?id);\n"
                    "automaton a{int 0..3...?x;action go() do x=1;}");
    assert_string_equal(made, "enum op { w1, r1, ... }\n"
                              "type tag = (int 0..2... sn, op? id);\n"
                              "automaton a { int 0..3...? x; action go() do x = 1; }\n");
    free(made);
}

// A block comment stays where it is: on its own lines, at the end of one, or inside.
static void test_block_comments(void **state)
{
    (void)state;
    char *made = laid_out("/* one\n    two */ const A=1;/* last */\nobject o { f(/* any */int a)\n"
                          "{ /* empty */ } g( ) { a=/* b */1;/* c */ a=2; } /* d */ h() {\n"
                          "a=3; /* e */\n/* f */ } }   /* end */");
    assert_string_equal(made, "/* one\n    two */\n"
                              "const A = 1; /* last */\n"
                              "object o {\n"
                              "  f(/* any */ int a) { /* empty */ }\n"
                              "  g() { a = /* b */ 1; /* c */ a = 2; } /* d */\n"
                              "  h() {\n"
                              "    a = 3; /* e */\n"
                              "    /* f */\n"
                              "  }\n"
                              "} /* end */\n");
    char *again = laid_out(made);
    assert_string_equal(made, again);
    free(made);
    free(again);
}

// A block that does not fit on its line is opened, from the outside.
static void test_long_lines(void **state)
{
    (void)state;
    char *made =
        laid_out("object o { f(int a) { if (a == 1) { a = 2; a = 3; } else { a = 8; a = 9; "
                 "loop { a = 10; a = 11; a = 12; a = 1; } } } }");
    assert_string_equal(made,
                        "object o {\n"
                        "  f(int a) {\n"
                        "    if (a == 1) { a = 2; a = 3; } else { a = 8; a = 9; loop { a = 10; "
                        "a = 11; a = 12; a = 1; } }\n"
                        "  }\n"
                        "}\n");
    free(made);
    made = laid_out("object o { f(int a) { if (a == 1) { a = 2; a = 3; } else { a = 8; a = 9; "
                    "loop { a = 10; a = 11; a = 12; a = 13; a = 14; } } } }");
    assert_string_equal(made, "object o {\n"
                              "  f(int a) {\n"
                              "    if (a == 1) {\n"
                              "      a = 2;\n"
                              "      a = 3;\n"
                              "    } else { a = 8; a = 9; loop { a = 10; a = 11; a = 12; a = 13; "
                              "a = 14; } }\n"
                              "  }\n"
                              "}\n");
    free(made);
}

static void test_no_model(void **state)
{
    (void)state;
    text out = {0};
    error e = {0};
    assert_false(model_format("x.lin", "object {", 8, &out, &e));
    assert_non_null(strstr(e.message, "the name of an object"));
    text_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_layout), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_layout),     cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_no_model),   cmocka_unit_test(test_block_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
