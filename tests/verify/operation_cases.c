// SPDX-License-Identifier: MIT
// See operation_cases.h.

#include "operation_cases.h"

#include <string.h>

const method_kind method_kinds[OBJECT_KINDS][METHODS] = {
    [REGISTER] = {{"write", true, UNIT}, {"read", false, OPTION}, {NULL, false, UNIT}},
    [COUNTER] = {{"inc", false, UNIT}, {"next", false, NUMBER}, {"read", false, NUMBER}},
    [SET] = {{"insert", true, FLAG}, {"remove", true, FLAG}, {"contains", true, FLAG}},
    [QUEUE] = {{"enq", true, UNIT}, {"deq", false, OPTION}, {NULL, false, UNIT}},
    [OWN] = {{"f", true, NUMBER}, {"g", true, NUMBER}, {NULL, false, UNIT}},
};
static const char *const spec_names[] = {"register", "counter", "set", "queue", NULL};

enum {
    READ_A,
    READ_B,
    WRITE_A,
    WRITE_B,
    STORE_A,
    STORE_B,
    NEXT,
    INC_A,
    B_TO_A,
    CLEAR_B,
    PUSH,
    READ_AT,
    PUT_AT,
    TAKE_AT,
    NEGATE,
    STEP_KINDS
};

// R is the operation's own variable, V its argument.
static const char *const step_texts[STEP_KINDS] = {
    "R = a; ",
    "R = b; ",
    "a = V; ",
    "b = V; ",
    "a = R; ",
    "b = R; ",
    "R = (R + 1) % 5; ",
    "a = (a + 1) % 5; ",
    "a = b; ",
    "b = 4; ",
    "if (a == 4) a = V; else b = V; ",
    "if (V == 0) R = a; else R = b; ",
    "if (V == 0) a = 1; else b = 1; ",
    "if (V == 0) a = 0; else b = 0; ",
    "if (R == 0) R = 1; else R = 0; ",
};

void operation_step(uint32_t kind, uint8_t v, shared_pair *m, uint8_t *r)
{
    uint8_t *at = v == 0 ? &m->a : &m->b;
    switch (kind) {
    case READ_A:
        *r = m->a;
        break;
    case READ_B:
        *r = m->b;
        break;
    case WRITE_A:
        m->a = v;
        break;
    case WRITE_B:
        m->b = v;
        break;
    case STORE_A:
        m->a = *r;
        break;
    case STORE_B:
        m->b = *r;
        break;
    case NEXT:
        *r = (uint8_t)((*r + 1) % VALUES);
        break;
    case INC_A:
        m->a = (uint8_t)((m->a + 1) % VALUES);
        break;
    case B_TO_A:
        m->a = m->b;
        break;
    case CLEAR_B:
        m->b = NOTHING;
        break;
    case PUSH:
        *(m->a == NOTHING ? &m->a : &m->b) = v;
        break;
    case READ_AT:
        *r = *at;
        break;
    case PUT_AT:
        *at = 1;
        break;
    case TAKE_AT:
        *at = 0;
        break;
    default:
        *r = *r == 0;
    }
}

// Right ones, if atomic.
static const body right[OBJECT_KINDS][METHODS] = {
    [REGISTER] = {{{WRITE_A}, 1, true}, {{READ_A}, 1, true}},
    [COUNTER] = {{{INC_A}, 1, true}, {{READ_A, INC_A}, 2, true}, {{READ_A}, 1, true}},
    [SET] = {{{READ_AT, NEGATE, PUT_AT}, 3, true},
             {{READ_AT, TAKE_AT}, 2, true},
             {{READ_AT}, 1, true}},
    [QUEUE] = {{{PUSH}, 1, true}, {{READ_A, B_TO_A, CLEAR_B}, 3, true}},
};

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static body random_body(rng *r)
{
    body b = {.count = 1 + below(r, STEPS), .atomic = below(r, 2)};
    for (uint32_t i = 0; i < b.count; i++)
        b.steps[i] = below(r, STEP_KINDS);
    return b;
}

// Right, or nearly so.
static subject random_subject(rng *r, const operation_file *f)
{
    subject x = {.b = f->kind == QUEUE ? NOTHING : 0, .asked = (asked)below(r, ASKED)};
    for (uint32_t m = 0; m < f->methods; m++) {
        x.spec[m] = random_body(r);
        x.object[m] = f->kind == OWN ? x.spec[m] : right[f->kind][m];
        x.object[m].atomic = below(r, 3);
    }
    if (below(r, 2))
        x.object[below(r, f->methods)].steps[0] = below(r, STEP_KINDS);
    if (below(r, 6) == 0)
        x.object[below(r, f->methods)] = random_body(r);
    x.twice = below(r, 12) == 0;
    x.again = below(r, 12) == 0;
    return x;
}

