// SPDX-License-Identifier: MIT
// What is said of the items of sets is a function of its own, with a loop for each variable:
//
//     // abd.lin:75  forall q in P : q == p || (x, q) in exceeded
//     static bool stable_1(const replica *self, lp_id x)

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

typedef struct saved {
    text *out;
    uint32_t indent;
    bool self, turn;
    used_name used[CODE_NAMES];
    uint32_t used_count;
} saved;

// Does anything look at what this variable is?
static bool is_read(const expr *x, uint32_t binder_number)
{
    const char *name = x->binders[binder_number].name;
    bool read =
        x->bind == BIND_FILTER || code_reads_expr(x->a, name) || code_reads_expr(x->b, name);
    for (uint32_t i = binder_number + 1; i < x->binder_count; i++)
        read |= code_reads_expr(x->binders[i].domain, name);
    return read;
}

static void open_loop(coder *c, const expr *x, uint32_t number)
{
    const binder *b = &x->binders[number - 1];
    const char *name = code_local(c, b->name), *type_of = code_type(c, b->type, b->at);
    type t = b->type;
    if (b->domain && b->domain->kind == EXPR_SET) {
        text items = {0};
        for (uint32_t i = 0; i < b->domain->item_count; i++)
            text_add(&items, "%s%s", i ? ", " : "", code_argument(c, b->domain->items[i], t));
        code_line(c, "const %s items%u[] = {%s};", type_of, number, items.bytes ? items.bytes : "");
        code_line(c, "for (unsigned rest%u = 0; rest%u < %u; rest%u++) {", number, number,
                  b->domain->item_count, number);
        c->indent++;
        code_line(c, "%s %s = items%u[rest%u];", type_of, name, number, number);
        text_fini(&items);
    } else if (b->domain &&
               (is_open_array(c->m, b->domain) || type_is_open_set(c->m, b->domain->type))) {
        code_open_domain(c, b->domain, name, t, code_format(c, "%u", number));
    } else if (b->domain) {
        code_line(c, "for (uint64_t rest%u = %s; rest%u; rest%u &= rest%u - 1) {", number,
                  code_raw(c, b->domain).text, number, number, number);
        c->indent++;
        const char *rank = code_format(c, "__builtin_ctzll(rest%u)", number);
        if (t.kind != TYPE_ENUM && t.kind != TYPE_INT)
            rank = code_format(c, "(uint64_t)%s", rank);
        code_line(c, "%s %s = %s;", type_of, name, code_at(c, t, rank, b->at));
    } else if (t.kind == TYPE_INT && !t.optional) {
        code_line(c, "for (int64_t %s = %lld; %s <= %lld; %s++) {", name, (long long)type_lowest(t),
                  name, (long long)type_highest(t), name);
        c->indent++;
    } else {
        code_line(c, "for (uint64_t rest%u = 0; rest%u < %u; rest%u++) {", number, number,
                  type_card(t), number);
        c->indent++;
        code_line(c, "%s %s = %s;", type_of, name,
                  code_at(c, t, code_format(c, "rest%u", number), b->at));
    }
    if (!is_read(x, number - 1))
        code_line(c, "(void)%s;", name);
}

static const char *collected(coder *c, type set, const expr *item)
{
    if (type_is_open_set(c->m, set))
        return code_format(c, "collect_%s(&result, %s)", code_open_set(c, set, item->at)->name,
                           code_argument(c, item, set.parts[0]));
    return code_format(c, "result |= %s", code_item(c, set.parts[0], item).text);
}

// What is done with each combination of items, in the innermost loop.
static void inner(coder *c, const expr *x)
{
    piece each;
    switch (x->bind) {
    case BIND_ALL:
        code_line(c, "if (!%s)", code_in(c, code_raw(c, x->a), LEVEL_UNARY));
        code_line(c, "    return false;");
        return;
    case BIND_ANY:
        code_line(c, "if (%s)", code_raw(c, x->a).text);
        code_line(c, "    return true;");
        return;
    case BIND_FILTER: {
        const expr name = {.kind = EXPR_LOCAL,
                           .name = x->binders[0].name,
                           .at = x->at,
                           .type = x->binders[0].type};
        code_line(c, "if (%s)", code_raw(c, x->a).text);
        code_line(c, "    %s;", collected(c, x->type, &name));
        return;
    }
    case BIND_MAP:
        if (x->b)
            code_line(c, "if (%s)", code_raw(c, x->b).text);
        code_line(c, "%s%s;", x->b ? "    " : "", collected(c, x->type, x->a));
        return;
    case BIND_LEAST:
    case BIND_MOST:
        if (x->b)
            code_line(c, "if (!%s)\n%*scontinue;", code_in(c, code_raw(c, x->b), LEVEL_UNARY),
                      (int)(4 * c->indent) + 4, "");
        each = code_value(c, x->a, x->type);
        code_line(c, "if (!found || %s)",
                  code_compare(c, x->bind == BIND_LEAST ? OP_LT : OP_GT, x->type, each,
                               (piece){"best", LEVEL_WORD}, x->at)
                      .text);
        code_line(c, "    best = %s;", each.text);
        code_line(c, "found = true;");
        return;
    case BIND_MAJORITIES:
        return;
    }
}

