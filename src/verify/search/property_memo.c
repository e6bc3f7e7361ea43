// SPDX-License-Identifier: MIT
// Asking the observer: see search_worker.h. One thread at a time may ask it, so what it
// answered is remembered by each worker.

#include "verify/search/search_worker.h"

enum {
    ASK_REORDER = 1u << 31,
    ASK_SUBSUMES = 1 << 30,
    ASK_RENAME = 1 << 29,
    ASK_PERMUTE = 1 << 28
};

static answer *remembered(worker *w, uint32_t state, uint32_t what, uint64_t data, uint64_t lins,
                          bool *known)
{
    uint64_t h = (data ^ lins ^ ((uint64_t)what << 32 | state)) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (h >> 31)) * UINT64_C(0xD6E8FEB86659FD93) + state;
    answer *a = &w->answers[(h >> 40) % ANSWERS];
    *known = a->state == state && a->what == what && a->data == data && a->lins == lins && what;
    *a = (answer){state, what, data, lins, *known ? a->value : 0};
    return a;
}

uint32_t worker_ask_event(worker *w, uint32_t state, const move *m)
{
    const property *o = &w->q->property;
    uint32_t what = 1 + (uint32_t)m->kind + 4 * (uint32_t)(m->lin > 0) + 8 * m->thread +
                    ((uint32_t)m->result.kind << 16) +
                    (m->kind == LABEL_RETURN ? m->method << 22 : 0);
    bool begins = m->kind == LABEL_CALL || m->kind == LABEL_ACTION;
    uint64_t data = begins ? m->offer | (uint64_t)m->event << 32 : (uint64_t)m->result.bits;
    bool known;
    answer *a = remembered(w, state, what, data, m->lin ? m->lins << 4 | m->lin : 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = o->event(o->context, state, m);
        if (w->q->renamed)
            renaming_note_event(w->q->renamed, state, m, a->value);
        pthread_mutex_unlock(&w->q->observing);
    }
    if (a->value == OBSERVED_STOP)
        a->what = 0; // it may be allowed later
    return a->value;
}

uint32_t worker_ask_order(void *context, uint32_t state, const uint32_t *order)
{
    worker *w = context;
    const property *o = &w->q->property;
    uint64_t data = 0;
    for (uint32_t i = 0; i < w->canon.threads; i++)
        data |= (uint64_t)order[i] << (4 * i);
    bool known;
    answer *a = remembered(w, state, ASK_REORDER, data, 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = o->reorder(o->context, state, order);
        if (w->q->renamed)
            renaming_note_order(w->q->renamed, state, order, a->value);
        pthread_mutex_unlock(&w->q->observing);
    }
    return a->value;
}

uint32_t worker_ask_names(void *context, uint32_t state, const uint32_t *to)
{
    worker *w = context;
    uint64_t data = 0;
    for (uint32_t i = 0; i < w->q->o.scalarset->count; i++)
        data |= (uint64_t)to[i] << (4 * i);
    bool known;
    answer *a = remembered(w, state, ASK_RENAME, data, 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = renaming_state(w->q->renamed, state, to);
        pthread_mutex_unlock(&w->q->observing);
    }
    if (a->value == OBSERVED_STOP)
        a->what = 0;
    return a->value;
}

uint32_t worker_ask_permuted(void *context, uint32_t state, uint32_t permutation)
{
    worker *w = context;
    const property *o = &w->q->property;
    bool known;
    answer *a = remembered(w, state, ASK_PERMUTE, permutation, 0, &known);
    if (!known) {
        enum_permutation e;
        orbit_permutation(w->q->o.orbits, permutation, &e);
        pthread_mutex_lock(&w->q->observing);
        a->value = o->permute(o->context, state, &e);
        pthread_mutex_unlock(&w->q->observing);
    }
    if (a->value == OBSERVED_STOP)
        a->what = 0;
    return a->value;
}

bool worker_ask_subsumes(void *context, uint32_t less, uint32_t more)
{
    worker *w = context;
    const property *o = &w->q->property;
    bool known;
    answer *a = remembered(w, less, ASK_SUBSUMES, more, 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = o->subsumes(o->context, less, more);
        pthread_mutex_unlock(&w->q->observing);
    }
    return a->value != 0;
}
