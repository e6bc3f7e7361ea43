// SPDX-License-Identifier: MIT
// What tells two states apart, in as few words as it takes: of sets, what they have gained and lost.

#include "model/syntax/finite_type.h"
#include "verify/counterexample/cell_text.h"
#include "verify/counterexample/move_description.h"

#include <string.h>

typedef struct difference {
    describer *d;
    const variable *v;
    text *out;
} difference;

// Where the specification is meant, its name need not be said, nor that of its only instance.
static size_t known_part(const variable *v)
{
    const char *name = wide_set(v) ? v->whole_name : v->name, *member = strstr(name, "::");
    size_t length = member ? (size_t)(member - name) : 0;
    if (!v->specified || !member)
        return 0;
    if (!v->outer)
        return length + 1;
    while (length > 0 && name[length - 1] != '.')
        length--;
    return length;
}

static void add_name(const difference *x, uint32_t item)
{
    text whole = {0};
    print_name(x->d, x->v, item, &whole);
    text_add(x->out, "%s%s", x->out->length ? ", " : "", whole.bytes + known_part(x->v));
    text_fini(&whole);
}

// Of a set, what is in the first and not in the second.
static void add_items(const difference *x, uint32_t item, const char *sign, const int32_t *in,
                      const int32_t *out_of, uint32_t cells, type mask)
{
    int32_t rest[MODEL_MAX_PARTS] = {0}, any = 0;
    for (uint32_t i = 0; i < cells; i++)
        any |= rest[i] = in[i] & ~out_of[i];
    if (!any)
        return;
    add_name(x, item);
    text_add(x->out, " %s ", sign);
    mask_print(x->d->s->m, mask, rest, x->out);
}

static void add_item(const difference *x, uint32_t item, const int32_t *was, const int32_t *is)
{
    const variable *v = x->v;
    size_t size = variable_unit(x->d->s->p, v);
    int32_t old[MODEL_MAX_PARTS] = {0}, new[MODEL_MAX_PARTS] = {0};
    bool wide = wide_set(v);
    if (wide) {
        gather(v, was, item, old);
        gather(v, is, item, new);
    } else if (v->type.kind == TYPE_MASK) {
        old[0] = was[item * size];
        new[0] = is[item * size];
    }
    if (wide || v->type.kind == TYPE_MASK) {
        type mask = wide ? v->whole : v->type;
        add_items(x, item, "+", new, old, MODEL_MAX_PARTS, mask);
        add_items(x, item, "-", old, new, MODEL_MAX_PARTS, mask);
    } else if (memcmp(was + item * size, is + item * size, size * sizeof *is) != 0) {
        add_name(x, item);
        text_add(x->out, " = ");
        print_item(x->d, v->type, is + item * size, x->out);
    }
}

void describe_difference(describer *d, const int32_t *was, const int32_t *is, bool specified,
                         text *out)
{
    const program *p = d->s->p;
    for (uint32_t i = 0; i < d->s->m->shared_count; i++) {
        const variable *v = &d->s->m->shared[i];
        bool messages = v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
        if (v->unshown || v->specified != specified || messages || (wide_set(v) && !v->whole_name))
            continue;
        uint32_t from = variable_start(p, i, 0);
        for (uint32_t k = 0; k < (v->length ? v->length : 1); k++)
            add_item(&(difference){d, v, out}, k, was + from, is + from);
    }
}
