// SPDX-License-Identifier: MIT
// See message_chart.h. While the moves go by, components are all instances of the system, numbered
// kind by kind; in the end those that take no part are left out. Who hears an action is found from
// its arguments, as compose has noted them, and from who is down.

#include "verify/counterexample/message_chart.h"

#include "base/memory.h"
#include "judge/evidence/chart_evidence.h"
#include "model/syntax/finite_type.h"
#include "verify/counterexample/action_description.h"
#include "verify/counterexample/cell_text.h"

#include <stdlib.h>
#include <string.h>

static const unit *flat_of(const describer *d)
{
    return d->s->p->object;
}

static uint32_t instances(const system_part *part)
{
    uint32_t all = 1;
    for (uint32_t i = 0; i < part->domain_count; i++)
        all *= type_card(part->domains[i]);
    return all;
}

// The number of the first instance of a kind, among those of all.
static uint32_t first_of(const unit *u, uint32_t part)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < part; i++)
        first += instances(&u->made_of[i]);
    return first;
}

static uint32_t part_called(const unit *u, const char *name)
{
    uint32_t i = 0;
    while (strcmp(u->made_of[i].name, name) != 0)
        i++;
    return i;
}

// `values` are cells, one for each parameter.
static uint32_t instance_of(const unit *u, uint32_t part, const int32_t *values)
{
    const system_part *p = &u->made_of[part];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < p->domain_count; i++)
        rank = rank * type_card(p->domains[i]) + finite_rank(p->domains[i], &values[i]);
    return first_of(u, part) + rank;
}

// The values of the parameters of the rank-th instance.
static void values_of(const system_part *p, uint32_t rank, int32_t *out)
{
    for (uint32_t i = p->domain_count; i-- > 0;) {
        uint32_t card = type_card(p->domains[i]);
        int64_t low = p->domains[i].ranged ? p->domains[i].low : 0;
        out[i] = (int32_t)(low + rank % card);
        rank /= card;
    }
}

static const variable *variable_called(const model *m, const char *part, const char *name,
                                       uint32_t *number)
{
    size_t length = strlen(part);
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const char *is = variable_name(&m->shared[i]);
        *number = i;
        if (strncmp(is, part, length) == 0 && strncmp(is + length, "::", 2) == 0 &&
            strcmp(is + length + 2, name) == 0)
            return &m->shared[i];
    }
    return NULL;
}

static bool is_down(const describer *d, const system_part *p, const int32_t *values,
                    const int32_t *cells)
{
    const model *m = d->s->m;
    uint32_t number;
    const variable *count = variable_called(m, p->name, "crashes__", &number);
    const variable *down = count ? variable_called(m, p->name, "down", &number) : NULL;
    uint32_t item = down && down->length ? finite_rank(down->index, values) : 0;
    return down && cells[d->s->p->layout.variable[number] + item] != 0;
}

static void add_event(lp_verdict *v, lp_chart_kind kind, uint32_t from, uint32_t to,
                      const text *what)
{
    uint32_t step = v->trace_count - (kind != LP_CHART_PENDING);
    const lp_chart_event e = {kind, step, from, to, what->bytes ? what->bytes : (char[]){""}};
    chart_event(v, &e);
}

static int64_t argument_value(const model *m, const method *f, uint32_t i, const int32_t *args)
{
    const expr *fixed = f->args[i].fixed;
    if (!fixed)
        return args[f->args[i].local];
    return literal_cell(m, fixed);
}

static bool hears(const model *m, const method *f, const hearer *h, const int32_t *args,
                  const int32_t *values)
{
    for (uint32_t i = 0; i < f->arg_count; i++) {
        int64_t value = argument_value(m, f, i, args);
        const hearing *x = &h->args[i];
        if (value < x->low || value > x->high || (x->own && values[x->own - 1] != value))
            return false;
    }
    return true;
}

static void chart_action(describer *d, const move *m, const method *f, const int32_t *before,
                         lp_verdict *v)
{
    const unit *u = flat_of(d);
    const int32_t *args = d->s->offers[m->offer].args;
    uint32_t owner = LP_NO_COMPONENT, heard = 0;
    int32_t values[MODEL_MAX_ARGS] = {0};
    text whole = {0}, what = {0}, where = {0};
    if (f->owner) {
        for (uint32_t i = 0; i < u->made_of[f->owner - 1].domain_count; i++)
            values[i] = args[f->owner_locals[i]];
        owner = instance_of(u, f->owner - 1, values);
    }
    describe_move(d, m, before, &whole, &where);
    const char *dot = f->role == ACTION_OUTPUT || !f->owner ? NULL : strchr(whole.bytes, '.');
    text_add(&what, "%s", dot ? dot + 1 : whole.bytes);
    for (uint32_t i = 0; i < f->hearer_count; i++) {
        const hearer *h = &f->hearers[i];
        const system_part *p = &u->made_of[h->part];
        for (uint32_t k = 0; k < instances(p); k++) {
            uint32_t to = first_of(u, h->part) + k;
            values_of(p, k, values);
            if (to == owner || !hears(d->s->m, f, h, args, values) || is_down(d, p, values, before))
                continue;
            add_event(v, LP_CHART_ACTION, owner, to, &what);
            heard++;
        }
    }
    if (!heard)
        add_event(v, LP_CHART_ACTION, owner, LP_NO_COMPONENT, &what);
    text_fini(&whole);
    text_fini(&what);
    text_fini(&where);
}

