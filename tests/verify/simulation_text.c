// SPDX-License-Identifier: MIT
// The simulations of simulation_cases.h as text. All tables are in a function of the case and the
// number of the table; a table of steps has three bits for each state.

#include "simulation_cases.h"

// Numbers of the tables.
enum {
    FROM_TABLES = 0,
    TO_TABLES = FROM_TABLES + 2 * FROM_STEPS,
    RELATION_TABLES = TO_TABLES + 2 * TO_STEPS, // three states of the specification in each
    CONDITION_TABLES = RELATION_TABLES + 4,
    TABLES = CONDITION_TABLES + MATCHED * 2 * ITEMS
};

static uint32_t steps_number(const steps_table t)
{
    uint32_t all = 0;
    for (uint32_t s = 0; s < STATES; s++)
        all |= (uint32_t)t[s] << 3 * s;
    return all;
}

static uint32_t table_number(const simulation_case *c, uint32_t i)
{
    if (i < TO_TABLES)
        return steps_number(c->from[(i - FROM_TABLES) / 2][i % 2]);
    if (i < RELATION_TABLES)
        return steps_number(c->to[(i - TO_TABLES) / 2][i % 2]);
    if (i < CONDITION_TABLES) {
        i -= RELATION_TABLES;
        return (uint32_t)(c->related[i / 2] >> (i % 2) * 3 * STATES) & ((1u << 3 * STATES) - 1);
    }
    i -= CONDITION_TABLES;
    return c->bits[i / (2 * ITEMS)][i % (2 * ITEMS)];
}

// Conditional expressions: statements would take the compiler far longer.
static void write_tables(const simulation_file *f, text *out)
{
    text_add(out, "type state = int 0..5;\ntype bit = int 0..1;\n");
    for (uint32_t i = 0; i < TABLES; i++) {
        text_add(out, "function t%u(int w) -> int { return ", i);
        for (uint32_t k = 0; k + 1 < OF_A_FILE; k++)
            text_add(out, "w == %u ? %u : ", k, table_number(&f->of[k], i));
        text_add(out, "%u; }\n", table_number(&f->of[OF_A_FILE - 1], i));
    }
    text_add(out, "function t(int w, int i) -> int {\n  return ");
    for (uint32_t i = 0; i + 1 < TABLES; i++)
        text_add(out, "%si == %u ? t%u(w) : ", i % 4 ? "" : "\n    ", i, i);
    text_add(out, "t%u(w);\n}\n", TABLES - 1);
}

// `table`: an expression.
static void write_action(const char *head, const char *table, const char *more, bool chooses,
                         text *out)
{
    text_add(out, "  %s when which < %d && (t(which, %s) >> 3 * s & 7) < 6%s do {%s\n", head,
             OF_A_FILE, table, *more == '&' ? " && h" : "", chooses ? " choose y in 0..1;" : "");
    text_add(out, "    s = t(which, %s%s) >> 3 * s & 7;%s }\n", table, chooses ? " + y" : "",
             *more == '!' ? " h = !h;" : "");
}

static void write_from(const simulation_file *f, text *out)
{
    text_add(out, "automaton A {\n  int 0..%d which = %d;\n  state s;\n  bool h;\n", OF_A_FILE,
             OF_A_FILE);
    if (f->relation == BY_AUTOMATON)
        text_add(out, "  let row(state u) = (t(which, %d + u / 3) >> (u %% 3 * 6 + s) & 1) == 1;\n",
                 RELATION_TABLES);
    text_add(out, "  output pick(int w) when which == %d do which = w;\n", OF_A_FILE);
    write_action("output a()", "0", "", true, out);
    write_action("output b()", "2", "", true, out);
    write_action("output c(bit x)", "4 + 2 * x", "", true, out);
    write_action("internal i()", "8", "!", true, out);
    write_action("internal j()", "10", "&", true, out);
    text_add(out, "}\n");
}

