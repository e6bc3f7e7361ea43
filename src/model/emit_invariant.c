// SPDX-License-Identifier: MIT
// Invariants as C. They look at a whole state at once, so they read shared
// variables and fields directly.

#include "model/emitter.h"

enum { C_NAME = 80 };

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
    text_add(e->out, ")");
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
        emit_named(e, "s->shared_", m->shared[x->index].name);
        text_add(e->out, "[inside_or_0(r, ");
        emit_whole(e, x->b);
        text_add(e->out, ", %u, %u)]", m->shared[x->index].length, x->at);
        break;
    case EXPR_FIELD:
        text_add(e->out, "s->heap_%s[node_or_0(r, ", m->records[x->a->type.record]->name);
        emit_whole(e, x->a);
        text_add(e->out, ", %u)]", x->at);
        emit_named(e, ".field_", m->records[x->a->type.record]->fields[x->index].name);
        break;
    case EXPR_SHAPE:
        emit_shape(e, x);
        break;
    case EXPR_CALL:
        text_add(e->out, "value_%s(r, %u", m->functions[x->index]->name, x->at);
        for (uint32_t i = 0; i < x->item_count; i++) {
            text_add(e->out, ", ");
            emit_whole(e, x->items[i]);
        }
        text_add(e->out, ")");
        break;
    default:
        emit_expr(e, x);
        break;
    }
}

// The last visited node comes back to an earlier one: more steps than nodes.
static void emit_walks(emitter *e, const record *r, const char *link)
{
    text_add(e->out,
             "\nstatic int acyclic_%s__%s(const struct state *s, int32_t p)\n{\n"
             "    for (int32_t n = 0; p; p = s->heap_%s[p - 1].field_%s)\n"
             "        if (++n > NODES)\n            return 0;\n    return 1;\n}\n",
             r->name, link, r->name, link);
    text_add(e->out,
             "\nstatic int reaches_%s__%s(const struct state *s, int32_t p, int32_t q)\n{\n"
             "    for (int32_t n = 0; p && p != q && n <= NODES; n++)\n"
             "        p = s->heap_%s[p - 1].field_%s;\n    return p == q;\n}\n",
             r->name, link, r->name, link);
}

static void emit_sorted(emitter *e, const record *r, const char *link, const char *key)
{
    text_add(
        e->out,
        "\nstatic int sorted_%s__%s__%s(const struct state *s, int32_t p)\n{\n"
        "    for (int32_t n = 0, q; p && (q = s->heap_%s[p - 1].field_%s); p = q)\n"
        "        if (++n > NODES || s->heap_%s[p - 1].field_%s >= s->heap_%s[q - 1].field_%s)\n"
        "            return 0;\n    return 1;\n}\n",
        r->name, link, key, r->name, link, r->name, key, r->name, key);
}

// All that could be asked for; the compiler drops the rest.
static void emit_shapes(emitter *e)
{
    for (uint32_t i = 0; i < e->p->model->record_count; i++) {
        const record *r = e->p->model->records[i];
        for (uint32_t k = 0; k < r->field_count; k++) {
            if (r->fields[k].type.kind != TYPE_POINTER || r->fields[k].type.record != i)
                continue;
            char link[C_NAME], key[C_NAME];
            emit_walks(e, r, c_name(r->fields[k].name, link, sizeof link));
            for (uint32_t f = 0; f < r->field_count; f++)
                if (r->fields[f].type.kind == TYPE_INT && !r->fields[f].type.optional)
                    emit_sorted(e, r, link, c_name(r->fields[f].name, key, sizeof key));
        }
    }
}

void emit_invariants(emitter *e)
{
    const model *m = e->p->model;
    if (m->invariant_count)
        emit_shapes(e);
    text_add(e->out, "\nvoid linchpin_invariant(const int32_t *cells, struct run *r)\n{\n"
                     "    const struct state *s = (const struct state *)cells;\n"
                     "    int quiet = 1;\n"
                     "    for (int t = 0; t < THREADS; t++)\n"
                     "        quiet &= s->threads[t].pc == 0;\n");
    for (uint32_t i = 0; i < m->invariant_count; i++) {
        const invariant *v = &m->invariants[i];
        text_add(e->out, "    if (%s!", v->quiescent ? "quiet && " : "");
        emit_whole(e, v->condition);
        text_add(e->out, ")\n        fail(r, INVARIANT, %u); // %s\n", v->at, v->name);
    }
    text_add(e->out, "    (void)quiet;\n}\n");
}
