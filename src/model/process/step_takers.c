// SPDX-License-Identifier: MIT
// See step_takers.h. A path is the number of a part and that of the rest of the path; a set is a list of
// paths that is sorted.

#include "model/process/step_takers.h"

#include "model/process/term_making.h"

void step_takers_keep(process_terms *t)
{
    uint32_t empty = 0;
    if (t->paths)
        return;
    t->paths = word_table_new();
    t->takers = word_table_new();
    word_table_put(t->paths, &(word_entry){0}, &empty, 0);
    word_table_put(t->takers, &(word_entry){0}, &empty, 1);
}

static uint32_t put(stepper *s, word_table *in, const uint32_t *words, uint32_t length)
{
    uint32_t made = word_table_put(in, &(word_entry){0}, words, length);
    if (made == WORD_TABLE_FULL)
        stepper_fail(s, PROBLEM_TERMS, s->at);
    return made;
}

// False: there are too many.
static bool insert(term_words *set, uint32_t path)
{
    uint32_t at = 0;
    while (at < set->length && set->words[at] < path)
        at++;
    if (at < set->length && set->words[at] == path)
        return true;
    if (set->length == TERM_MOST_WORDS)
        return false;
    for (uint32_t i = set->length++; i > at; i--)
        set->words[i] = set->words[i - 1];
    set->words[at] = path;
    return true;
}

static uint32_t too_many(stepper *s)
{
    stepper_fail(s, PROBLEM_COPIES, s->at);
    return TERM_NONE;
}

uint32_t step_takers_within(stepper *s, uint32_t part, uint32_t takers)
{
    if (!s->t->paths)
        return 0;
    const word_entry *e = word_table_get(s->t->takers, takers);
    term_words set;
    set.length = 0;
    for (uint32_t i = 0; i < e->length; i++) {
        uint32_t path = put(s, s->t->paths, (uint32_t[]){part, e->words[i]}, 2);
        if (path == WORD_TABLE_FULL)
            return TERM_NONE;
        if (!insert(&set, path))
            return too_many(s);
    }
    return put(s, s->t->takers, set.words, set.length);
}

uint32_t step_takers_both(stepper *s, uint32_t takers, uint32_t others)
{
    if (!s->t->paths)
        return 0;
    if (takers == TERM_NONE || others == TERM_NONE)
        return TERM_NONE;
    const word_entry *a = word_table_get(s->t->takers, takers);
    const word_entry *b = word_table_get(s->t->takers, others);
    term_words set;
    set.length = 0;
    for (uint32_t i = 0; i < a->length + b->length; i++)
        if (!insert(&set, i < a->length ? a->words[i] : b->words[i - a->length]))
            return too_many(s);
    return put(s, s->t->takers, set.words, set.length);
}

uint32_t step_takers_paths(const process_terms *t, uint32_t takers, const uint32_t **paths)
{
    const word_entry *e = word_table_get(t->takers, takers);
    *paths = e->words;
    return e->length;
}
