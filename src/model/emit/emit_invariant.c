// SPDX-License-Identifier: MIT
// Invariants as C. They look at a whole state at once, so they read shared
// variables and fields directly.

#include "model/emit/emitter.h"

enum { C_NAME = 80, HELD = 64 };

// As emit_named, for names in the middle of a text.
static const char *c_name(const char *name, char *into, size_t size)
{
    size_t n = 0;
    for (; *name && n + 3 < size; name++) {
        into[n++] = *name == '.' ? '_' : *name;
        if (*name == '.')
            into[n++] = '_';
    }
    into[n] = 0;
    return into;
}

static void emit_shape(emitter *e, const expr *x)
{
    static const char *const names[] = {"acyclic", "sorted", "reaches"};
    const record *r = e->p->model->records[x->a->type.record];
    char link[C_NAME], key[C_NAME];
    text_add(e->out, "%s_%s__%s", names[x->shape], r->name,
             c_name(r->fields[x->link].name, link, sizeof link));
    if (x->shape == SHAPE_SORTED)
        text_add(e->out, "__%s", c_name(r->fields[x->key].name, key, sizeof key));
    text_add(e->out, "(s, ");
    emit_whole(e, x->a);
    if (x->b) {
        text_add(e->out, ", ");
        emit_whole(e, x->b);
    }
    if (x->has_item)
        text_add(e->out, ", %u", x->link_item);
    text_add(e->out, ")");
}

static void emit_field(emitter *e, const expr *x, uint32_t which)
{
    const record *r = e->p->model->records[x->a->type.record];
    text_add(e->out, "s->heap_%s[node_or_0(r, ", r->name);
    emit_whole(e, x->a);
    text_add(e->out, ", %u)]", x->at);
    emit_named(e, ".field_", r->fields[which].name);
}

static void emit_item(emitter *e, const expr *x)
{
    const model *m = e->p->model;
    const variable *v = &m->shared[x->index];
    if (x->a->kind == EXPR_FIELD) {
        v = &m->records[x->a->a->type.record]->fields[x->index];
        emit_field(e, x->a, x->index);
    } else {
        emit_named(e, "s->shared_", v->name);
    }
    text_add(e->out, "[inside_or_0(r, ");
    emit_whole(e, x->b);
    text_add(e->out, ", %u, %u)]", v->length, x->at);
}

// Any expression of an invariant.
void emit_whole(emitter *e, const expr *x)
{
    const model *m = e->p->model;
    switch (x->kind) {
    case EXPR_SHARED:
        emit_named(e, "s->shared_", m->shared[x->index].name);
        break;
    case EXPR_INDEX:
        emit_item(e, x);
        break;
    case EXPR_FIELD:
        emit_field(e, x, x->index);
        break;
    case EXPR_SHAPE:
        emit_shape(e, x);
        break;
    case EXPR_CALL:
        text_add(e->out, "value_%s(s, r, %u", emit_symbol(m->functions[x->index]), x->at);
        for (uint32_t i = 0; i < x->item_count; i++) {
            text_add(e->out, ", ");
            emit_whole(e, x->items[i]);
        }
        text_add(e->out, ")");
        break;
    case EXPR_SEQ:
        emit_asked(e, x);
        break;
    default:
        emit_expr(e, x);
        break;
    }
}

// Which field is followed: where it is an array, the item is one more argument.
typedef struct link {
    char name[C_NAME];
    const char *argument, *item;
} link;

static link link_of(const variable *v)
{
    link k = {.argument = v->length ? ", int32_t item" : "", .item = v->length ? "[item]" : ""};
    c_name(v->name, k.name, sizeof k.name);
    return k;
}

// The last visited node comes back to an earlier one: more steps than nodes.
static void emit_walks(emitter *e, const record *r, const link *k)
{
    text_add(e->out,
             "\nstatic int acyclic_%s__%s(const struct state *s, int32_t p%s)\n{\n"
             "    for (int32_t n = 0; p; p = s->heap_%s[p - 1].field_%s%s)\n"
             "        if (++n > NODES)\n            return 0;\n    return 1;\n}\n",
             r->name, k->name, k->argument, r->name, k->name, k->item);
    text_add(e->out,
             "\nstatic int reaches_%s__%s(const struct state *s, int32_t p, int32_t q%s)\n{\n"
             "    for (int32_t n = 0; p && p != q && n <= NODES; n++)\n"
             "        p = s->heap_%s[p - 1].field_%s%s;\n    return p == q;\n}\n",
             r->name, k->name, k->argument, r->name, k->name, k->item);
}

