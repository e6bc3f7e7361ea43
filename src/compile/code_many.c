// SPDX-License-Identifier: MIT
// Sets of what has no end, and arrays whose index has none: the lp_set of the runtime, its items in
// order. Of such an array the items are kept that are not what they were first, with their index. A
// seq is one, too, in its own order.
//
//     lp_set waiting; // set<op>
//     lp_set stamps;  // stamp[op], of id_to_stamp
//
// A variable owns its items. What an expression makes is the runtime's until the step is over, so
// whoever assigns it copies it.

#include "compile/coder.h"

#include <string.h>

static const char *base_name(const char *of)
{
    return strcmp(of, "lp_id") == 0 ? "id" : strcmp(of, "int64_t") == 0 ? "int" : of;
}

// The functions that compare it are needed.
static coded_type *known(coder *c, coded_type *t, type compared, uint32_t at)
{
    if (!(t->needs & NEEDS_COMPARE)) {
        t->needs |= NEEDS_COMPARE;
        code_compared(c, compared, "a", "b", at);
    }
    return t;
}

coded_type *code_open_set(coder *c, type t, uint32_t at)
{
    type item = t.parts[0];
    const char *name = code_format(c, "%s_set", base_name(code_type(c, item, at)));
    return known(c, code_find_type(c, t, name, at), item, at);
}

coded_type *code_seq(coder *c, type t, uint32_t at)
{
    type item = t.parts[0];
    const char *name = code_format(c, "%s_seq", base_name(code_type(c, item, at)));
    return known(c, code_find_type(c, t, name, at), item, at);
}

coded_type *code_open_array(coder *c, const variable *v)
{
    type *parts = model_allocate(c->m, 2 * sizeof *parts);
    parts[0] = v->index;
    parts[1] = variable_type(v);
    const char *key = base_name(code_type(c, parts[0], v->at));
    const char *name = code_format(c, "%s_to_%s", key, base_name(code_type(c, parts[1], v->at)));
    type t = {.kind = TYPE_MAP, .parts = parts, .part_count = 2};
    coded_type *found = code_find_type(c, t, name, v->at);
    code_compared(c, parts[1], "a", "b", v->at);
    return known(c, found, parts[0], v->at);
}

// ---- In the files of the system ----