void operation_file_random(rng *r, operation_file *f)
{
    *f = (operation_file){.kind = (object_kind)below(r, OBJECT_KINDS),
                          .naming = (naming_kind)below(r, NAMINGS),
                          .system = below(r, 2),
                          .fixed = below(r, 2)};
    f->methods = method_kinds[f->kind][2].name ? 3 : 2;
    f->processes = f->naming == BY_BOOL ? 2 : 2 + below(r, 2);
    for (uint32_t i = 0; i < f->processes; i++)
        f->quota[i] =
            f->processes == 2 && (i == 0 || (f->methods == 2 && below(r, 3) == 0)) ? 2 : 1;
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        f->of[i] = random_subject(r, f);
}

shared_pair operation_start(const operation_file *f, const subject *x)
{
    bool empty = f->kind == REGISTER || f->kind == QUEUE;
    return (shared_pair){empty ? NOTHING : 0, (uint8_t)x->b};
}

// A fixed name of a process does not tell of a range that processes are counted from 1.
int64_t operation_file_first(const operation_file *f)
{
    return f->naming == BY_PART || (f->naming == BY_INT && f->fixed);
}

static const char *process_name(const operation_file *f, uint32_t i)
{
    static const char *const names[NAMINGS][PROCESSES] = {
        {"p1", "p2", "p3"}, {"q1", "q2", "q3"}, {"1", "2", "3"}, {"false", "true", ""}};
    return names[f->naming][i];
}

static void write_types(const operation_file *f, text *out)
{
    uint32_t n = f->processes;
    if (f->naming == BY_ENUM)
        text_add(out, "enum proc { p1, p2%s }\n", n == 3 ? ", p3" : "");
    else if (f->naming == BY_PART)
        text_add(out, "enum all { q0, q1, q2, q3, q4 }\ntype proc = all q1..q%u;\n", n);
    else if (f->naming == BY_INT)
        text_add(out, "type proc = int 1..%u;\n", n);
    else
        text_add(out, "type proc = bool;\n");
}

static void write_step(uint32_t kind, const char *r, const char *v, text *out)
{
    for (const char *c = step_texts[kind]; *c; c++)
        if (*c == 'R' || *c == 'V')
            text_add(out, "%s", *c == 'R' ? r : v);
        else
            text_add(out, "%c", *c);
}

static void write_body(const body *b, text *out)
{
    for (uint32_t i = 0; i < b->count; i++) {
        if (!b->atomic)
            text_add(out, "%sif (at[x] == %u) { ", i ? "else " : "", i);
        write_step(b->steps[i], "r[x]", "v[x]", out);
        if (!b->atomic)
            text_add(out, "at[x] = %d; } ", i + 1 == b->count ? STEPS : (int)i + 1);
    }
    if (b->atomic)
        text_add(out, "at[x] = %d; ", STEPS);
}

static void write_steps(const operation_file *f, text *out)
{
    text_add(out, "  internal step(proc x) when m[x] > 0 && at[x] < %d do {\n", STEPS);
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        for (uint32_t m = 0; m < f->methods; m++) {
            text_add(out, "    if (which == %u && m[x] == %u) { ", i, m + 1);
            write_body(&f->of[i].object[m], out);
            text_add(out, "}\n");
        }
    text_add(out, "  }\n");
}

// `which` is one of those that do this.
static void write_those(const operation_file *f, bool twice, text *out)
{
    text_add(out, "(false");
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        if (twice ? f->of[i].twice : f->of[i].again)
            text_add(out, " || which == %u", i);
    text_add(out, ")");
}

static void write_quota(const operation_file *f, const char *process, text *out)
{
    text_add(out, "(");
    for (uint32_t i = 0; i + 1 < f->processes; i++)
        text_add(out, "%s == %s ? %u : ", process, process_name(f, i), f->quota[i]);
    text_add(out, "%u)", f->quota[f->processes - 1]);
}

static const char *const result_types[] = {NULL, "int 0..4", "bool", "int 0..3?"};

static void write_return(const operation_file *f, uint32_t m, text *out)
{
    static const char *const same[] = {"", " && z == r[x]", " && z == (r[x] != 0)",
                                       " && (r[x] == 4 ? z == none : z == r[x])"};
    result_kind gives = method_kinds[f->kind][m].gives;
    text_add(out, "  output ret%u(proc x", m);
    if (gives != UNIT)
        text_add(out, ", %s z", result_types[gives]);
    text_add(out, ") when which < %d && ((m[x] == %u && at[x] == %d) || (m[x] == 0 && ", OF_A_FILE,
             m + 1, STEPS);
    write_those(f, false, out);
    text_add(out, "))%s do m[x] = 0;\n", same[gives]);
}