static void emit_sorted(emitter *e, const record *r, const link *k, const char *key)
{
    text_add(
        e->out,
        "\nstatic int sorted_%s__%s__%s(const struct state *s, int32_t p%s)\n{\n"
        "    for (int32_t n = 0, q; p && (q = s->heap_%s[p - 1].field_%s%s); p = q)\n"
        "        if (++n > NODES || s->heap_%s[p - 1].field_%s >= s->heap_%s[q - 1].field_%s)\n"
        "            return 0;\n    return 1;\n}\n",
        r->name, k->name, key, k->argument, r->name, k->name, k->item, r->name, key, r->name, key);
}

// All that could be asked for; the compiler drops the rest.
static void emit_shapes(emitter *e)
{
    for (uint32_t i = 0; i < e->p->model->record_count; i++) {
        const record *r = e->p->model->records[i];
        for (uint32_t k = 0; k < r->field_count; k++) {
            if (r->fields[k].type.kind != TYPE_POINTER || r->fields[k].type.record != i)
                continue;
            char key[C_NAME];
            link way = link_of(&r->fields[k]);
            emit_walks(e, r, &way);
            for (uint32_t f = 0; f < r->field_count; f++) {
                const variable *v = &r->fields[f];
                if (v->type.kind == TYPE_INT && !v->type.optional && !v->length)
                    emit_sorted(e, r, &way, c_name(v->name, key, sizeof key));
            }
        }
    }
}

// Its bit says that the condition before it holds here, and so that it was evaluated.
static void emit_extreme(emitter *e, uint32_t which)
{
    text_add(e->out,
             "    if (wanted >> %u & reached >> %u & 1) {\n        int32_t measured = ", which,
             which - 1);
    emit_whole(e, e->p->model->reachables[which].condition);
    text_add(e->out,
             ";\n        if (r->measured)\n            r->measured[%u] = measured;\n"
             "        reached |= UINT64_C(1) << %u;\n    }\n",
             which, which);
}

// Of those that are wanted and hold here a bit each. What another verify block wants is not
// evaluated, and neither are conditions of end states elsewhere: they may fail there.
static void emit_reachable(emitter *e, const char *name, bool ends)
{
    const model *m = e->p->model;
    text_add(e->out,
             "\nuint64_t %s(const int32_t *cells, uint64_t wanted, struct run *r)\n{\n"
             "    const struct state *s = (const struct state *)cells;\n"
             "    uint64_t reached = 0;\n",
             name);
    for (uint32_t i = 0; i < m->reachable_count; i++) {
        if (m->reachables[i].ends != ends)
            continue;
        if (m->reachables[i].extreme) {
            emit_extreme(e, i);
            continue;
        }
        text_add(e->out, "    if (wanted >> %u & 1)\n        reached |= (uint64_t)((", i);
        emit_whole(e, m->reachables[i].condition);
        text_add(e->out, ") != 0) << %u;\n", i);
    }
    text_add(e->out, "    (void)s;\n    (void)r;\n    (void)wanted;\n    return reached;\n}\n");
}

void emit_invariants(emitter *e)
{
    const model *m = e->p->model;
    if (m->invariant_count || m->reachable_count)
        emit_shapes(e);
    text_add(e->out, "\nvoid linchpin_invariant(const int32_t *cells, struct run *r)\n{\n"
                     "    const struct state *s = (const struct state *)cells;\n"
                     "    int quiet = 1;\n"
                     "    for (int t = 0; t < THREADS; t++)\n"
                     "        quiet &= s->threads[t].pc == 0;\n");
    for (uint32_t i = 0; i < m->invariant_count; i++) {
        const invariant *v = &m->invariants[i];
        text_add(e->out, "    if (%s", v->quiescent ? "quiet && " : "");
        if (i < HELD)
            text_add(e->out, "!(r->held >> %u & 1) && ", i);
        text_add(e->out, "!");
        emit_whole(e, v->condition);
        text_add(e->out, ") { // %s\n        fail(r, INVARIANT, %u);\n        return;\n    }\n",
                 v->name, v->at);
    }
    text_add(e->out, "    (void)quiet;\n}\n");
    emit_reachable(e, "linchpin_reached", false);
    emit_reachable(e, "linchpin_ended", true);
}
