// SPDX-License-Identifier: MIT
// Values as bytes, as text, as numbers from 0, and in their order.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static const char *number(coder *c, int64_t n)
{
    return n == INT64_MAX ? "INT64_MAX"
           : n == INT64_MIN
               ? "INT64_MIN"
               : code_format(c, n > INT32_MAX || n < INT32_MIN ? "INT64_C(%lld)" : "%lld",
                             (long long)n);
}

void code_put(coder *c, type t, const char *value, uint32_t at)
{
    if (type_is_open_set(c->m, t))
        code_fails(c, at, "send its items one by one",
                   "a message with a set of what has no end cannot be compiled yet");
    else if (t.use == USE_ANSWER)
        code_line(c, "lp_put_answer(to, %s);", value);
    else if (t.use == USE_MACHINE)
        code_line(c, "lp_put_machine(to, &%s);", value);
    else if (type_is_supply(c->m, t))
        code_line(c, "lp_put_id(to, %s);", value);
    else if (t.optional || t.kind == TYPE_TUPLE)
        code_line(c, "put_%s(to, %s);", code_need(c, t, at, NEEDS_BYTES)->name, value);
    else
        code_line(c, t.kind == TYPE_MASK ? "lp_put_int(to, (int64_t)%s);" : "lp_put_int(to, %s);",
                  value);
}

const char *code_get(coder *c, type t, uint32_t at)
{
    uint32_t first;
    if (t.use == USE_ANSWER) {
        uint32_t all = type_supplies(c->s, t.parts[0], &first);
        return code_format(c, "lp_get_answer(from, supply_%s, supply_%s)",
                           c->s->supplies[first].name, c->s->supplies[first + all - 1].name);
    }
    const char *least = number(c, type_lowest(t)), *most = number(c, type_highest(t));
    if (type_is_supply(c->m, t)) {
        uint32_t count = type_supplies(c->s, t, &first);
        if (count > 1)
            return code_format(c, "lp_get_id_among%s(from, supply_%s, supply_%s)",
                               t.optional ? "_or_none" : "", c->s->supplies[first].name,
                               c->s->supplies[first + count - 1].name);
        return code_format(c, "lp_get_id%s(from, supply_%s)", t.optional ? "_or_none" : "",
                           c->s->supplies[first].name);
    }
    if (t.optional)
        return code_format(c, "get_%s(from, %s, %s)", code_need(c, t, at, NEEDS_BYTES)->name, least,
                           most);
    if (t.kind == TYPE_TUPLE)
        return code_format(c, "get_%s(from)", code_need(c, t, at, NEEDS_BYTES)->name);
    if (t.kind == TYPE_INT)
        return code_format(c, "lp_get_int(from, %s, %s)", least, most);
    if (t.kind == TYPE_BOOL)
        return "lp_get_int(from, 0, 1) != 0";
    if (t.kind == TYPE_MASK)
        least = "0";
    return code_format(c, "(%s)lp_get_int(from, %s, %s)", code_type(c, t, at), least, most);
}

void code_show(coder *c, type t, const char *value, uint32_t at)
{
    uint32_t first = 0;
    if (t.use == USE_ANSWER) {
        code_line(c, "lp_show_answer(text, supply_names[lp_id_supply(%s.before)], %s);", value,
                  value);
    } else if (t.use) { // what was last, and all that was
        code_line(c, "lp_show_past(text, supply_names[lp_id_supply(%s.last)], %s.last, %s.past);",
                  value, value, value);
    } else if (type_is_open_set(c->m, t)) { // how many there are
        code_line(c, "lp_show_int(text, (int64_t)%s.count);", value);
    } else if (type_is_supply(c->m, t)) {
        if (type_supplies(c->s, t, &first) == 1)
            code_line(c, "lp_show_id(text, \"%s\", %s);", c->s->supplies[first].name, value);
        else
            code_line(c, "lp_show_id(text, supply_names[lp_id_supply(%s)], %s);", value, value);
    } else if (t.optional || t.kind == TYPE_TUPLE) {
        code_line(c, "show_%s(text, %s);", code_need(c, t, at, NEEDS_SHOW)->name, value);
    } else if (t.kind == TYPE_INT) {
        code_line(c, "lp_show_int(text, %s);", value);
    } else if (t.kind == TYPE_BOOL) {
        code_line(c, "lp_show(text, %s ? \"true\" : \"false\");", value);
    } else if (t.kind == TYPE_ENUM) {
        code_line(c, "lp_show(text, %s_names[%s]);", code_type(c, t, at), value);
    } else if (t.parts[0].kind == TYPE_ENUM && !t.parts[0].optional) {
        code_line(c, "lp_show_set(text, %s, %s_names%s);", value, code_type(c, t.parts[0], at),
                  type_lowest(t.parts[0])
                      ? code_format(c, " + %s", number(c, type_lowest(t.parts[0])))
                      : "");
    } else { // its number
        code_line(c, "lp_show_int(text, (int64_t)%s);", value);
    }
}