static void write_server(const operation_file *f, text *out)
{
    text_add(out,
             "automaton server {\n  int 0..%d which = %d;\n  int 0..4 a;\n  int 0..4 b;\n"
             "  int 0..4[proc] r;\n  int 0..1[proc] v;\n  int 0..%d[proc] m;\n"
             "  int 0..%d[proc] at;\n",
             OF_A_FILE, OF_A_FILE, METHODS, STEPS);
    if (!f->system)
        text_add(out, "  int 0..2[proc] done;\n");
    text_add(out, "  output pick(int w) when which == %d do {\n    which = w;\n", OF_A_FILE);
    for (uint32_t i = 0; i < OF_A_FILE; i++) {
        shared_pair s = operation_start(f, &f->of[i]);
        text_add(out, "    if (w == %u) { a = %u; b = %u; }\n", i, s.a, s.b);
    }
    text_add(out, "  }\n");
    for (uint32_t m = 0; m < f->methods; m++) {
        text_add(out, "  %s call%u(proc x, int 0..1 y)", f->system ? "input" : "output", m);
        if (!f->system) {
            text_add(out, " when which < %d && (m[x] == 0 || ", OF_A_FILE);
            write_those(f, true, out);
            text_add(out, ") && done[x] < ");
            write_quota(f, "x", out);
        }
        text_add(out, " do { %sm[x] = %u; v[x] = y; r[x] = 0; at[x] = 0; }\n",
                 f->system ? "" : "done[x] += 1; ", m + 1);
        write_return(f, m, out);
    }
    write_steps(f, out);
    text_add(out, "}\n");
}

static void write_clients(const operation_file *f, text *out)
{
    text_add(out,
             "automaton client(proc x) {\n  int 0..%d which = %d;\n  bool open;\n"
             "  int 0..2 done;\n  input pick(int w) do which = w;\n",
             OF_A_FILE, OF_A_FILE);
    for (uint32_t m = 0; m < f->methods; m++) {
        result_kind gives = method_kinds[f->kind][m].gives;
        text_add(out, "  output call%u(x, int 0..1 y) when which < %d && (!open || ", m, OF_A_FILE);
        write_those(f, true, out);
        text_add(out, ") && done < ");
        write_quota(f, "x", out);
        text_add(out, " do { open = true; done += 1; }\n  input ret%u(x", m);
        if (gives != UNIT)
            text_add(out, ", %s z", result_types[gives]);
        text_add(out, ") do open = false;\n");
    }
    text_add(out, "}\nsystem all = server || client[x in proc];\n");
}

static void write_labels(const operation_file *f, text *out)
{
    for (uint32_t m = 0; m < f->methods; m++) {
        const method_kind *k = &method_kinds[f->kind][m];
        if (f->fixed && m == 0 && k->takes)
            text_add(out, "  call call0(proc x, 1) is %s(1);\n", k->name);
        if (f->fixed)
            text_add(out, "  call call%u(%s, int 0..1 y) is %s(%s);\n", m, process_name(f, 1),
                     k->name, k->takes ? "y" : "");
        text_add(out, "  call call%u(proc x, int 0..1 y) is %s(%s);\n", m, k->name,
                 k->takes ? "y" : "");
        if (k->gives == UNIT)
            text_add(out, "  return ret%u(proc x);\n", m);
        else
            text_add(out, "  return ret%u(proc x, %s z) is z;\n", m, result_types[k->gives]);
    }
}

static void write_own_spec(const operation_file *f, uint32_t i, text *out)
{
    text_add(out, "spec own%u { int a; int b;\n", i);
    for (uint32_t m = 0; m < f->methods; m++) {
        text_add(out, "  %s(int y) -> int { int q = 0; ", method_kinds[OWN][m].name);
        for (uint32_t k = 0; k < f->of[i].spec[m].count; k++)
            write_step(f->of[i].spec[m].steps[k], "q", "y", out);
        text_add(out, "return q; }\n");
    }
    text_add(out, "}\n");
}

char *operation_file_write(const operation_file *f)
{
    static const char *const claims[] = {"refines", "sequential", "serializable", "quiescent"};
    text out = {0};
    write_types(f, &out);
    write_server(f, &out);
    if (f->system)
        write_clients(f, &out);
    for (uint32_t i = 0; f->kind == OWN && i < OF_A_FILE; i++)
        write_own_spec(f, i, &out);
    for (uint32_t i = 0; i < OF_A_FILE; i++) {
        text_add(&out, "verify %s %s ", f->system ? "all" : "server", claims[f->of[i].asked]);
        if (f->kind == OWN)
            text_add(&out, "own%u", i);
        else
            text_add(&out, "%s", spec_names[f->kind]);
        text_add(&out, " {\n  int %u..%u;\n", i, i);
        write_labels(f, &out);
        text_add(&out, "}\n");
    }
    return text_take(&out);
}
