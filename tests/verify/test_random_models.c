// SPDX-License-Identifier: MIT
// The same random statements as the body of an object and of its spec. The
// object is lowered to steps, emitted as C and compiled; the spec is interpreted
// from the tree: two implementations of the language that share only the parser
// and the checker. Run by one thread, or by two in an atomic block, the object
// refines the spec; with another result it does not. What one thread alone uses may
// as well be its own, and two variables of the spec are items of an array of the
// object's: a random one. Both have a seq, a set and a map. Where the object calls a
// procedure, the spec has its statements in that place, in a loop that is left where the
// procedure returns.

#include "base/io/limits.h"
#include "base/random.h"
#include "base/text.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct writer {
    rng r;
    text *out;
    int loops;
    bool plain;    // in a function: its parameters only
    int procedure; // in the first or second of them; 0: in the method
} writer;

// What the first parameter and the first local are called. In the spec, where a
// procedure's statements stand among others, no name can be there twice.
static const char *const names[][2] = {{"a", "v"}, {"pa", "pv"}, {"sa", "sv"}};

static const char *const colors[] = {"RED", "GREEN", "BLUE"};

static bool chance(writer *w, uint64_t of)
{
    return rng_below(&w->r, of) == 0;
}

static void write_bool(writer *w, int depth);

static void write_int(writer *w, int depth);

// `both` gives a pair, of which one part is taken.
static void write_call(writer *w, int depth)
{
    bool pair = chance(w, 2);
    text_add(w->out, pair ? "both(" : "mix(");
    write_int(w, depth - 1);
    text_add(w->out, ", ");
    write_int(w, depth - 1);
    text_add(w->out, pair ? ").%d" : ")", (int)rng_below(&w->r, 2));
}

static void write_bits(writer *w, int depth)
{
    static const char *const signs[] = {"&", "|", "^", "<<", ">>"};
    uint64_t which = rng_below(&w->r, 6);
    text_add(w->out, which == 5 ? "~(" : "(");
    write_int(w, depth - 1);
    if (which < 3) {
        text_add(w->out, " %s ", signs[which]);
        write_int(w, depth - 1);
    } else if (which < 5) {
        text_add(w->out, " %s %d", signs[which], (int)rng_below(&w->r, 3));
    }
    text_add(w->out, ")");
}

static void write_int(writer *w, int depth)
{
    static const char *const leaves[] = {"a", "v", "0",   "1",   "2",  "3", "x",
                                         "y", "n", "p.0", "p.1", "@0", "@1"};
    static const char *const signs[] = {"+", "-"};
    if (depth == 0 || chance(w, 3)) {
        uint64_t which = rng_below(&w->r, w->plain ? 6 : 13);
        text_add(w->out, "%s", which < 2 ? names[w->procedure][which] : leaves[which]);
    } else if (!w->plain && chance(w, 5)) {
        write_call(w, depth);
    } else if (chance(w, 6)) {
        text_add(w->out, "(");
        write_bool(w, depth - 1);
        text_add(w->out, " ? ");
        write_int(w, depth - 1);
        text_add(w->out, " : ");
        write_int(w, depth - 1);
        text_add(w->out, ")");
    } else if (chance(w, 5)) {
        write_bits(w, depth);
    } else if (chance(w, 5)) {
        text_add(w->out, "-");
        write_int(w, 0);
    } else if (chance(w, 4)) {
        write_int(w, depth - 1);
        text_add(w->out, " * %d", (int)rng_below(&w->r, 3));
    } else {
        text_add(w->out, "(");
        write_int(w, depth - 1);
        text_add(w->out, " %s ", signs[rng_below(&w->r, 2)]);
        write_int(w, depth - 1);
        text_add(w->out, ")");
    }
}

static void write_asking(writer *w)
{
    static const char *const before[] = {"l.has(",
                                         "u.has(",
                                         "h.has(",
                                         "h.get(",
                                         "(!l.empty() && l.front() == ",
                                         "(l.len() > ",
                                         "u.len() == (",
                                         "(!l.empty() && l.back() < "};
    static const char *const after[] = {" % 4)", " % 5)", " % 3)", " % 3) == none",
                                        ")",     ")",     ")",     ")"};
    uint64_t which = rng_below(&w->r, sizeof before / sizeof *before);
    text_add(w->out, "%s", before[which]);
    write_int(w, 1);
    text_add(w->out, "%s", after[which]);
}

