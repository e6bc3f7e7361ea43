// SPDX-License-Identifier: MIT
// See named_labels.h.

#include "verify/temporal/named_labels.h"

#include "base/memory.h"
#include "model/process/process_terms.h"

#include <stdlib.h>

// What is kept of a move: its event, + 1.
enum { SEEN_TAU = 1, SEEN_ENDS = EVENT_ENDS + 1, SEEN_FIRST = EVENT_FIRST + 1 };
enum { LABEL_WAY, LABEL_NAME, LABEL_COUNT, LABEL_HEAD }; // the words of a label

struct named_labels {
    const process_terms *terms;
    const temporal_formula *formula;
    bool tau, ends, *names; // which of them stand in the formula
};

static void mention(named_labels *n, const temporal_formula *f)
{
    if (!f)
        return;
    if (f->event) {
        n->tau |= f->event->kind == EVENT_TAU;
        n->ends |= f->event->kind == EVENT_SKIP;
        if (f->event->kind == EVENT_LABEL)
            n->names[f->event->number] = true;
    }
    mention(n, f->left);
    mention(n, f->right);
}

named_labels *named_labels_new(const transition_system *s, const temporal_formula *f)
{
    named_labels *n = memory_new(1, sizeof *n);
    n->terms = s->front->terms(s);
    n->formula = f;
    n->names = memory_new((size_t)n->terms->a->event_count + 1, sizeof *n->names);
    mention(n, f);
    return n;
}

void named_labels_free(named_labels *n)
{
    if (n)
        free(n->names);
    free(n);
}

static const uint32_t *label_of(const named_labels *n, uint32_t seen)
{
    return word_table_get(n->terms->labels, seen - SEEN_FIRST)->words;
}

uint32_t named_labels_seen(const named_labels *n, const move *m)
{
    uint32_t seen = m->event + 1;
    bool named = seen == SEEN_TAU    ? n->tau
                 : seen == SEEN_ENDS ? n->ends
                                     : n->names[label_of(n, seen)[LABEL_NAME]];
    return named ? seen : 0;
}

void domain_add(domain *d, int32_t cell, uint32_t tag)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (d->cells[i] == cell && d->tags[i] == tag)
            return;
    d->full |= d->count == MOST_ASSIGNMENTS;
    if (d->full)
        return;
    d->cells[d->count] = cell;
    d->tags[d->count++] = tag;
}

// But for its values: of that name, sent or received as is said, and with as many values at least.
static bool has_shape(const named_labels *n, uint32_t seen, const event_pattern *e)
{
    static const char signs[] = {[EVENT_PLAIN] = '.', [EVENT_SENT] = '!', [EVENT_RECEIVED] = '?'};
    if (e->kind != EVENT_LABEL)
        return seen == (e->kind == EVENT_TAU ? (uint32_t)SEEN_TAU : (uint32_t)SEEN_ENDS);
    if (seen < SEEN_FIRST)
        return false;
    const uint32_t *label = label_of(n, seen);
    return label[LABEL_NAME] == e->number && label[LABEL_COUNT] >= e->arg_count &&
           (!e->sign || signs[label[LABEL_WAY]] == e->sign);
}

static uint32_t tag_of(const uint32_t *label, uint32_t i)
{
    return label[LABEL_HEAD + 2 * i];
}

static int32_t cell_of(const uint32_t *label, uint32_t i)
{
    return (int32_t)label[LABEL_HEAD + 2 * i + 1];
}

static void learn(const named_labels *n, const temporal_formula *f, uint32_t seen, domain *domains)
{
    if (!f)
        return;
    learn(n, f->left, seen, domains);
    learn(n, f->right, seen, domains);
    const event_pattern *e = f->event;
    if (!e || !e->arg_count || !has_shape(n, seen, e))
        return;
    const uint32_t *label = label_of(n, seen);
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (e->args[i].kind == EVENT_VARIABLE)
            domain_add(&domains[e->args[i].variable], cell_of(label, i), tag_of(label, i));
}

void named_labels_learn(const named_labels *n, uint32_t seen, domain *domains)
{
    learn(n, n->formula, seen, domains);
}

bool named_label_is(const named_labels *n, uint32_t seen, const named_step *step)
{
    if (!has_shape(n, seen, step->of))
        return false;
    for (uint32_t i = 0; i < step->of->arg_count; i++) {
        const uint32_t *label = label_of(n, seen);
        if (!step->args[i].any &&
            (step->args[i].tag != tag_of(label, i) || step->args[i].cell != cell_of(label, i)))
            return false;
    }
    return true;
}

bool named_label_fits(const named_labels *n, uint32_t seen, const event_pattern *e)
{
    if (!has_shape(n, seen, e))
        return false;
    for (uint32_t i = 0; i < e->arg_count; i++) {
        const uint32_t *label = label_of(n, seen);
        const expr *x = e->args[i].written;
        if (e->args[i].kind == EVENT_VALUE &&
            (value_tag(x->type) != tag_of(label, i) || (int32_t)x->number != cell_of(label, i)))
            return false;
    }
    return true;
}
