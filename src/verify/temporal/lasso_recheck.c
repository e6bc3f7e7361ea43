// SPDX-License-Identifier: MIT
// See lasso_recheck.h.

#include "verify/temporal/lasso_recheck.h"

#include "base/memory.h"
#include "model/interpret/interpret.h"
#include "temporal/lasso_evaluate.h"

#include <stdlib.h>
#include <string.h>

typedef struct rechecker {
    search *q;
    const way *w;
    const lasso_claim *c;
    const transition_system *s;
    graph_reader read;
    heap heap;
    int32_t *cells, *work;
    uint64_t *letters;
    uint64_t *began; // the words of the state where the lap begins
    // By who: is able in all states of the lap, or in some; takes a step in it.
    bool *always, *ever, *moves;
} rechecker;

// What holds in the state, by the interpreter where conditions are functions of it.
static uint64_t conditions(rechecker *y)
{
    const model *m = y->s->m;
    uint64_t holds = 0;
    run r = {0};
    uint64_t said = y->s->c.reached(y->cells, y->read.conditions, &r);
    for (uint32_t i = y->read.shift; i < m->reachable_count; i++) {
        const expr *x = m->reachables[i].condition;
        int32_t value;
        if (!(y->read.conditions >> i & 1))
            continue;
        bool interpreted = x->kind == EXPR_CALL && m->functions[x->index]->is_let &&
                           interpret_function(y->s->p, y->cells, x->index, &value);
        bool here = interpreted ? value != 0 : (said >> i & 1) != 0;
        holds |= (uint64_t)here << (i - y->read.shift);
    }
    return holds;
}

static void note_who(const rechecker *y, uint32_t who, bool *noted)
{
    const uint32_t *list;
    uint32_t count = who == GRAPH_NOBODY ? 0 : graph_members(&y->read, &who, &list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i] < y->read.who_count)
            noted[list[i]] = true;
}

// Each way in which the move can be made: its label says whose it is.
static void look_at(rechecker *y, move *m, bool *able)
{
    run r = {0};
    do {
        memcpy(y->work, y->cells, y->s->p->layout.cells * sizeof *y->work);
        run_reset(&r);
        system_interpret(y->s, y->work, m, &r);
        if (!r.blocked)
            note_who(y, run_claim_label(y->c->claim, m).who, able);
    } while (run_next(&r));
}

// Who can go on here, each way that the front end knows.
static void look_who(rechecker *y)
{
    bool *able = memory_new((size_t)y->read.who_count + 1, sizeof *able);
    for (uint32_t t = 0; t < y->s->p->threads; t++) {
        move m;
        if (system_forced(y->s, y->cells, t, &m)) {
            look_at(y, &m, able);
            continue;
        }
        for (uint32_t i = 0; i < y->s->offer_count; i++)
            if (system_offers(y->s, y->cells, t, i, &m))
                look_at(y, &m, able);
    }
    for (uint32_t i = 0; i < y->read.who_count; i++) {
        y->always[i] &= able[i];
        y->ever[i] |= able[i];
    }
    free(able);
}

static bool words_of(rechecker *y, uint64_t *words)
{
    worker *w = search_worker(y->q);
    uint32_t observed = y->q->property.start;
    bool ok = worker_make(w, y->cells, &observed);
    memcpy(words, w->words, y->q->packing.words * sizeof *words);
    return ok;
}

static bool make_move(rechecker *y, const move *given, uint64_t *events)
{
    move m = *given;
    run r = {.given = m.used};
    memcpy(r.choice, m.choice, sizeof r.choice);
    system_interpret(y->s, y->cells, &m, &r);
    graph_label label = run_claim_label(y->c->claim, &m);
    *events = label.events;
    note_who(y, label.who, y->moves);
    memcpy(y->work, y->cells, y->s->p->layout.cells * sizeof *y->work);
    heap_normalise(&y->heap, y->work, y->cells);
    return !r.problem && !r.blocked;
}

static bool fair_enough(const rechecker *y)
{
    bool fair = true;
    if (!y->c->whole || y->c->fair == FAIR_GLOBAL)
        return true; // that every step is among them is for the search to say
    for (uint32_t i = 0; i < y->read.who_count; i++)
        fair &= y->moves[i] || (y->c->fair == FAIR_STRONG ? !y->ever[i]
                                : y->c->fair == FAIR_WEAK ? !y->always[i]
                                                          : true);
    return fair;
}

// The letters, and what is known of the lap. False: it is no run, or leads elsewhere.
static bool walk(rechecker *y)
{
    const way *w = y->w;
    uint64_t *now = memory_new(y->q->packing.words, sizeof *now);
    run r;
    bool ok = true;
    system_start(y->s, y->work, &r);
    heap_normalise(&y->heap, y->work, y->cells);
    for (uint32_t i = 0; ok && i < w->count; i++) {
        uint64_t events, holds = conditions(y);
        if (i >= w->stem)
            look_who(y);
        else
            memset(y->moves, 0, y->read.who_count * sizeof *y->moves);
        if (i == w->stem) {
            memset(y->moves, 0, y->read.who_count * sizeof *y->moves);
            ok = words_of(y, y->began);
        }
        ok = ok && make_move(y, &w->moves[i], &events);
        if (ok)
            y->letters[i] = holds | events;
    }
    if (ok && y->c->ended) {
        y->letters[w->count] = conditions(y);
        memset(y->moves, 0, y->read.who_count * sizeof *y->moves);
        look_who(y);
        for (uint32_t i = 0; i < y->read.who_count; i++)
            ok &= !y->ever[i]; // nobody has to go on
    } else if (ok && !y->c->refuted) {
        ok = words_of(y, now) && memcmp(now, y->began, y->q->packing.words * sizeof *now) == 0;
    }
    free(now);
    return ok;
}

bool lasso_confirmed(search *q, const way *w, const lasso_claim *c)
{
    const transition_system *s = q->system;
    rechecker y = {.q = q, .w = w, .c = c, .s = s};
    y.read = run_claim_reader(c->claim);
    heap_init(&y.heap, &s->p->layout, q->o.heap);
    y.cells = memory_new(s->p->layout.cells, sizeof *y.cells);
    y.work = memory_new(s->p->layout.cells, sizeof *y.work);
    y.letters = memory_new((size_t)w->count + 1, sizeof *y.letters);
    y.began = memory_new(q->packing.words, sizeof *y.began);
    y.always = memory_new((size_t)y.read.who_count + 1, sizeof *y.always);
    y.ever = memory_new((size_t)y.read.who_count + 1, sizeof *y.ever);
    y.moves = memory_new((size_t)y.read.who_count + 1, sizeof *y.moves);
    memset(y.always, 1, y.read.who_count * sizeof *y.always);
    lasso word = {
        .letters = y.letters, .length = w->count + c->ended, .loop = c->ended ? w->count : w->stem};
    const ltl_pool *pool = run_claim_pool(c->claim);
    ltl formula = run_claim_formula(c->claim, c->which);
    bool ok = walk(&y) && (c->refuted ? prefix_refutes(y.letters, w->count, pool, formula)
                                      : fair_enough(&y) && !lasso_satisfies(word, pool, formula));
    heap_fini(&y.heap);
    free(y.cells);
    free(y.work);
    free(y.letters);
    free(y.began);
    free(y.always);
    free(y.ever);
    free(y.moves);
    return ok;
}
