// SPDX-License-Identifier: MIT
// See local_component.h.

#include "verify/system/local_component.h"

#include "base/memory.h"
#include "model/compose/compose_local.h"
#include "model/interpret/constant_value.h"
#include "model/interpret/interpret.h"
#include "model/model.h"
#include "model/syntax/finite_type.h"
#include "verify/system/channel_reads.h"
#include "verify/system/stutter_claims.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_COMPONENTS = 64,
    MOST_RANKS = 1 << 16,
    MOST_SENT = 256, // by one step
};

static uint32_t instances_of(const system_part *part)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < part->domain_count; i++)
        count *= type_card(part->domains[i]);
    return count;
}

// The ranks of its parameters: instances are numbered in the order of arrays over them.
static void parameters_of(const system_part *part, uint32_t number, uint32_t *out)
{
    for (uint32_t i = part->domain_count; i-- > 0;) {
        uint32_t card = type_card(part->domains[i]);
        out[i] = number % card;
        number /= card;
    }
}

// The system that is verified; of a simulation, the implementation. Receipts are
// matched by nothing, and steps that match may look at variables, but not at messages. A component
// that crashes loses messages, and may forget: such systems are left as they are.
static const unit *find_system(const transition_system *s)
{
    const model *whole = s->m->whole;
    const simulation *f = s->p->object->simulates;
    const char *name = f ? f->from : s->p->object->name;
    if (f && simulation_reads_channels(f))
        return NULL;
    for (uint32_t i = 0; whole && i < whole->unit_count; i++)
        if (whole->units[i]->channel_count && !whole->units[i]->crash_count &&
            strcmp(whole->units[i]->name, name) == 0)
            return whole->units[i];
    return NULL;
}

static bool is_channel(const variable *v)
{
    return v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
}

// PART::NAME, and of a channel PART::to_OTHER.
static bool is_called(const variable *v, const char *part, const char *to)
{
    size_t length = strlen(part);
    return strncmp(v->name, part, length) == 0 && strncmp(v->name + length, "::", 2) == 0 &&
           (!to || (strncmp(v->name + length + 2, "to_", 3) == 0 &&
                    strcmp(v->name + length + 5, to) == 0));
}

static uint32_t channel_start(const program *p, const channel *h)
{
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (is_channel(&p->model->shared[i]) && is_called(&p->model->shared[i], h->from, h->to))
            return p->layout.variable[i];
    return 0;
}

static void add_spans(component *k, const program *whole)
{
    const program *alone = k->alone.p;
    uint32_t instances = instances_of(k->part), next = 0;
    k->spans = memory_new(whole->model->shared_count + 1, sizeof *k->spans);
    for (uint32_t i = 0; i < whole->model->shared_count; i++) {
        const variable *v = &whole->model->shared[i];
        if (is_channel(v) || !is_called(v, k->part->name, NULL))
            continue;
        while (next < alone->model->shared_count &&
               strcmp(alone->model->shared[next].name, v->name) != 0)
            next++;
        uint32_t length = variable_cells(whole, v) / instances, skip = k->instance * length;
        k->spans[k->span_count++] = (cell_span){.whole = whole->layout.variable[i] + skip,
                                                .alone = alone->layout.variable[next] + skip,
                                                .length = length};
        k->width += length;
    }
}

static bool make_alone(components *all, component *k, const instance *v, const system_options *o)
{
    error e = {0};
    uint32_t parameters[MODEL_MAX_ARGS] = {0};
    const program *p = all->s->p;
    parameters_of(k->part, k->instance, parameters);
    if (!compose_local(all->s->m->whole, all->system, k->part, parameters, &k->view, &e))
        return false;
    const unit *flat = k->view->units[k->view->unit_count - 1];
    program_options shape = program_shape(p);
    k->alone = (transition_system){
        .m = k->view, .pool = all->s->pool, .p = program_new(k->view, flat, &shape)};
    constants_find(k->alone.p);
    return system_offer_all(&k->alone, LABEL_ACTION, v, o, &e);
}