// What it does may depend on what is there, but must not fail.
static void write_change(writer *w)
{
    static const char *const before[] = {"if (l.len() < 5) l.push(",
                                         "if (l.len() < 3) l.push_front(",
                                         "if (u.add(",
                                         "u.remove(",
                                         "if (l.remove(",
                                         "if (h.remove(",
                                         "h.put(x % 3, "};
    static const char *const after[] = {" % 5); ", " % 7); ",        " % 5)) x = (x + 1) % 5; ",
                                        " % 5); ", " % 4)) x = y; ", " % 3)) y = 1; ",
                                        " % 5); "};
    static const char *const takes[] = {"if (!l.empty()) y = l.pop(); ",
                                        "if (!l.empty()) x = l.pop_front(); "};
    uint64_t which = rng_below(&w->r, sizeof before / sizeof *before + 2);
    if (which < 2) {
        text_add(w->out, "%s", takes[which]);
        return;
    }
    text_add(w->out, "%s", before[which - 2]);
    write_int(w, 1);
    text_add(w->out, "%s", after[which - 2]);
}

static void write_test(writer *w)
{
    static const char *const compares[] = {"==", "!=", "<", "<=", ">", ">="};
    uint64_t kind = w->plain ? 3 : rng_below(&w->r, 5);
    if (w->procedure && kind < 3) // those of the method
        kind = 3;
    if (kind == 4) {
        write_asking(w);
        return;
    }
    if (kind == 0) {
        text_add(w->out, "c");
    } else if (kind == 1) {
        text_add(w->out, "p %s (", compares[rng_below(&w->r, 2)]);
        write_int(w, 1);
        text_add(w->out, ", ");
        write_int(w, 0);
        text_add(w->out, ")");
    } else if (kind == 2) {
        text_add(w->out, "e %s %s", compares[rng_below(&w->r, 2)], colors[rng_below(&w->r, 3)]);
    } else {
        write_int(w, 1);
        text_add(w->out, " %s ", compares[rng_below(&w->r, 6)]);
        write_int(w, 1);
    }
}

static void write_bool(writer *w, int depth)
{
    if (depth == 0 || chance(w, 2)) {
        write_test(w);
    } else if (chance(w, 4)) {
        text_add(w->out, "!(");
        write_bool(w, depth - 1);
        text_add(w->out, ")");
    } else {
        text_add(w->out, "(");
        write_bool(w, depth - 1);
        text_add(w->out, chance(w, 2) ? " && " : " || ");
        write_bool(w, depth - 1);
        text_add(w->out, ")");
    }
}

static void write_stmts(writer *w, int depth, int inside);

// Every loop counts its turns, so all of them end.
static void write_loop(writer *w, int depth)
{
    int k = w->loops++;
    if (chance(w, 2)) {
        text_add(w->out, "for (int k%d = 0; k%d < 3 && ", k, k);
        write_bool(w, 1);
        text_add(w->out, "; k%d += 1) { ", k);
        write_stmts(w, depth - 1, 1);
        text_add(w->out, "} ");
        return;
    }
    text_add(w->out, "int k%d = 0; while (k%d < 3 && ", k, k);
    write_bool(w, 1);
    text_add(w->out, ") { k%d = k%d + 1; ", k, k);
    write_stmts(w, depth - 1, 1);
    text_add(w->out, "} ");
}

// A call: see spelled. The first procedure may call the second.
static void write_procedure(writer *w)
{
    text_add(w->out, "$%c", w->procedure || chance(w, 2) ? 'S' : 'P');
    write_int(w, 1);
    text_add(w->out, "$;");
}

static void write_assign(writer *w)
{
    static const char *const targets[] = {"v", "x", "y", "@0", "@1", "p.0", "q.1"};
    uint64_t kind = w->plain ? 0 : rng_below(&w->r, 13);
    if (kind > 10 && w->procedure < 2) {
        write_procedure(w);
    } else if (kind > 7) {
        write_change(w);
    } else if (kind == 7) {
        text_add(w->out, "e = %s; ", colors[rng_below(&w->r, 3)]);
    } else if (kind == 6) {
        text_add(w->out, w->procedure || chance(w, 2) ? "n = (n + 1) %% 4; " : "q = p; ");
    } else if (kind == 5) {
        text_add(w->out, "p = (");
        write_int(w, 1);
        text_add(w->out, " %% 3, %s + p.1 %% 2); ", w->procedure ? "x" : "q.0");
    } else if (kind == 4) {
        text_add(w->out, "p = both(");
        write_int(w, 1);
        text_add(w->out, ", p.0); ");
    } else {
        static const char *const signs[] = {"=", "=", "+=", "-=", "^=", "|=", "&="};
        uint64_t which = w->plain ? 0 : rng_below(&w->r, w->procedure ? 6 : 7);
        const char *sign = signs[rng_below(&w->r, sizeof signs / sizeof *signs)];
        text_add(w->out, "%s %s (", which ? targets[which] : names[w->procedure][1], sign);
        write_int(w, 2);
        text_add(w->out, ") %% 5; ");
    }
}

