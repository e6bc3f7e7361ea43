// SPDX-License-Identifier: MIT
// See failure_recheck.h.

#include "verify/compare/failure_recheck.h"

#include "base/intern.h"
#include "base/memory.h"
#include "verify/canonical/heap_order.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 6 };

typedef struct asking {
    const failure_recheck *t;
    size_t width;
    int32_t *work, *normal;
    heap heap;
    bool failed;
} asking;

// A list of states, none twice.
typedef intern states;

static void put(const asking *k, states *s)
{
    intern_add(s, k->normal, k->width * sizeof *k->normal);
}

static const int32_t *cells_of(const states *s, uint32_t i)
{
    return intern_get(s, i, NULL);
}

// Visits what every move of a state leads to, in k->normal, with its label.
static void visit(asking *k, const int32_t *from, void (*with)(void *context, uint32_t label),
                  void *context)
{
    const transition_system *s = k->t->system;
    move given;
    for (uint32_t next = 0; system_next_move(s, from, false, &next, &given);) {
        run way = {0};
        do {
            move m = given;
            memcpy(k->work, from, k->width * sizeof *from);
            run_reset(&way);
            system_interpret(s, k->work, &m, &way);
            k->failed |= way.problem != PROBLEM_NONE;
            if (way.problem || way.blocked)
                continue;
            heap_normalise(&k->heap, k->work, k->normal);
            with(context, move_label(k->t->seen, &m));
        } while (run_next(&way));
    }
}

typedef struct following {
    asking *k;
    states *to;
    uint32_t label;
} following;

static void follow(void *context, uint32_t label)
{
    const following *f = context;
    if (label == f->label)
        put(f->k, f->to);
}

// Where the moves with a label lead; of unseen ones in the list itself, which grows while it is gone through.
static void advance(asking *k, const states *from, uint32_t label, states *to)
{
    for (uint32_t i = 0; i < intern_count(from) && !k->failed; i++) {
        visit(k, cells_of(from, i), follow, &(following){k, to, label});
        k->failed |= k->t->limits && limits_reached(k->t->limits);
    }
}

typedef struct leaving {
    asking *k;
    states *in;
    const bool *gone;
    bool stays;
} leaving;

static void leave(void *context, uint32_t label)
{
    leaving *l = context;
    if (label != LABEL_UNSEEN)
        return;
    uint32_t to = intern_find(l->in, l->k->normal, l->k->width * sizeof *l->k->normal);
    l->stays |= to != INTERN_NONE && !l->gone[to];
}

// States that lead unseen only to what is gone go too: those that stay can go on for ever. What was found
// late mostly comes late in a run, so it is gone through from the end.
static bool can_diverge(asking *k, states *s)
{
    uint32_t count = intern_count(s);
    bool *gone = memory_new((size_t)count + 1, sizeof *gone), any = false;
    for (bool again = true; again && !k->failed;) {
        again = false;
        for (uint32_t i = count; i-- > 0;) {
            leaving l = {k, s, gone, false};
            if (gone[i])
                continue;
            visit(k, cells_of(s, i), leave, &l);
            gone[i] = !l.stays;
            again |= gone[i];
        }
        k->failed |= k->t->limits && limits_reached(k->t->limits);
    }
    for (uint32_t i = 0; i < count; i++)
        any |= !gone[i];
    free(gone);
    return any;
}

typedef struct offering {
    uint32_t *labels;
    uint32_t count;
    size_t capacity;
    bool stable;
} offering;

static void offer_label(void *context, uint32_t label)
{
    offering *o = context;
    o->stable &= label != LABEL_UNSEEN;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->labels[i] == label)
            return;
    MEMORY_GROW(o->labels, o->capacity, (size_t)o->count + 1);
    o->labels[o->count++] = label;
}

static bool offers_only(const offering *o, const uint32_t *labels, uint32_t count)
{
    for (uint32_t i = 0; i < o->count; i++) {
        bool among = false;
        for (uint32_t n = 0; n < count && !among; n++)
            among = labels[n] == o->labels[i];
        if (!among)
            return false;
    }
    return true;
}

// What stable states offer, of which none offers all that another one does: the least acceptances.
typedef struct acceptances {
    offering *list;
    uint32_t count;
    size_t capacity;
} acceptances;