const char *code_rank(coder *c, type t, piece value, uint32_t at)
{
    int64_t low = type_lowest(t);
    if (t.optional)
        return code_format(c, "rank_%s(%s, %s)", code_need(c, t, at, NEEDS_RANK)->name, value.text,
                           number(c, low));
    if (t.kind == TYPE_TUPLE)
        return code_format(c, "rank_%s(%s)", code_need(c, t, at, NEEDS_RANK)->name, value.text);
    if (t.kind == TYPE_MASK || t.kind == TYPE_BOOL || low == 0)
        return code_in(c, value, LEVEL_UNARY);
    return code_format(c, "(%s - %s)", code_in(c, value, LEVEL_ADD),
                       low < 0 ? code_format(c, "(%s)", number(c, low)) : number(c, low));
}

const char *code_at(coder *c, type t, const char *rank, uint32_t at)
{
    int64_t low = type_lowest(t);
    if (t.optional)
        return code_format(c, "%s_at(%s, %s)", code_need(c, t, at, NEEDS_AT)->name, rank,
                           number(c, low));
    if (t.kind == TYPE_TUPLE)
        return code_format(c, "%s_at(%s)", code_need(c, t, at, NEEDS_AT)->name, rank);
    if (t.kind == TYPE_BOOL)
        return code_format(c, "%s != 0", rank);
    if (t.kind == TYPE_MASK)
        return rank;
    if (t.kind == TYPE_INT)
        return low ? code_format(c, "(int64_t)(%s) + %s", rank, number(c, low))
                   : code_format(c, "(int64_t)(%s)", rank);
    return low ? code_format(c, "(%s)((%s) + %s)", code_type(c, t, at), rank, number(c, low))
               : code_format(c, "(%s)(%s)", code_type(c, t, at), rank);
}

const char *code_compared(coder *c, type t, const char *a, const char *b, uint32_t at)
{
    if (t.use == USE_ANSWER)
        return code_format(c, "lp_compare_answers(%s, %s)", a, b);
    if (type_is_supply(c->m, t))
        return code_format(c, "lp_compare_ids(%s, %s)", a, b);
    if (t.optional || t.kind == TYPE_TUPLE)
        return code_format(c, "compare_%s(%s, %s)", code_need(c, t, at, NEEDS_COMPARE)->name, a, b);
    return code_format(c, "lp_compare_ints(%s%s, %s%s)", t.kind == TYPE_MASK ? "(int64_t)" : "", a,
                       t.kind == TYPE_MASK ? "(int64_t)" : "", b);
}

static void tuple_functions(coder *c, const coded_type *t)
{
    const char *name = t->name;
    type of = t->type;
    if (t->needs & NEEDS_COMPARE) {
        code_line(c, "int compare_%s(%s a, %s b)\n{", name, name, name);
        c->indent++;
        code_line(c, "int order = 0;");
        for (uint32_t i = 0; i < of.part_count; i++) {
            const char *part = code_part(c, of, i);
            const char *order = code_compared(c, of.parts[i], code_format(c, "a.%s", part),
                                              code_format(c, "b.%s", part), t->at);
            if (i)
                code_line(c, "order = order ? order : %s;", order);
            else
                code_line(c, "order = %s;", order);
        }
        code_line(c, "return order;");
        c->indent--;
        code_line(c, "}\n");
    }
    if (t->needs & NEEDS_BYTES) {
        code_line(c, "void put_%s(lp_bytes *to, %s value)\n{", name, name);
        c->indent++;
        for (uint32_t i = 0; i < of.part_count; i++)
            code_put(c, of.parts[i], code_format(c, "value.%s", code_part(c, of, i)), 0);
        c->indent--;
        code_line(c, "}\n");
        code_line(c, "%s get_%s(lp_bytes *from)\n{\n    %s value;", name, name, name);
        c->indent++;
        for (uint32_t i = 0; i < of.part_count; i++)
            code_line(c, "value.%s = %s;", code_part(c, of, i), code_get(c, of.parts[i], t->at));
        code_line(c, "return value;");
        c->indent--;
        code_line(c, "}\n");
    }
    if (t->needs & NEEDS_SHOW) {
        code_line(c, "void show_%s(lp_text *text, %s value)\n{", name, name);
        c->indent++;
        for (uint32_t i = 0; i < of.part_count; i++) {
            code_line(c, "lp_show(text, \"%s\");", i ? ", " : "(");
            code_show(c, of.parts[i], code_format(c, "value.%s", code_part(c, of, i)), 0);
        }
        code_line(c, "lp_show(text, \")\");");
        c->indent--;
        code_line(c, "}\n");
    }
}