static void write_stmt(writer *w, int depth, int inside)
{
    switch (rng_below(&w->r, depth > 0 ? 7 : 4)) {
    case 4:
    case 5:
        text_add(w->out, "if (");
        write_bool(w, 2);
        text_add(w->out, ") { ");
        write_stmts(w, depth - 1, inside);
        text_add(w->out, "} ");
        if (chance(w, 2)) {
            text_add(w->out, "else { ");
            write_stmts(w, depth - 1, inside);
            text_add(w->out, "} ");
        }
        break;
    case 6:
        write_loop(w, depth);
        break;
    case 3:
        if (chance(w, 3)) {
            text_add(w->out, "if (");
            write_bool(w, 1);
            text_add(w->out, ") %s ",
                     inside         ? chance(w, 2) ? "break;" : "continue;"
                     : w->procedure ? "$R"
                     : w->plain     ? "return v;"
                                    : "return (v, x);");
            break;
        }
        // fallthrough
    default:
        write_assign(w);
    }
}

static void write_stmts(writer *w, int depth, int inside)
{
    for (uint64_t n = rng_below(&w->r, 3) + 1; n > 0; n--)
        write_stmt(w, depth, inside);
}

// `cc`: NULL for the usual one, with -O1.
static lp_outcome outcome_of(const char *source_text, const char *cc, const char **why)
{
    static char reason[1200];
    error e = {0};
    lp_outcome outcome = LP_ERROR;
    model *m = model_read("random.lin", source_text, strlen(source_text), &e);
    if (m) {
        limits l = {0};
        limits_start(&l);
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        lp_verdict_init(&v);
        verify_options o = {.limits = &l, .reductions = REDUCE_ALL, .cc = cc};
        if (verify_instance(&m->instances[0], &o, pool, &v, &e))
            outcome = v.outcome;
        strncpy(reason, v.reason ? v.reason : e.message, sizeof reason - 1);
        lp_verdict_fini(&v);
        lp_pool_free(pool);
        model_free(m);
    } else {
        strncpy(reason, e.message, sizeof reason - 1);
    }
    *why = reason;
    return outcome;
}

// The statements of the two procedures.
typedef struct procedures {
    const char *bodies[2];
} procedures;

static void spell(const procedures *q, const char *body, const char *before, const char *after,
                  bool spec, int inside, text *out);

// In the spec: the statements themselves, with the argument before and the result after.
static void spell_procedure(const procedures *q, const char *before, const char *after, int which,
                            text *out)
{
    const char *const *own = names[which];
    text_add(out, "; int %sr = 0; loop { int %s = %s; ", own[0], own[1], own[0]);
    spell(q, q->bodies[which - 1], before, after, true, which, out);
    text_add(out, " %sr = (%s - %s) %% 7; break; } x = %sr; } ", own[0], own[1], own[0], own[0]);
}

// What @0 and @1 are in the object and in the spec; $P and $S begin a call, $; ends it,
// and $R is an early return.
static void spell(const procedures *q, const char *body, const char *before, const char *after,
                  bool spec, int inside, text *out)
{
    int called = 0;
    for (const char *c = body; *c; c++) {
        if (*c == '@') {
            text_add(out, "%s%c%s", before, *++c, after);
        } else if (*c != '$') {
            text_add(out, "%c", *c);
        } else if (*++c == 'R') {
            text_add(out, spec ? "{ %sr = %s; break; }" : "return %.0s%s;", names[inside][0],
                     names[inside][1]);
        } else if (*c == ';') {
            if (spec)
                spell_procedure(q, before, after, called, out);
            else
                text_add(out, "); ");
        } else {
            called = *c == 'P' ? 1 : 2;
            text_add(out, spec ? "{ int %s = " : "x = %.0s%s(", names[called][0],
                     called == 1 ? "poke" : "prod");
        }
    }
}

static char *spelled(const procedures *q, const char *body, const char *before, const char *after,
                     bool spec)
{
    text out = {0};
    spell(q, body, before, after, spec, 0, &out);
    return out.bytes;
}

static void write_procedures(const procedures *q, const char *before, const char *after, text *out)
{
    for (int i = 2; i > 0; i--) {
        const char *const *own = names[i];
        text_add(out, "procedure %s(int %s) -> int { int %s = %s; ", i == 1 ? "poke" : "prod",
                 own[0], own[1], own[0]);
        spell(q, q->bodies[i - 1], before, after, false, i, out);
        text_add(out, "return (%s - %s) %% 7; }\n", own[1], own[0]);
    }
}