// The specification of a simulation has the number after all instances.
static void chart_match(describer *d, const int32_t *before, const int32_t *after, lp_verdict *v)
{
    const unit *u = flat_of(d);
    text what = {0};
    describe_difference(d, before, after, true, &what);
    if (what.length)
        add_event(v, LP_CHART_MATCH, first_of(u, u->made_of_count), LP_NO_COMPONENT, &what);
    text_fini(&what);
}

void chart_move(describer *d, const move *m, const int32_t *before, const int32_t *after,
                lp_verdict *v)
{
    const unit *u = flat_of(d);
    if (!u->made_of_count || m->kind != LABEL_ACTION)
        return;
    const method *f = d->s->p->routines[m->method].method;
    const int32_t *args = d->s->offers[m->offer].args;
    text what = {0};
    if (f->struck) {
        bool down = strcmp(f->name, "crash") == 0;
        text_add(&what, "%s", f->name);
        add_event(v, down ? LP_CHART_CRASH : LP_CHART_RECOVERY,
                  instance_of(u, part_called(u, f->struck), args), LP_NO_COMPONENT, &what);
    } else if (f->over) {
        uint32_t from = part_called(u, f->over->from), to = part_called(u, f->over->to);
        describe_sent(d, m, f, before, &what);
        add_event(v, f->message ? LP_CHART_MESSAGE : LP_CHART_LOSS, instance_of(u, from, args),
                  instance_of(u, to, args + u->made_of[from].domain_count), &what);
    } else {
        chart_action(d, m, f, before, v);
    }
    text_fini(&what);
    if (u->simulates)
        chart_match(d, before, after, v);
}

// What is in the channels from one instance to another.
static void add_pending(describer *d, const int32_t *cells, uint32_t from, uint32_t to,
                        lp_verdict *v)
{
    const unit *u = flat_of(d);
    const program *p = d->s->p;
    const system_part *a = &u->made_of[from], *b = &u->made_of[to];
    text name = {0};
    uint32_t number;
    text_add(&name, "to_%s", b->name);
    const variable *way = variable_called(d->s->m, a->name, name.bytes, &number);
    text_fini(&name);
    if (!way || way->type.kind != TYPE_SEQ || way->type.parts[0].kind != TYPE_MESSAGE)
        return;
    for (uint32_t i = 0; i < instances(a); i++)
        for (uint32_t k = 0; k < instances(b); k++) {
            int32_t index[2 * MODEL_MAX_ARGS];
            values_of(a, i, index);
            values_of(b, k, index + a->domain_count);
            uint32_t item = way->length ? finite_rank(way->index, index) : 0;
            const int32_t *at =
                cells + p->layout.variable[number] + (size_t)item * variable_unit(p, way);
            for (int32_t n = 0; n < at[0]; n++) {
                text what = {0};
                print_cell(d, way->type.parts[0], at[1 + n], &what);
                add_event(v, LP_CHART_PENDING, first_of(u, from) + i, first_of(u, to) + k, &what);
                text_fini(&what);
            }
        }
}

static void name_instance(describer *d, uint32_t part, uint32_t rank, lp_verdict *v)
{
    const system_part *p = &flat_of(d)->made_of[part];
    int32_t values[MODEL_MAX_ARGS];
    text name = {0};
    values_of(p, rank, values);
    text_add(&name, "%s", p->name);
    for (uint32_t i = 0; i < p->domain_count; i++) {
        text_add(&name, i ? ", " : "[");
        finite_print(d->s->m, p->domains[i], finite_rank(p->domains[i], &values[i]), &name);
    }
    text_add(&name, "%s", p->domain_count ? "]" : "");
    chart_component(v, name.bytes);
    text_fini(&name);
}

void chart_finish(describer *d, const int32_t *cells, lp_verdict *v)
{
    const unit *u = flat_of(d);
    if (!u->made_of_count || !v->chart)
        return;
    for (uint32_t i = 0; i < u->made_of_count; i++)
        for (uint32_t k = 0; k < u->made_of_count; k++)
            add_pending(d, cells, i, k, v);
    uint32_t all = first_of(u, u->made_of_count), *number = memory_new(all + 1, sizeof *number);
    for (uint32_t i = 0; i < v->chart->event_count; i++) {
        const lp_chart_event *e = &v->chart->events[i];
        if (e->from != LP_NO_COMPONENT)
            number[e->from] = 1;
        if (e->to != LP_NO_COMPONENT)
            number[e->to] = 1;
    }
    for (uint32_t i = 0, rank = 0, part = 0; i < all; i++, rank++) {
        while (rank == instances(&u->made_of[part])) {
            part++;
            rank = 0;
        }
        if (!number[i])
            continue;
        number[i] = v->chart->component_count;
        name_instance(d, part, rank, v);
    }
    if (number[all]) {
        number[all] = v->chart->component_count;
        chart_component(v, u->simulates->to);
    }
    for (uint32_t i = 0; i < v->chart->event_count; i++) {
        lp_chart_event *e = &v->chart->events[i];
        e->from = e->from == LP_NO_COMPONENT ? e->from : number[e->from];
        e->to = e->to == LP_NO_COMPONENT ? e->to : number[e->to];
    }
    free(number);
}
