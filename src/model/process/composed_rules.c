// SPDX-License-Identifier: MIT
// The steps of processes beside each other: ||| and ||. Each takes its own; events of alphabets are
// taken by all that have them, together; who sends over a channel without a buffer and who receives
// meet in one event; and all terminate together.

#include "model/process/step_rules.h"
#include "model/process/step_takers.h"

#include <string.h>

typedef struct composition {
    stepper *s;
    uint32_t term;
    const word_entry *e;
    term_parts parts;
    step_list list;                         // the steps of all parts,
    uint32_t first[PROCESS_MAX_COPIES + 1]; // those of each from here on
    uint32_t count;                         // parts
    uint32_t chosen[PROCESS_MAX_COPIES];    // of an event: the step of each, + 1
    step_list *out;
} composition;

static uint32_t word_of(const composition *c, uint32_t part)
{
    return c->parts.first + part * c->parts.step;
}

static bool in_alphabet(const composition *c, uint32_t part, uint32_t label)
{
    if (c->e->words[0] != TERM_PARALLEL)
        return false;
    const word_entry *set = word_table_get(c->s->t->sets, c->e->words[word_of(c, part) + 1]);
    return event_set_has(set->words, set->length, word_table_get(c->s->t->labels, label)->words);
}

static bool add_alone(composition *c, uint32_t part, const process_step *step)
{
    process_step made = *step;
    made.target = term_with(c->s, c->term, word_of(c, part), step->target);
    made.takers = step_takers_within(c->s, part, step->takers);
    return made.takers != TERM_NONE && step_add(c->out, &made);
}

// One step of each that has to take part.
static bool add_together(composition *c)
{
    uint32_t words[TERM_MOST_WORDS];
    process_step made = {.kind = STEP_EVENT};
    bool any = false;
    memcpy(words, c->e->words, c->e->length * sizeof *words);
    for (uint32_t i = 0; i < c->count; i++) {
        if (!c->chosen[i])
            continue;
        const process_step *step = &c->list.items[c->chosen[i] - 1];
        words[word_of(c, i)] = step->target;
        made.label = step->label;
        made.origin = any ? made.origin : step->origin;
        made.urgent |= step->urgent;
        uint32_t takers = step_takers_within(c->s, i, step->takers);
        made.takers = any ? step_takers_both(c->s, made.takers, takers) : takers;
        if (made.takers == TERM_NONE)
            return false;
        any = true;
        if (step->effect && made.effect) {
            uint32_t both = term_pair(c->s, TERM_EFFECTS, made.effect - 1, step->effect - 1);
            if (both == TERM_NONE)
                return false;
            made.effect = both + 1;
        } else if (step->effect) {
            made.effect = step->effect;
        }
    }
    made.target = term_make(c->s, words, c->e->length);
    return step_add(c->out, &made);
}

// Every choice of a step with the label for the parts from this one on.
static bool join(composition *c, uint32_t part, uint32_t label)
{
    if (part == c->count)
        return add_together(c);
    c->chosen[part] = 0;
    if (!in_alphabet(c, part, label))
        return join(c, part + 1, label);
    for (uint32_t k = c->first[part]; k < c->first[part + 1]; k++) {
        const process_step *step = &c->list.items[k];
        if (step->kind != STEP_EVENT || step->label != label)
            continue;
        c->chosen[part] = k + 1;
        if (!join(c, part + 1, label))
            return false;
    }
    c->chosen[part] = 0;
    return true;
}

// The label is joined where the first part with it in its alphabet first offers it.
static bool joins_here(const composition *c, uint32_t part, uint32_t which)
{
    uint32_t label = c->list.items[which].label;
    for (uint32_t i = 0; i < part; i++)
        if (in_alphabet(c, i, label))
            return false;
    for (uint32_t k = c->first[part]; k < which; k++)
        if (c->list.items[k].kind == STEP_EVENT && c->list.items[k].label == label)
            return false;
    return true;
}