// Where the object's array is.
static const struct {
    const char *declared, *before, *after;
    int first[2]; // what its items are before all else
} arrays[] = {
    {"shared int[2] w = {3, -2};", "w[", "]", {3, -2}},
    {"struct node { bool b; int[2] w; }\nshared node* r = new node{true};", "r.w[", "]", {0, 0}},
    {"struct node { (int, int)[2] w; }\nshared node* r = new node{};", "r.w[", "].1", {0, 0}},
    {"shared (bool, int)[3] w = {(true, 7), (false, 1)};", "w[1 + ", "].1", {1, 0}}};

// The state of both is x, y, the pairs p and q, the color e, n in its range, and what the
// array holds. A local pair could be p as well, but then nothing would look at shared ones.
static char *model_text(const char *function, const procedures *q, const char *body, uint64_t seed,
                        const char *object_adds)
{
    bool atomic = seed % 2;
    const char *kind = seed % 4 == 0 ? "thread" : "shared";
    size_t where = seed / 4 % (sizeof arrays / sizeof *arrays);
    char *object = spelled(q, body, arrays[where].before, arrays[where].after, false);
    char *spec = spelled(q, body, "w", "", true);
    text called = {0};
    write_procedures(q, arrays[where].before, arrays[where].after, &called);
    char *both = text_format(
        "enum color { RED, GREEN, BLUE }\n"
        "function mix(int a, int v) -> int { %s return (v - a) %% 7; }\n"
        "function both(int a, int v) -> (int, int) { return (mix(a, v), a %% 4); }\n"
        "shared int x;\n%s int y = 1;\n%s (int, int) p = (1, 0);\n"
        "%s color e;\n%s int 0..3 n;\n%s\n%s seq<int> l;\n%s set<int> u;\n%s map<int, int> h;\n%s"
        "object o { f(int a, bool c) -> (int, int) { int v = a; %s (int, int) q = p; %s "
        "return (v * 10 + x%s, n); %s } }\n"
        "spec s { int x; int y = 1; (int, int) p = (1, 0); color e; int 0..3 n; int w0 = %d; int "
        "w1 = %d; "
        "seq<int> l; set<int> u; map<int, int> h; "
        "f(int a, bool c) -> (int, int) { int v = a; (int, int) q = p; %s "
        "return (v * 10 + x, n); } }\n"
        "verify o refines s { threads %d; int 0..1; operations %d; }\n",
        function, kind, kind, kind, kind, arrays[where].declared, kind, kind, kind, called.bytes,
        atomic ? "atomic {" : "", object, object_adds, atomic ? "}" : "", arrays[where].first[0],
        arrays[where].first[1], spec, atomic ? 2 : 1, atomic ? 2 : 3);
    free(object);
    free(spec);
    text_fini(&called);
    return both;
}

static void test_compiled_equals_interpreted(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + models; seed++) {
        text body = {0};
        writer w = {.out = &body};
        rng_init(&w.r, seed);
        write_stmts(&w, 3, 0);
        write_stmts(&w, 2, 0);
        text function = {0};
        writer f = {.out = &function, .plain = true};
        rng_init(&f.r, seed + 1000000);
        write_stmts(&f, 2, 0);
        text bodies[2] = {{0}, {0}};
        for (int i = 0; i < 2; i++) {
            writer p = {.out = &bodies[i], .procedure = i + 1, .loops = 100 * (i + 1)};
            rng_init(&p.r, seed + 2000000 * (uint64_t)(i + 1));
            write_stmts(&p, 1, 0);
        }
        procedures q = {{bodies[0].bytes, bodies[1].bytes}};
        char *written = model_text(function.bytes, &q, body.bytes, seed, "");
        const char *why;
        // Optimising takes most of the time of this test: every fourth model has it, in turns.
        lp_outcome outcome =
            outcome_of(written, setting_turn(seed, 4) ? NULL : setting_quick_cc(), &why);
        if (outcome != LP_HOLDS)
            fail_msg("seed %d: %s\n%s", (int)seed, why, written);
        free(written);
        // Unless every call returns early, one more must show.
        if (!strstr(body.bytes, "return")) {
            written = model_text(function.bytes, &q, body.bytes, seed, " + 1");
            if (outcome_of(written, setting_quick_cc(), &why) != LP_VIOLATED)
                fail_msg("seed %d: a wrong result is not seen\n%s", (int)seed, written);
            free(written);
        }
        text_fini(&body);
        text_fini(&function);
        text_fini(&bodies[0]);
        text_fini(&bodies[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_compiled_equals_interpreted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