static void majorities(coder *c, const expr *x)
{
    const binder *b = &x->binders[0];
    uint32_t items = type_card(b->type);
    const char *set = b->domain ? code_in(c, code_raw(c, b->domain), LEVEL_UNARY) : NULL;
    code_line(c, "for (uint64_t q = 0; q < UINT64_C(1) << %u; q++)", items);
    if (set)
        code_line(c,
                  "    if ((q & ~%s) == 0 && __builtin_popcountll(q) > "
                  "__builtin_popcountll(%s & ~q))",
                  set, set);
    else
        code_line(c, "    if (__builtin_popcountll(q) > %u)", items / 2);
    code_line(c, "        result |= UINT64_C(1) << q;");
    code_line(c, "return result;");
}

static void body(coder *c, const expr *x)
{
    bool extreme = x->bind == BIND_LEAST || x->bind == BIND_MOST;
    bool asked = x->bind == BIND_ALL || x->bind == BIND_ANY;
    if (extreme) {
        code_line(c, "%s best = %s;", code_type(c, x->type, x->at), code_zero(c, x->type));
        code_line(c, "bool found = false;");
    } else if (!asked) {
        code_line(c, "%s result = %s;", code_type(c, x->type, x->at),
                  type_is_open_set(c->m, x->type) ? "{0}" : "0");
    }
    if (x->bind == BIND_MAJORITIES) {
        majorities(c, x);
        return;
    }
    for (uint32_t i = 0; i < x->binder_count; i++)
        open_loop(c, x, i + 1);
    inner(c, x);
    for (uint32_t i = 0; i < x->binder_count; i++) {
        c->indent--;
        code_line(c, "}");
    }
    if (extreme)
        code_line(c, "if (!found)\n        lp_violate(LP_FAULT_MISUSE, %s, \"the set is empty\");",
                  code_where(c, x->at));
    code_line(c, "return %s;",
              extreme               ? "best"
              : !asked              ? "result"
              : x->bind == BIND_ALL ? "true"
                                    : "false");
}

static bool is_bound(const expr *x, const char *name)
{
    for (uint32_t i = 0; i < x->binder_count; i++)
        if (strcmp(x->binders[i].name, name) == 0)
            return true;
    return false;
}

// The arguments are what it uses of the function around it.
static piece head_and_call(coder *c, const expr *x, const char *name, bool self, const text *made,
                           const used_name *used, uint32_t count)
{
    text head = {0}, call = {0};
    const char *comma = "";
    char *said = source_excerpt(&c->m->source, x->at, x->end);
    text_add(&head, "// %s  %s\n", code_comment(c, x->at), said);
    text_add(&head, "static %s %s(", code_type(c, x->type, x->at), name);
    text_add(&call, "%s(", name);
    if (self) {
        text_add(&head, "const %s *self", c->part->part->name);
        text_add(&call, "self");
        comma = ", ";
    }
    for (uint32_t i = 0; i < count; i++)
        if (!is_bound(x, used[i].name)) {
            const char *local = code_local(c, used[i].name);
            text_add(&head, "%s%s %s", comma, code_type(c, used[i].type, x->at), local);
            text_add(&call, "%s%s", comma, local);
            comma = ", ";
            code_use(c, used[i].name, used[i].type);
        }
    text_add(&head, "%s)\n{\n", *comma ? "" : "void");
    text_add(&call, ")");
    text_add_bytes(&c->before, head.bytes, head.length);
    text_add_bytes(&c->before, made->bytes, made->length);
    text_add(&c->before, "}\n\n");
    text_fini(&head);
    free(said);
    return (piece){code_keep(c, &call), LEVEL_WORD};
}

piece code_bind(coder *c, const expr *x)
{
    saved outer = {c->out, c->indent, c->self, c->turn, {{0}}, c->used_count};
    memcpy(outer.used, c->used, sizeof outer.used);
    text made = {0};
    const char *name = code_format(c, "%s_%u", c->function, ++c->helpers);
    c->out = &made;
    c->indent = 1;
    c->self = false;
    c->used_count = 0;
    body(c, x);
    used_name used[CODE_NAMES];
    uint32_t count = c->used_count;
    bool self = c->self;
    memcpy(used, c->used, sizeof used);
    memcpy(c->used, outer.used, sizeof outer.used);
    c->used_count = outer.used_count;
    c->out = outer.out;
    c->indent = outer.indent;
    c->self = outer.self || self;
    piece call = head_and_call(c, x, name, self, &made, used, count);
    text_fini(&made);
    return call;
}