static bool meet(composition *c, uint32_t from, const process_step *sends, uint32_t to,
                 const process_step *receives)
{
    uint32_t target;
    bool fits;
    const uint32_t *label = word_table_get(c->s->t->labels, sends->label)->words;
    if (!receive_value(c->s, receives, label, &fits, &target, &c->out->depends))
        return false;
    if (!fits)
        return true;
    uint32_t words[TERM_MOST_WORDS];
    memcpy(words, c->e->words, c->e->length * sizeof *words);
    words[word_of(c, from)] = sends->target;
    words[word_of(c, to)] = target;
    process_step made = {.kind = STEP_EVENT,
                         .label = sends->label,
                         .origin = sends->origin,
                         .urgent = sends->urgent || receives->urgent,
                         .target = term_make(c->s, words, c->e->length)};
    made.takers = step_takers_both(c->s, step_takers_within(c->s, from, sends->takers),
                                   step_takers_within(c->s, to, receives->takers));
    return made.takers != TERM_NONE && step_add(c->out, &made);
}

static bool add_meetings(composition *c, uint32_t from, const process_step *sends)
{
    for (uint32_t to = 0; to < c->count; to++)
        for (uint32_t k = c->first[to]; to != from && k < c->first[to + 1]; k++)
            if (c->list.items[k].kind == STEP_RECEIVES &&
                !meet(c, from, sends, to, &c->list.items[k]))
                return false;
    return true;
}

static bool add_step(composition *c, uint32_t part, uint32_t which)
{
    const process_step step = c->list.items[which];
    switch (step.kind) {
    case STEP_ENDS:
        return true;
    case STEP_EVENT:
        if (in_alphabet(c, part, step.label))
            return !joins_here(c, part, which) || join(c, 0, step.label);
        return add_alone(c, part, &step);
    case STEP_SENDS:
        return add_meetings(c, part, &step) && add_alone(c, part, &step);
    default:
        return add_alone(c, part, &step);
    }
}

// A step of a part that ends it; NULL: there is none. *urgent: one of them is urgent.
static const process_step *end_of(const composition *c, uint32_t part, bool *urgent)
{
    const process_step *found = NULL;
    for (uint32_t k = c->first[part]; k < c->first[part + 1]; k++) {
        const process_step *step = &c->list.items[k];
        if (step->kind != STEP_ENDS)
            continue;
        found = found ? found : step;
        *urgent |= step->urgent;
    }
    return found;
}

// Terminating together is a step of each part, so also of one that is atomic and has begun.
static bool add_end(composition *c)
{
    process_step end = {.kind = STEP_ENDS, .target = term_plain(c->s, TERM_DONE)};
    for (uint32_t i = 0; i < c->count; i++) {
        const process_step *of = end_of(c, i, &end.urgent);
        if (!of)
            return true;
        uint32_t takers = step_takers_within(c->s, i, of->takers);
        end.takers = i ? step_takers_both(c->s, end.takers, takers) : takers;
    }
    return end.takers != TERM_NONE && step_add(c->out, &end);
}

static bool add_all(composition *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = c->first[i]; k < c->first[i + 1]; k++)
            if (!add_step(c, i, k))
                return false;
    return add_end(c);
}

bool composed_steps(stepper *s, uint32_t term, step_list *out)
{
    composition c = {.s = s, .term = term, .e = term_get(s, term), .out = out};
    c.parts = term_parts_of(c.e->words[0], c.e->length);
    bool ok = true;
    for (uint32_t i = c.parts.first; ok && i < c.parts.end; i += c.parts.step) {
        ok = term_steps(s, c.e->words[i], &c.list);
        c.first[++c.count] = c.list.count;
    }
    out->depends |= c.list.depends;
    ok = ok && add_all(&c);
    step_list_fini(&c.list);
    return ok;
}