static void write_to(text *out)
{
    static const char *const heads[] = {"output a()",   "output b()",        "output c(bit x)",
                                        "internal k()", "internal l(bit x)", "internal m()"};
    static const uint32_t first[] = {TO_A, TO_B, TO_C0, TO_K, TO_L0, TO_M};
    text_add(out,
             "automaton B {\n  int 0..%d which = %d;\n  state s;\n"
             "  output pick(int w) when which == %d do which = w;\n",
             OF_A_FILE, OF_A_FILE, OF_A_FILE);
    for (uint32_t i = 0; i < 6; i++) {
        text table = {0};
        text_add(&table, "%u%s", TO_TABLES + 2 * first[i], i == 2 || i == 4 ? " + 2 * x" : "");
        write_action(heads[i], table.bytes, "", i == 5, out);
        text_fini(&table);
    }
    text_add(out, "}\n");
}

static void write_relations(const simulation_file *f, text *out)
{
    static const char *const said[WAYS] = {NULL, "rel(B.s)", "A.row(B.s)", "pair"};
    text direct = {0};
    for (uint32_t i = 0; i < 2; i++) {
        direct.length = 0;
        text_add(&direct, "(t(A.which, %u + B.s / 3) >> (B.s %% 3 * 6 + A.s) & 1) == 1",
                 RELATION_TABLES + 2 * i);
        bool other = i == 0 && f->relation != DIRECT;
        if (i == 0 && f->relation == BY_PARAMETER)
            text_add(out,
                     "  let rel(state u) = (t(A.which, %d + u / 3) >> (u %% 3 * 6 + A.s) & 1) == "
                     "1;\n",
                     RELATION_TABLES);
        if (i == 0 && f->relation == BY_PAIR)
            text_add(out, "  let pair = %s;\n", direct.bytes);
        text_add(out, "  relation r%u { A.which == B.which && (A.which == %d || %s) }\n", i,
                 OF_A_FILE, other ? said[f->relation] : direct.bytes);
    }
    text_fini(&direct);
    if (f->conditions_let)
        text_add(out, "  let asked(int 0..%d n) = (t(A.which, %d + n) >> A.s & 1) == 1;\n",
                 MATCHED * 2 * ITEMS - 1, CONDITION_TABLES);
}

static void write_item(const simulation_file *f, const item *x, uint32_t number, text *out)
{
    static const char *const steps[] = {"k();", "l(1);", "l(v);", NULL, "b();"};
    uint32_t table = CONDITION_TABLES + number;
    if (x->kind == ITEM_EACH) {
        text_add(out,
                 " each bit y in {z in bit : (t(A.which, %u) >> (A.s + 6 * z) & 1) == 1} : l(y);",
                 table);
        return;
    }
    if (x->when == BY_TO)
        text_add(out, " if ((t(A.which, %u) >> B.s & 1) == 1)", table);
    else if (x->when != ALWAYS && f->conditions_let)
        text_add(out, " if (asked(%u))", number);
    else if (x->when != ALWAYS)
        text_add(out, " if ((t(A.which, %u) >> A.s & 1) == 1)", table);
    text_add(out, " %s%s", steps[x->kind], x->when == OR_ELSE_K ? " else k();" : "");
}

static void write_matches(const simulation_file *f, text *out)
{
    static const char *const heads[] = {"a()", "b()", "c(v)", "A.i()", "A.j()"};
    for (uint32_t m = 0; m < MATCHED; m++) {
        const match_shape *s = &f->shapes[m];
        if (!s->given)
            continue;
        text_add(out, "  step %s matches {", heads[m]);
        for (uint32_t i = 0; i <= s->before + s->after; i++) {
            if (i == s->before && m < MATCHED_I && !(m == MATCHED_B && f->hidden))
                text_add(out, " %s;", heads[m]);
            if (i < s->before + s->after)
                write_item(f, &s->items[i], m * 2 * ITEMS + i, out);
        }
        text_add(out, " }\n");
    }
}

char *simulation_file_write(const simulation_file *f)
{
    text out = {0};
    write_tables(f, &out);
    write_from(f, &out);
    write_to(&out);
    if (f->hidden)
        text_add(&out, "system X = A hide b;\nsystem Y = B hide b;\n");
    text_add(&out, "simulation sim from %s {\n", f->hidden ? "X to Y" : "A to B");
    write_relations(f, &out);
    write_matches(f, &out);
    text_add(&out, "}\n");
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        text_add(&out, "verify sim { int %u..%u; }\n", i, i);
    // Whether there is a simulation at all, and whether traces are included.
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        text_add(&out, "verify %s { int %u..%u; }\n",
                 f->hidden ? "X implements Y" : "A implements B", i, i);
    return text_take(&out);
}