static void declare_set(coder *c, const char *name, const char *item)
{
    code_line(c, "// A set of what has no end: its items are of type %s.", item);
    code_line(c, "extern const lp_item_type %s_items;", name);
    code_line(c, "static inline bool has_%s(lp_set s, %s item)\n{", name, item);
    code_line(c, "    return lp_set_find(&%s_items, s, &item) != NULL;\n}", name);
    static const char *const changes[][2] = {
        {"add", "put"}, {"remove", "remove"}, {"collect", "collect"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        code_line(c,
                  "static inline void %s_%s(lp_set *s, %s item)\n{\n    lp_set_%s(&%s_items, s, "
                  "&item);\n}",
                  changes[i][0], name, item, changes[i][1], name);
}

static void declare_seq(coder *c, const char *name, const char *item)
{
    static const char *const inserts[][2] = {{"push", "s->count"}, {"push_front", "0"}};
    static const char *const ends[][2] = {{"back", "s.count - 1"}, {"front", "0"}};
    code_line(c, "// A seq: its items are of type %s.", item);
    code_line(c, "extern const lp_item_type %s_items;", name);
    for (int i = 0; i < 2; i++)
        code_line(
            c,
            "static inline void %s_%s(lp_set *s, %s item)\n{\n    lp_seq_insert(&%s_items, s, "
            "%s, &item);\n}",
            inserts[i][0], name, item, name, inserts[i][1]);
    for (int i = 0; i < 2; i++) {
        code_line(c, "static inline %s %s_%s(lp_set s, const char *where)\n{", item, ends[i][0],
                  name);
        code_line(
            c,
            "    if (!s.count)\n        lp_violate(LP_FAULT_MISUSE, where, \"the seq is empty\");");
        code_line(c, "    return ((const %s *)s.items)[%s];\n}", item, ends[i][1]);
        code_line(c, "static inline %s pop%s_%s(lp_set *s, const char *where)\n{", item,
                  i ? "_front" : "", name);
        code_line(c, "    %s item = %s_%s(*s, where);", item, ends[i][0], name);
        code_line(c, "    lp_seq_remove(&%s_items, s, %s);\n    return item;\n}", name,
                  i ? "0" : "s->count - 1");
    }
    code_line(c, "static inline bool has_%s(lp_set s, %s item)\n{", name, item);
    code_line(c, "    return lp_seq_find(&%s_items, s, &item) < s.count;\n}", name);
    code_line(c, "static inline bool remove_%s(lp_set *s, %s item) // the first that is equal\n{",
              name, item);
    code_line(c, "    size_t at = lp_seq_find(&%s_items, *s, &item);", name);
    code_line(c, "    if (at == s->count)\n        return false;");
    code_line(c, "    lp_seq_remove(&%s_items, s, at);\n    return true;\n}", name);
}

static void declare_array(coder *c, const coded_type *t, const char *name)
{
    type of = t->type.parts[1];
    const char *key = code_type(c, t->type.parts[0], 0), *value = code_type(c, of, 0);
    code_line(c, "// What is kept of an array: items that are not what they were first.");
    code_line(c, "typedef struct %s {\n    %s key;\n    %s value;\n} %s;", name, key, value, name);
    code_line(c, "extern const lp_item_type %s_items;", name);
    code_line(c, "static inline %s at_%s(lp_set array, %s key)\n{", value, name, key);
    code_line(c, "    %s wanted = {.key = key};", name);
    code_line(c, "    const %s *found = lp_set_find(&%s_items, array, &wanted);", name, name);
    code_line(c, "    return found ? found->value : %s;\n}", code_zero(c, of));
    code_line(c, "static inline void set_%s(lp_set *array, %s key, %s value)\n{", name, key, value);
    code_line(c, "    %s item = {key, value};", name);
    code_line(c, "    if (%s == 0)", code_compared(c, of, "value", code_zero(c, of), 0));
    code_line(c, "        lp_set_remove(&%s_items, array, &item);", name);
    code_line(c, "    else\n        lp_set_put(&%s_items, array, &item);\n}", name);
}

void code_declare_many(coder *c, const coded_type *t)
{
    if (t->type.kind == TYPE_MAP)
        declare_array(c, t, t->name);
    else if (t->type.kind == TYPE_SEQ)
        declare_seq(c, t->name, code_type(c, t->type.parts[0], 0));
    else
        declare_set(c, t->name, code_type(c, t->type.parts[0], 0));
    code_line(c, "%s", "");
}

void code_many_functions(coder *c, const coded_type *t)
{
    const char *n = t->name, *part = t->type.kind == TYPE_MAP ? "->key" : "";
    const char *star = *part ? "" : "*";
    const char *of = t->type.kind == TYPE_MAP ? n : code_type(c, t->type.parts[0], 0);
    code_line(c, "static int compare_%s_items(const void *first, const void *second)\n{", n);
    code_line(c, "    const %s *a = first, *b = second;", of);
    code_line(c, "    return %s;\n}\n",
              code_compared(c, t->type.parts[0], code_format(c, "%sa%s", star, part),
                            code_format(c, "%sb%s", star, part), 0));
    code_line(c, "const lp_item_type %s_items = {sizeof(%s), compare_%s_items};\n", n, of, n);
}

// ---- Expressions ----

static piece word(const char *said)
{
    return (piece){said, LEVEL_WORD};
}

piece code_open_literal(coder *c, const expr *x)
{
    type item = x->type.parts[0];
    const char *name = code_open_set(c, x->type, x->at)->name;
    if (!x->item_count)
        return word("(lp_set){0}");
    text t = {0};
    for (uint32_t i = 0; i < x->item_count; i++)
        text_add(&t, "%s%s", i ? ", " : "", code_argument(c, x->items[i], item));
    return word(code_format(c, "lp_set_of(&%s_items, (%s[]){%s}, %u)", name,
                            code_type(c, item, x->at), code_keep(c, &t), x->item_count));
}

piece code_open_binary(coder *c, const expr *x)
{
    static const char *const makes[] = {[OP_BIT_OR] = "union",
                                        [OP_BIT_AND] = "intersection",
                                        [OP_BIT_XOR] = "symmetric",
                                        [OP_SUB] = "difference"};
    const char *name = code_open_set(c, x->a->type, x->at)->name;
    const char *a = code_raw(c, x->a).text, *b = code_raw(c, x->b).text;
    bool turned = x->op == OP_GT || x->op == OP_GE;
    const char *small = turned ? b : a, *large = turned ? a : b;
    const char *within = code_format(c, "lp_set_within(&%s_items, %s, %s)", name, small, large);
    const char *back = code_format(c, "lp_set_within(&%s_items, %s, %s)", name, large, small);
    switch (x->op) {
    case OP_EQ:
        return (piece){code_format(c, "%s && %s", within, back), LEVEL_AND};
    case OP_NE:
        return (piece){code_format(c, "!(%s && %s)", within, back), LEVEL_UNARY};
    case OP_LE:
    case OP_GE:
        return word(within);
    case OP_LT:
    case OP_GT:
        return (piece){code_format(c, "%s && !%s", within, back), LEVEL_AND};
    default:
        return word(code_format(c, "lp_set_%s(&%s_items, %s, %s)", makes[x->op], name, a, b));
    }
}

piece code_open_operation(coder *c, const expr *x)
{
    const char *set = code_raw(c, x->a).text;
    if (strcmp(x->name, "len") == 0)
        return (piece){code_format(c, "(int64_t)%s.count", set), LEVEL_UNARY};
    if (strcmp(x->name, "empty") == 0)
        return (piece){code_format(c, "%s.count == 0", set), LEVEL_EQUAL};
    return word(code_format(c, "has_%s(%s, %s)", code_open_set(c, x->a->type, x->at)->name, set,
                            code_argument(c, x->items[0], x->a->type.parts[0])));
}

// Of a seq, which is a variable.
piece code_seq_operation(coder *c, const expr *x)
{
    const char *name = code_seq(c, x->a->type, x->at)->name, *s = code_raw(c, x->a).text;
    bool asks = strcmp(x->name, "front") == 0 || strcmp(x->name, "back") == 0;
    if (strcmp(x->name, "len") == 0)
        return (piece){code_format(c, "(int64_t)%s.count", s), LEVEL_UNARY};
    if (strcmp(x->name, "empty") == 0)
        return (piece){code_format(c, "%s.count == 0", s), LEVEL_EQUAL};
    if (asks || strncmp(x->name, "pop", 3) == 0)
        return word(code_format(c, "%s_%s(%s%s, %s)", x->name, name, asks ? "" : "&", s,
                                code_where(c, x->at)));
    return word(code_format(c, "%s_%s(%s%s, %s)", x->name, name,
                            strcmp(x->name, "has") == 0 ? "" : "&", s,
                            code_argument(c, x->items[0], x->a->type.parts[0])));
}

piece code_open_index(coder *c, const expr *x)
{
    const variable *v = &c->m->shared[x->a->index];
    return word(code_format(c, "at_%s(%s, %s)", code_open_array(c, v)->name, code_raw(c, x->a).text,
                            code_argument(c, x->b, v->index)));
}

// Begins to go through what x is one of: see component_domain.
void code_open_domain(coder *c, const expr *domain, const char *name, type t, const char *number)
{
    bool array = is_open_array(c->m, domain);
    const variable *v = array ? &c->m->shared[domain->index] : NULL;
    type item = array ? v->index : domain->type.parts[0];
    const char *of = array ? code_open_array(c, v)->name : code_type(c, item, domain->at);
    bool names = type_is_supply(c->m, t) && type_is_supply(c->m, item);
    if (!names && !code_same_type(t, item))
        code_fails(c, domain->at, "give both the same type", "%s is of another type than this",
                   name);
    code_line(c, "const lp_set rest_of%s = %s;", number, code_raw(c, domain).text);
    code_line(c, "for (size_t rest%s = 0; rest%s < rest_of%s.count; rest%s++) {", number, number,
              number, number);
    c->indent++;
    code_line(c, "%s %s = ((const %s *)rest_of%s.items)[rest%s]%s;", code_type(c, t, domain->at),
              name, of, number, number, array ? ".key" : "");
    uint32_t first, from, count = type_supplies(c->s, t, &first);
    if (names && (count != type_supplies(c->s, item, &from) || from != first)) {
        code_line(c, "if (lp_id_supply(%s) < supply_%s || lp_id_supply(%s) > supply_%s)", name,
                  c->s->supplies[first].name, name, c->s->supplies[first + count - 1].name);
        code_line(c, "    continue;");
    }
}

// ---- Statements ----

static bool is_entry(const coder *c, const expr *x)
{
    return x->kind == EXPR_INDEX && is_open_array(c->m, x->a);
}

// What an assignment to this place begins with; NULL: it is an ordinary place.
static const char *begun(coder *c, const expr *place)
{
    const expr *root = place;
    while (root->kind == EXPR_ITEM)
        root = root->a;
    if (root != place && is_entry(c, root)) {
        code_fails(c, place->at, "assign the whole of it",
                   "a part of an item of this array cannot be changed alone yet");
        return NULL;
    }
    if (is_entry(c, place)) {
        const variable *v = &c->m->shared[place->a->index];
        return code_format(c, "set_%s(&%s, %s, ", code_open_array(c, v)->name,
                           code_raw(c, place->a).text, code_argument(c, place->b, v->index));
    }
    if (!type_is_open_set(c->m, place->type))
        return NULL;
    if (place->kind != EXPR_SHARED)
        code_fails(c, place->at, "change a variable of the automaton",
                   "a local set of what has no end cannot be changed yet");
    return code_format(c, "lp_set_assign(&%s_items, &%s, ",
                       code_open_set(c, place->type, place->at)->name, code_raw(c, place).text);
}

const char *code_open_assignment(coder *c, const expr *place, const expr *value)
{
    const char *head = begun(c, place);
    return head ? code_format(c, "%s%s)", head, code_argument(c, value, place->type)) : NULL;
}

const char *code_open_effect(coder *c, const expr *x)
{
    const expr *set = x->a;
    if (set->type.kind == TYPE_SEQ)
        return code_seq_operation(c, x).text;
    if (is_entry(c, set)) { // a set of a finite type
        bool adds = strcmp(x->name, "add") == 0;
        return code_format(c, "%s%s %s(%s))", begun(c, set), code_raw(c, set).text,
                           adds ? "| " : "& ~", code_item(c, set->type.parts[0], x->items[0]).text);
    }
    if (!type_is_open_set(c->m, set->type))
        return NULL;
    begun(c, set);
    return code_format(c, "%s_%s(&%s, %s)", x->name, code_open_set(c, set->type, x->at)->name,
                       code_raw(c, set).text, code_argument(c, x->items[0], set->type.parts[0]));
}

// ---- States as bytes ----

bool code_is_many(const coder *c, const variable *v)
{
    return variable_type(v).kind == TYPE_SEQ || type_is_open_set(c->m, variable_type(v)) ||
           (v->length && v->index.kind != TYPE_UNIT && !type_is_closed(c->m, v->index));
}

void code_saved_many(coder *c, const variable *v, bool save)
{
    const char *place = code_format(c, "self->%s", code_member(c, variable_name(v)));
    type t = variable_type(v);
    bool seq = t.kind == TYPE_SEQ;
    const char *name = (v->length ? code_open_array(c, v)
                        : seq     ? code_seq(c, t, v->at)
                                  : code_open_set(c, t, v->at))
                           ->name;
    type item = v->length ? v->index : t.parts[0];
    const char *of = v->length ? name : code_type(c, item, v->at);
    if (save) {
        const char *each =
            code_format(c, "((const %s *)%s.items)[i]%s", of, place, v->length ? ".key" : "");
        code_line(c, "lp_put_int(to, (int64_t)%s.count);", place);
        code_line(c, "for (size_t i = 0; i < %s.count; i++) {", place);
        c->indent++;
        code_put(c, item, each, v->at);
        if (v->length)
            code_put(c, t, code_format(c, "((const %s *)%s.items)[i].value", of, place), v->at);
    } else {
        code_line(c, "lp_set_end(&%s);", place);
        code_line(c, "for (int64_t rest = lp_get_int(from, 0, INT32_MAX); rest; rest--) {");
        c->indent++;
        code_line(c, "%s item = %s;", code_type(c, item, v->at), code_get(c, item, v->at));
        if (v->length)
            code_line(c, "set_%s(&%s, item, %s);", name, place, code_get(c, t, v->at));
        else
            code_line(c, "%s_%s(&%s, item);", seq ? "push" : "add", name, place);
    }
    c->indent--;
    code_line(c, "}");
}

void code_shown_many(coder *c, const variable *v)
{
    const char *place = code_format(c, "self->%s", code_member(c, variable_name(v)));
    type t = variable_type(v), item = v->length ? v->index : t.parts[0];
    bool seq = t.kind == TYPE_SEQ && !v->length;
    const char *of = v->length ? code_open_array(c, v)->name : code_type(c, item, v->at);
    const char *each = code_format(c, "((const %s *)%s.items)[i]", of, place);
    code_line(c, "lp_show_many(text, \"%s\", %s.count);", seq ? "[" : "{", place);
    code_line(c, "for (size_t i = 0; i < %s.count; i++) {", place);
    c->indent++;
    code_line(c, "lp_show_item(text);");
    code_show(c, item, v->length ? code_format(c, "%s.key", each) : each, v->at);
    if (v->length) {
        code_line(c, "lp_show(text, \": \");");
        code_show(c, t, code_format(c, "%s.value", each), v->at);
    }
    c->indent--;
    code_line(c, "}");
    code_line(c, "lp_show_end(text, \"%s\");", seq ? "]" : "}");
}