static void tuple_ranks(coder *c, const coded_type *t)
{
    const char *name = t->name;
    type of = t->type;
    if (t->needs & NEEDS_RANK) {
        code_line(c, "uint64_t rank_%s(%s value)\n{\n    uint64_t rank = 0;", name, name);
        c->indent++;
        for (uint32_t i = 0; i < of.part_count; i++) {
            piece part = {code_format(c, "value.%s", code_part(c, of, i)), LEVEL_WORD};
            code_line(c, "rank = rank * %u + (uint64_t)%s;", type_card(of.parts[i]),
                      code_rank(c, of.parts[i], part, 0));
        }
        code_line(c, "return rank;");
        c->indent--;
        code_line(c, "}\n");
    }
    if (t->needs & NEEDS_AT) {
        code_line(c, "%s %s_at(uint64_t rank)\n{\n    %s value;", name, name, name);
        c->indent++;
        for (uint32_t i = of.part_count; i-- > 0;) {
            uint32_t card = type_card(of.parts[i]);
            code_line(c, "value.%s = %s;", code_part(c, of, i),
                      code_at(c, of.parts[i], code_format(c, "rank %% %u", card), 0));
            if (i)
                code_line(c, "rank /= %u;", card);
        }
        code_line(c, "return value;");
        c->indent--;
        code_line(c, "}\n");
    }
}

static void option_functions(coder *c, const coded_type *t)
{
    const char *n = t->name;
    type plain = t->type;
    plain.optional = false;
    const char *inner = code_type(c, plain, 0);
    if (t->needs & NEEDS_COMPARE) {
        code_line(c, "int compare_%s(%s a, %s b)\n{", n, n, n);
        code_line(c, "    if (!a.some || !b.some)\n        return a.some - b.some;");
        code_line(c, "    return %s;\n}\n", code_compared(c, plain, "a.value", "b.value", t->at));
    }
    if (t->needs & NEEDS_BYTES) {
        code_line(c, "void put_%s(lp_bytes *to, %s value)\n{\n    lp_put_int(to, value.some);", n,
                  n);
        code_line(c, "    if (value.some)\n        lp_put_int(to, value.value);\n}\n");
        code_line(c, "%s get_%s(lp_bytes *from, int64_t least, int64_t most)\n{", n, n);
        code_line(c, "    %s value = {.some = lp_get_int(from, 0, 1) != 0};", n);
        code_line(c, "    if (value.some)");
        code_line(c, "        value.value = (%s)lp_get_int(from, least, most);", inner);
        code_line(c, "    return value;\n}\n");
    }
    if (t->needs & NEEDS_SHOW) {
        code_line(c, "void show_%s(lp_text *text, %s value)\n{\n    if (!value.some) {", n, n);
        code_line(c, "        lp_show(text, \"none\");\n        return;\n    }");
        c->indent++;
        code_show(c, plain, "value.value", 0);
        c->indent--;
        code_line(c, "}\n");
    }
    if (t->needs & NEEDS_RANK) {
        code_line(c, "uint64_t rank_%s(%s value, int64_t least)\n{", n, n);
        code_line(c,
                  "    return value.some ? 1 + (uint64_t)((int64_t)value.value - least) : 0;\n}\n");
    }
    if (t->needs & NEEDS_AT) {
        code_line(c, "%s %s_at(uint64_t rank, int64_t least)\n{", n, n);
        code_line(c,
                  "    return rank ? (%s){true, (%s)((int64_t)rank - 1 + least)} : (%s){0};\n}\n",
                  n, inner, n);
    }
    if (t->needs & NEEDS_HELD) {
        code_line(c, "%s held_%s(%s value, const char *where)\n{\n    if (!value.some)", inner, n,
                  n);
        code_line(c, "        lp_violate(LP_FAULT_MISUSE, where, \"there is no value\");\n    "
                     "return value.value;\n}\n");
    }
}

void code_type_functions(coder *c)
{
    for (uint32_t i = 0; i < c->type_count; i++) {
        const coded_type *t = &c->types[i];
        if (t->type.kind == TYPE_MAP || t->type.kind == TYPE_SEQ ||
            type_is_open_set(c->m, t->type)) {
            code_many_functions(c, t);
        } else if (t->type.optional) {
            option_functions(c, t);
        } else if (t->type.kind == TYPE_TUPLE) {
            tuple_functions(c, t);
            tuple_ranks(c, t);
        } else if (t->type.kind == TYPE_ENUM) {
            const enumeration *n = c->m->enums[t->type.record];
            text names = {0};
            for (uint32_t k = 0; k < n->item_count; k++)
                text_add(&names, "%s\"%s\"", k ? ", " : "", n->items[k]);
            code_line(c, "const char *const %s_names[] = {%s};\n", t->name, names.bytes);
            text_fini(&names);
        }
    }
}
