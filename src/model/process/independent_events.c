// SPDX-License-Identifier: MIT
// See independent_events.h.

#include "model/process/independent_events.h"

#include "base/memory.h"
#include "model/process/step_rules.h"

#include <stdlib.h>

enum { MOST_NESTED = 24 };

// A term around the part, and which of its words leads to it.
typedef struct around {
    uint32_t term, at;
} around;

typedef struct looking {
    const independent_events *x;
    stepper *s;
    uint32_t term;
    step_list *all; // its steps, once they are asked for
    bool asked, failed;
    around path[MOST_NESTED];
    uint32_t depth, found;
} looking;

static void note_kinds(independent_events *x, const processes *a, const process *of)
{
    bool message = of->kind == PROCESS_SEND || of->kind == PROCESS_RECEIVE;
    x->atomic |= of->kind == PROCESS_ATOMIC;
    x->meets |= of->kind == PROCESS_PARALLEL || (message && !a->channels[of->target].capacity);
    for (uint32_t i = 0; i < of->part_count; i++)
        note_kinds(x, a, of->parts[i]);
}

void independent_events_init(independent_events *x, const program *p, const processes *a,
                             const process_definition *of, process_view view)
{
    bool *reached = memory_new(a->count, sizeof *reached);
    *x = (independent_events){.view = touches_possible(p) ? view : VIEW_ALL};
    processes_called(a, of, reached);
    for (uint32_t i = 0; i < a->count; i++)
        if (reached[i])
            note_kinds(x, a, a->list[i]->body);
    free(reached);
    // The bit of the heap: see action_footprint.h. Nodes are collected in stored states only.
    x->claimed.words[p->layout.cells / 64 % TOUCH_MOST_WORDS] |= UINT64_C(1)
                                                                 << p->layout.cells % 64;
}

// Is there an atomic process in it that has begun?
static bool has_begun(const stepper *s, uint32_t term)
{
    const word_entry *e = term_get(s, term);
    term_parts parts = term_parts_of(e->words[0], e->length);
    if (e->words[0] == TERM_ATOMIC && e->words[2])
        return true;
    for (uint32_t i = parts.first; i < parts.end; i += parts.step)
        if (has_begun(s, e->words[i]))
            return true;
    return false;
}

static bool set_has(const stepper *s, uint32_t set, uint32_t label)
{
    const word_entry *e = word_table_get(s->t->sets, set);
    return event_set_has(e->words, e->length, word_table_get(s->t->labels, label)->words);
}

static bool is_renamed(const stepper *s, const process *x, uint32_t label)
{
    uint32_t name = word_table_get(s->t->labels, label)->words[1];
    for (uint32_t i = 0; i < x->set_count; i++)
        if (x->set[i].number == name)
            return true;
    return false;
}

// 3. One operator outwards: false if others take part in the step. What is hidden there is not seen from now on.
static bool goes_outwards(const stepper *s, const around *a, process_step *step)
{
    const word_entry *e = term_get(s, a->term);
    if (step->kind != STEP_EVENT)
        return true;
    if (e->words[0] == TERM_RENAME)
        return !is_renamed(s, s->t->a->nodes[e->words[2]], step->label);
    if (e->words[0] == TERM_HIDE && set_has(s, e->words[2], step->label))
        step->kind = STEP_HIDDEN;
    for (uint32_t i = 1; e->words[0] == TERM_PARALLEL && i < e->length; i += 2)
        if (i != a->at && set_has(s, e->words[i + 1], step->label))
            return false;
    return true;
}

// The step among those of the whole term. False: it is none of them.
static bool find_step(looking *l, const process_step *step)
{
    if (!l->asked)
        l->failed = !process_steps(l->s, l->term, l->all);
    l->asked = true;
    for (uint32_t i = 0; i < l->all->count && !l->failed; i++) {
        const process_step *other = &l->all->items[i];
        if (other->kind == step->kind && other->target == step->target &&
            other->effect == step->effect &&
            (step->kind == STEP_HIDDEN || other->label == step->label)) {
            l->found = i;
            return true;
        }
    }
    return false;
}

// The step of the part as one of the whole term. False: it is none, or is seen.
static bool is_offered(looking *l, process_step step)
{
    for (uint32_t i = l->depth; i-- > 0;)
        if (!goes_outwards(l->s, &l->path[i], &step))
            return false;
    if (step.kind != STEP_HIDDEN && l->x->view != VIEW_STATES)
        return false;
    for (uint32_t i = l->depth; i-- > 0;) {
        step.target = term_with(l->s, l->path[i].term, l->path[i].at, step.target);
        if (step.target == TERM_NONE)
            return false;
    }
    return find_step(l, &step);
}

// 2. May somebody who is beside the part be in the way of its first step?
static bool is_disturbed(const looking *l, const touched *first)
{
    for (uint32_t i = l->depth; i-- > 0;) {
        const word_entry *e = term_get(l->s, l->path[i].term);
        term_parts parts = term_parts_of(e->words[0], e->length);
        for (uint32_t k = parts.first; k < parts.end; k += parts.step)
            if (k != l->path[i].at &&
                touched_conflict(first, &term_touches_get(l->s, e->words[k])->ever))
                return true;
    }
    return false;
}

// 6.
static bool disturbs_no_atomic(const looking *l, const process_step *step)
{
    return !l->x->atomic || step->urgent || (!l->x->meets && !has_begun(l->s, step->target));
}

// Is the only step of this part independent of all that others may do?
static bool try_part(looking *l, uint32_t part)
{
    const touched *first = &term_touches_get(l->s, part)->first;
    step_list own = {0};
    if (cell_sets_meet(&first->writes, &l->x->claimed) || is_disturbed(l, first))
        return false;
    bool ok = term_steps(l->s, part, &own) && own.count == 1 && own.items[0].kind <= STEP_EVENT;
    ok = ok && disturbs_no_atomic(l, &own.items[0]) && is_offered(l, own.items[0]);
    step_list_fini(&own);
    return ok;
}

static bool try_parts(looking *l, uint32_t term);

static bool try_inside(looking *l, uint32_t term, uint32_t at)
{
    if (l->depth == MOST_NESTED)
        return false;
    l->path[l->depth++] = (around){term, at};
    bool found = try_parts(l, term_get(l->s, term)->words[at]);
    l->depth--;
    return found;
}

static bool try_beside(looking *l, uint32_t term)
{
    const word_entry *e = term_get(l->s, term);
    term_parts parts = term_parts_of(e->words[0], e->length);
    for (uint32_t i = parts.first; i < parts.end; i += parts.step)
        if (try_inside(l, term, i))
            return true;
    return false;
}

static bool try_parts(looking *l, uint32_t term)
{
    switch ((term_kind)term_get(l->s, term)->words[0]) {
    case TERM_INTERLEAVE:
    case TERM_PARALLEL:
        return try_beside(l, term);
    case TERM_HIDE:
    case TERM_RENAME:
        return try_inside(l, term, 1);
    case TERM_SEQUENCE: // its end, or what goes on in it
        return try_part(l, term) || try_inside(l, term, 1);
    default:
        return try_part(l, term);
    }
}

bool independent_event(const independent_events *x, stepper *s, uint32_t term, step_list *all,
                       uint32_t *which)
{
    looking l = {.x = x, .s = s, .term = term, .all = all};
    bool found = x->view != VIEW_ALL && try_parts(&l, term);
    *which = l.found;
    return found;
}