static bool add_components(components *all, const instance *v, const system_options *o)
{
    const unit *u = all->system;
    uint32_t total = 0;
    for (uint32_t i = 0; i < u->component_count; i++)
        total += instances_of(&u->components[i]);
    if (total > MOST_COMPONENTS)
        return false;
    all->list = memory_new(total, sizeof *all->list);
    for (uint32_t i = 0; i < u->component_count; i++)
        for (uint32_t n = 0; n < instances_of(&u->components[i]); n++) {
            component *k = &all->list[all->count++];
            *k = (component){.part = &u->components[i], .instance = n};
            if (!make_alone(all, k, v, o))
                return false;
            add_spans(k, all->s->p);
        }
    return true;
}

static uint32_t first_of(const components *all, const char *part)
{
    uint32_t i = 0;
    while (strcmp(all->list[i].part->name, part) != 0)
        i++;
    return i;
}

static void add_links(components *all, const channel *h, const instance *v, bool kept)
{
    const program *p = all->s->p;
    uint32_t room = 1 + p->items; // a message takes one cell
    uint32_t from = first_of(all, h->from), to = first_of(all, h->to);
    uint32_t senders = instances_of(all->list[from].part);
    uint32_t receivers = instances_of(all->list[to].part), start = channel_start(p, h);
    channel_reads by = channel_reads_of(p, v, start);
    bool keeps = kept || by.reachable || by.matched || (h->fifo && by.claimed);
    all->claimed |= !keeps && by.claimed;
    for (uint32_t i = 0; i < senders * receivers; i++) {
        component *a = &all->list[from + i / receivers], *b = &all->list[to + i % receivers];
        a->out = memory_resize(a->out, a->out_count + 1, sizeof *a->out);
        a->out[a->out_count++] = all->link_count;
        all->links[all->link_count++] =
            (channel_link){.over = h,
                           .from = from + i / receivers,
                           .to = to + i % receivers,
                           .cell = start + i * room,
                           .room = room,
                           .sent = channel_start(a->alone.p, h) + i * room,
                           .received = channel_start(b->alone.p, h) + i * room,
                           .keeps = keeps,
                           .claimed = by.claimed,
                           .numbers = memory_new(all->ranks, sizeof(uint32_t))};
    }
}

bool components_init(components *all, const transition_system *s, const instance *v,
                     const system_options *o, uint32_t kept)
{
    *all = (components){.s = s, .system = find_system(s), .kept = kept};
    // Nodes would have to be named anew in each part of the state.
    if (!all->system || s->m->record_count)
        return false;
    all->ranks = message_type(s->m->whole).names;
    if (!all->ranks || all->ranks > MOST_RANKS || !add_components(all, v, o))
        return false;
    uint32_t total = 0, cells = 0;
    for (uint32_t i = 0; i < all->system->channel_count; i++) {
        const channel *h = &all->system->channels[i];
        total += instances_of(all->list[first_of(all, h->from)].part) *
                 instances_of(all->list[first_of(all, h->to)].part);
    }
    all->links = memory_new(total, sizeof *all->links);
    if (!claims_allow_stuttering(s->p))
        kept = UINT32_MAX;
    for (uint32_t i = 0; i < all->system->channel_count; i++)
        add_links(all, &all->system->channels[i], v, kept >> i & 1);
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t needs = all->list[i].alone.p->layout.cells + all->list[i].width;
        cells = needs > cells ? needs : cells;
    }
    all->cells = memory_new(cells + 1, sizeof *all->cells);
    return true;
}

void components_fini(components *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        component *k = &all->list[i];
        if (k->alone.p)
            program_free(k->alone.p);
        free(k->alone.offers);
        model_free(k->view);
        free(k->spans);
        free(k->out);
        free(k->messages);
    }
    for (uint32_t i = 0; i < all->link_count; i++)
        free(all->links[i].numbers);
    free(all->links);
    free(all->list);
    free(all->cells);
}

