// SPDX-License-Identifier: MIT
// See aut_recheck.h.

#include "verify/compare/aut_recheck.h"

#include "base/memory.h"
#include "verify/compare/aut_lines.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 6 };

typedef struct table_line {
    uint32_t label, to, next; // next: of the same state, + 1
    uint64_t line;
} table_line;

struct aut_table {
    const visible_labels *labels;
    uint32_t start, states;
    uint32_t *first; // of each state: a line, + 1
    table_line *lines;
    uint32_t count;
    size_t capacity;
};

// A set of states, in the order in which they were found.
typedef struct marked_set {
    uint32_t *list;
    uint32_t count;
    bool *in;
} marked_set;

aut_table *aut_table_new(const char *file, const text *bytes, const visible_labels *labels)
{
    error e = {0};
    aut_lines lines;
    aut_transition x;
    aut_table *t = memory_new(1, sizeof *t);
    t->labels = labels;
    if (!aut_lines_begin(&lines, file, bytes->bytes, bytes->length, &e))
        return t;
    t->start = lines.start;
    t->states = lines.states;
    t->first = memory_new((size_t)t->states + 1, sizeof *t->first);
    while (aut_lines_next(&lines, &x) == AUT_LINE) {
        MEMORY_GROW(t->lines, t->capacity, (size_t)t->count + 1);
        uint32_t label = x.length ? intern_find(labels, x.label, x.length) : LABEL_UNSEEN;
        t->lines[t->count++] = (table_line){label, x.to, t->first[x.from], lines.line};
        t->first[x.from] = t->count;
    }
    return t;
}

void aut_table_free(aut_table *t)
{
    if (!t)
        return;
    free(t->first);
    free(t->lines);
    free(t);
}

uint32_t aut_table_start(const aut_table *t)
{
    return t->start;
}

static const table_line *first_of(const aut_table *t, uint32_t state)
{
    return t->first[state] ? &t->lines[t->first[state] - 1] : NULL;
}

static const table_line *next_of(const aut_table *t, const table_line *l)
{
    return l->next ? &t->lines[l->next - 1] : NULL;
}

uint64_t aut_table_line(const aut_table *t, uint32_t from, uint32_t label, uint32_t to)
{
    uint64_t line = 0;
    for (const table_line *l = first_of(t, from); l; l = next_of(t, l))
        if (l->label == label && l->to == to)
            line = l->line; // the first of them is met last
    return line;
}

static bool is_among(const uint32_t *list, uint32_t count, uint32_t label)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == label)
            return true;
    return false;
}

bool aut_table_offers(const aut_table *t, uint32_t state, uint32_t **labels, uint32_t *count)
{
    size_t capacity = 0;
    *labels = NULL;
    *count = 0;
    for (const table_line *l = first_of(t, state); l; l = next_of(t, l)) {
        if (l->label == LABEL_UNSEEN)
            return false;
        if (is_among(*labels, *count, l->label))
            continue;
        MEMORY_GROW(*labels, capacity, (size_t)*count + 1);
        (*labels)[(*count)++] = l->label;
    }
    return true;
}

static void put(marked_set *s, uint32_t state)
{
    if (s->in[state])
        return;
    s->in[state] = true;
    s->list[s->count++] = state;
}

static marked_set new_set(const aut_table *t)
{
    return (marked_set){.list = memory_new((size_t)t->states + 1, sizeof(uint32_t)),
                        .in = memory_new((size_t)t->states + 1, sizeof(bool))};
}

static void free_set(marked_set *s)
{
    free(s->list);
    free(s->in);
}

static void advance(const aut_table *t, const marked_set *from, uint32_t label, marked_set *to)
{
    for (uint32_t i = 0; i < from->count; i++) // which grows, if it is the same
        for (const table_line *l = first_of(t, from->list[i]); l; l = next_of(t, l))
            if (l->label == label)
                put(to, l->to);
}

// A state has an endless run within the set unless it is taken away: one goes when all that it leads to
// unseen has gone.
static bool can_diverge(const aut_table *t, const marked_set *s)
{
    marked_set gone = new_set(t);
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t i = s->count; i-- > 0;) {
            uint32_t state = s->list[i];
            bool stays = gone.in[state];
            for (const table_line *l = first_of(t, state); l && !stays; l = next_of(t, l))
                stays = l->label == LABEL_UNSEEN && !gone.in[l->to];
            if (!stays) {
                put(&gone, state);
                again = true;
            }
        }
    }
    bool any = gone.count < s->count;
    free_set(&gone);
    return any;
}

static void tell(const aut_table *t, const uint32_t *labels, uint32_t count, text *instead)
{
    text one = {0};
    text_add(&one, "{");
    for (uint32_t i = 0; i < count; i++)
        text_add(&one, "%s%s", i ? ", " : "", visible_label_text(t->labels, labels[i]));
    text_add(&one, "}");
    if (!instead->bytes || !strstr(instead->bytes, one.bytes))
        text_add(instead, "%s%s", instead->length ? " or " : "", one.bytes);
    text_fini(&one);
}

// Is there a stable state that offers only what was offered?
static bool has_refusal(const aut_table *t, const marked_set *s, const aut_question *q,
                        text *instead)
{
    uint32_t told = 0;
    bool has = false;
    for (uint32_t i = 0; i < s->count && !has; i++) {
        uint32_t *labels, count;
        bool stable = aut_table_offers(t, s->list[i], &labels, &count);
        has = stable;
        for (uint32_t k = 0; k < count && has; k++)
            has = is_among(q->offered, q->offered_count, labels[k]);
        if (stable && !has && instead && told++ < MOST_TOLD)
            tell(t, labels, count, instead);
        free(labels);
    }
    return has;
}

// The states after the trace. False: it can diverge on the way, where that allows everything.
static bool run_trace(const aut_table *t, const aut_question *q, marked_set *now)
{
    put(now, t->start);
    advance(t, now, LABEL_UNSEEN, now);
    for (uint32_t i = 0; i <= q->length; i++) {
        if (q->divergences && can_diverge(t, now))
            return false;
        if (i == q->length)
            break;
        marked_set next = new_set(t);
        advance(t, now, q->trace[i], &next);
        advance(t, &next, LABEL_UNSEEN, &next);
        free_set(now);
        *now = next;
    }
    return true;
}

bool aut_table_denies(const aut_table *t, const aut_question *q, text *instead)
{
    marked_set now = new_set(t);
    bool denies = run_trace(t, q, &now);
    if (denies && q->refuses)
        denies = !has_refusal(t, &now, q, instead);
    else if (denies && q->diverges)
        denies = !can_diverge(t, &now);
    else if (denies)
        denies = now.count == 0;
    free_set(&now);
    return denies;
}