// Takes it over, or frees it.
static void accept(acceptances *a, offering *o)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (offers_only(&a->list[i], o->labels, o->count)) {
            free(o->labels);
            return;
        }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        if (offers_only(o, a->list[i].labels, a->list[i].count))
            free(a->list[i].labels);
        else
            a->list[kept++] = a->list[i];
    }
    MEMORY_GROW(a->list, a->capacity, (size_t)kept + 1);
    a->list[kept] = *o;
    a->count = kept + 1;
}

static void tell(const asking *k, const acceptances *a, text *instead)
{
    for (uint32_t i = 0; i < a->count && i < MOST_TOLD; i++) {
        const offering *o = &a->list[i];
        text_add(instead, "%s{", i ? " or " : "");
        for (uint32_t n = 0; n < o->count; n++)
            text_add(instead, "%s%s", n ? ", " : "",
                     visible_label_text(k->t->seen->all, o->labels[n]));
        text_add(instead, "}");
    }
    if (a->count > MOST_TOLD)
        text_add(instead, " or one of %u others", a->count - MOST_TOLD);
}

// Is there a stable state that offers only what was offered?
static bool has_failure(asking *k, const states *s, const failure_claim *c, text *instead)
{
    bool has = false;
    acceptances least = {0};
    for (uint32_t i = 0; i < intern_count(s) && !has; i++) {
        offering o = {.stable = true};
        visit(k, cells_of(s, i), offer_label, &o);
        has = o.stable && offers_only(&o, c->offered, c->offered_count);
        if (o.stable && instead)
            accept(&least, &o);
        else
            free(o.labels);
    }
    if (instead)
        tell(k, &least, instead);
    for (uint32_t i = 0; i < least.count; i++)
        free(least.list[i].labels);
    free(least.list);
    return has;
}

// The states after the trace, the caller's to free. False: before its end, or there where it is asked, it
// can diverge.
static bool run_trace(asking *k, const failure_claim *c, states **now)
{
    run start;
    bool calm = true;
    *now = intern_new();
    system_start(k->t->system, k->work, &start);
    heap_normalise(&k->heap, k->work, k->normal);
    put(k, *now);
    for (uint32_t i = 0; !k->failed; i++) {
        advance(k, *now, LABEL_UNSEEN, *now);
        if (c && (c->divergences || (!c->offered && i == k->t->length)))
            calm = !can_diverge(k, *now);
        if (i == k->t->length || !calm)
            break;
        states *next = intern_new();
        advance(k, *now, k->t->trace[i], next);
        intern_free(*now);
        *now = next;
    }
    return calm && !k->failed;
}

static bool ask(asking *k, const failure_claim *c, text *instead)
{
    states *now;
    bool lacking = run_trace(k, c, &now) && (!c->offered || !has_failure(k, now, c, instead));
    intern_free(now);
    return lacking && !k->failed;
}

static asking begin(const failure_recheck *t)
{
    const layout *l = &t->system->p->layout;
    asking k = {.t = t, .width = l->cells};
    k.work = memory_new(l->cells, sizeof *k.work);
    k.normal = memory_new(l->cells, sizeof *k.normal);
    heap_init(&k.heap, l, HEAP_CANONICAL);
    return k;
}

static void end(asking *k)
{
    heap_fini(&k->heap);
    free(k->work);
    free(k->normal);
}

bool failure_is_lacking(const failure_recheck *t, const failure_claim *c, text *instead)
{
    asking k = begin(t);
    bool lacking = ask(&k, c, instead);
    end(&k);
    return lacking;
}

bool trace_is_had(const failure_recheck *t)
{
    asking k = begin(t);
    states *now;
    bool had = run_trace(&k, NULL, &now) && intern_count(now) > 0;
    intern_free(now);
    end(&k);
    return had;
}

bool state_offers(const failure_recheck *t, const int32_t *cells, uint32_t **labels,
                  uint32_t *count)
{
    asking k = begin(t);
    offering o = {.stable = true};
    visit(&k, cells, offer_label, &o);
    *labels = o.labels;
    *count = o.count;
    bool ok = o.stable && !k.failed;
    end(&k);
    return ok;
}