// Is this offer of the receiver alone the receipt of such a message?
static bool receives(const components *all, const channel_link *l, const offer *o, uint32_t rank)
{
    const component *to = &all->list[l->to];
    const method *f = to->alone.p->routines[o->method].method;
    if (!f->over || strcmp(f->over->from, l->over->from) != 0)
        return false;
    const message_kind *kind = &all->s->m->messages[message_find(all->s->m->whole, f->message)];
    const system_part *from = all->list[l->from].part;
    uint32_t sender = 0;
    for (uint32_t i = 0; i < from->domain_count; i++)
        sender = sender * type_card(from->domains[i]) + finite_rank(from->domains[i], &o->args[i]);
    return rank >= kind->base && rank - kind->base < kind->count &&
           sender == all->list[l->from].instance;
}

void component_may_get(components *all, uint32_t link, uint32_t rank)
{
    channel_link *l = &all->links[link];
    component *to = &all->list[l->to];
    if (l->numbers[rank])
        return;
    for (uint32_t i = 0; i < to->alone.offer_count; i++) {
        if (!receives(all, l, &to->alone.offers[i], rank))
            continue;
        MEMORY_GROW(to->messages, to->message_capacity, to->message_count + 1);
        to->messages[to->message_count++] = (local_message){link, rank, i};
        l->numbers[rank] = to->message_count;
        return;
    }
}

void component_may_get_all(components *all, uint32_t link)
{
    for (uint32_t rank = 0; rank < all->ranks; rank++)
        component_may_get(all, link, rank);
}

void component_gather(const component *k, const int32_t *whole, int32_t *out)
{
    for (uint32_t i = 0; i < k->span_count; i++)
        for (uint32_t n = 0; n < k->spans[i].length; n++)
            *out++ = whole[k->spans[i].whole + n];
}

void component_scatter(const component *k, const int32_t *state, int32_t *whole)
{
    for (uint32_t i = 0; i < k->span_count; i++)
        for (uint32_t n = 0; n < k->spans[i].length; n++)
            whole[k->spans[i].whole + n] = *state++;
}

bool link_gives(const components *all, const channel_link *l, const offer *o)
{
    const program *p = all->s->p;
    const method *f = p->routines[o->method].method;
    if (f->over != l->over || !f->message)
        return false;
    const variable *v = &p->model->shared[f->on_its_way];
    uint32_t which = v->length ? finite_rank(v->index, o->args) : 0;
    return p->layout.variable[f->on_its_way] + which * variable_unit(p, v) == l->cell;
}

static uint32_t collect_sent(const components *all, const component *k, const int32_t *cells,
                             local_message *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->out_count; i++) {
        const int32_t *at = cells + all->links[k->out[i]].sent;
        for (int32_t n = 0; n < at[0] && count < MOST_SENT; n++)
            out[count++] = (local_message){.link = k->out[i], .rank = (uint32_t)at[1 + n]};
    }
    return count;
}

uint32_t component_step(components *all, const component *k, const int32_t *state, uint32_t which,
                        const local_message *received, local_visit visit, void *context)
{
    const program *p = k->alone.p;
    const offer *o = &k->alone.offers[which];
    int32_t *cells = all->cells, *after = cells + p->layout.cells;
    local_message sent[MOST_SENT];
    uint32_t ended = 0;
    run r = {0};
    do {
        const int32_t *from = state;
        memset(cells, 0, p->layout.cells * sizeof *cells);
        for (uint32_t i = 0; i < k->span_count; from += k->spans[i++].length)
            memcpy(cells + k->spans[i].alone, from, k->spans[i].length * sizeof *cells);
        if (received) {
            cells[all->links[received->link].received] = 1;
            cells[all->links[received->link].received + 1] = (int32_t)received->rank;
        }
        run_reset(&r);
        interpret_call(p, cells, 0, o->method, o->args, &r);
        ended |= (r.problem ? LOCAL_FAILED : 0) | (r.blocked ? LOCAL_BLOCKED : 0);
        if (r.problem || r.blocked)
            continue;
        int32_t *to = after;
        for (uint32_t i = 0; i < k->span_count; to += k->spans[i++].length)
            memcpy(to, cells + k->spans[i].alone, k->spans[i].length * sizeof *to);
        local_way way = {after, sent, collect_sent(all, k, cells, sent)};
        visit(context, &way);
        ended |= way.sent_count == MOST_SENT ? LOCAL_TOO_MANY : 0;
    } while (run_next(&r));
    return ended;
}
