// SPDX-License-Identifier: MIT
// See process_touches.h.

#include "model/process/process_touches.h"

#include "base/memory.h"
#include "model/process/term_making.h"
#include "model/steps/action_footprint.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FOLLOWED = 300, MOST_KNOWN = 4 };

// How far it is looked: to come to a process, arguments and indices are evaluated; to find and take its
// first step, more; and all that it may ever do.
typedef enum reach { REACH_BUILD, REACH_FIRST, REACH_EVER } reach;

// A call that was followed.
typedef struct followed {
    uint32_t definition;
    reach reach;
    known_values at;
} followed;

typedef struct walk {
    stepper *s;
    touched *out;
    followed *done;
    size_t done_count, done_capacity;
    bool failed; // there is no end of it: it may touch everything
} walk;

static void walk_process(walk *w, const process *x, const known_values *v, reach r);

bool touches_possible(const program *p)
{
    return footprint_words(p) <= TOUCH_MOST_WORDS;
}

void touched_add(touched *to, const touched *more)
{
    for (uint32_t i = 0; i < TOUCH_MOST_WORDS; i++) {
        to->reads.words[i] |= more->reads.words[i];
        to->writes.words[i] |= more->writes.words[i];
    }
}

static void add_words(cell_set *to, const uint64_t *set, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to->words[i] |= set[i];
}

static void drop_variable(const walk *w, uint32_t which)
{
    const program *p = w->s->p;
    uint32_t first = variable_start(p, which, 0);
    uint32_t count = variable_cells(p, &p->model->shared[which]);
    for (uint32_t c = first; c < first + count; c++) {
        w->out->reads.words[c / 64] &= ~(UINT64_C(1) << c % 64);
        w->out->writes.words[c / 64] &= ~(UINT64_C(1) << c % 64);
    }
}

// What is evaluated or done at a place. Its values are left in an array that is zero in every state.
static void add_site(const walk *w, const process_site *site, const known_values *v)
{
    const program *p = w->s->p;
    int32_t args[MODEL_MAX_ARGS] = {0};
    uint64_t known = 0;
    action_footprint f;
    if (!site->method)
        return;
    for (uint32_t i = 0; i < site->slot_count; i++) {
        args[i] = v->env[site->slots[i]];
        known |= (v->known >> site->slots[i] & 1) << i;
    }
    action_footprint_partly(&f, p, &p->routines[site->method - 1], args, known);
    uint32_t count = footprint_words(p);
    add_words(&w->out->reads, f.reads, count);
    add_words(&w->out->writes, f.writes, count);
    action_footprint_fini(&f);
    drop_variable(w, w->s->t->a->out);
}

static void add_channel(const walk *w, const process *x)
{
    const process_channel *c = &w->s->t->a->channels[x->target];
    const program *p = w->s->p;
    if (!c->capacity)
        return;
    uint32_t first = variable_start(p, c->shared, 0);
    uint32_t count = variable_cells(p, &p->model->shared[c->shared]);
    for (uint32_t k = first; k < first + count; k++) {
        w->out->reads.words[k / 64] |= UINT64_C(1) << k % 64;
        w->out->writes.words[k / 64] |= UINT64_C(1) << k % 64;
    }
}

// What a step leads to.
static void walk_next(walk *w, const process *x, const known_values *v, reach r)
{
    walk_process(w, x, v, r == REACH_EVER ? REACH_EVER : REACH_BUILD);
}

static bool was_followed(const walk *w, const followed *f, uint32_t *alike)
{
    *alike = 0;
    for (size_t i = 0; i < w->done_count; i++) {
        const followed *d = &w->done[i];
        if (d->definition != f->definition || d->reach != f->reach)
            continue;
        ++*alike;
        if (d->at.known == f->at.known && memcmp(d->at.env, f->at.env, sizeof f->at.env) == 0)
            return true;
    }
    return false;
}

static void walk_call(walk *w, const process *x, const known_values *v, reach r)
{
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES];
    followed f = {.definition = x->target, .reach = r};
    uint32_t alike;
    add_site(w, &x->evaluates, v);
    process_known(w->s, x, v, values, known);
    for (uint32_t i = 0; i < x->value_count; i++)
        if (known[i]) {
            f.at.env[i] = values[i];
            f.at.known |= UINT64_C(1) << i;
        }
    if (was_followed(w, &f, &alike))
        return;
    if (alike >= MOST_KNOWN) {
        f.at = (known_values){0};
        if (was_followed(w, &f, &alike))
            return;
    }
    if (w->done_count == MOST_FOLLOWED) {
        w->failed = true;
        return;
    }
    MEMORY_GROW(w->done, w->done_capacity, w->done_count + 1);
    w->done[w->done_count++] = f;
    walk_process(w, w->s->t->a->list[x->target]->body, &f.at, r);
}

// The copies of an indexed process, or all parts of one that is not.
static void walk_parts(walk *w, const process *x, const known_values *v, reach r,
                       void (*each)(walk *w, const process *x, const known_values *v, reach r))
{
    known_values inner = *v;
    int64_t low, high;
    add_site(w, &x->evaluates, v);
    if (!x->index) {
        for (uint32_t i = 0; i < x->part_count && !w->failed; i++)
            each(w, x->parts[i], v, r);
        return;
    }
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES] = {0};
    if (!x->index_typed)
        process_known(w->s, x, v, values, known);
    run failure = {0}, *outer = w->s->run;
    w->s->run = &failure;
    bool sure =
        (x->index_typed || (known[0] && known[1])) && process_range(w->s, x, v->env, &low, &high);
    w->s->run = outer;
    if (!sure) {
        inner.known &= ~(UINT64_C(1) << x->index_slot);
        each(w, x->parts[0], &inner, r);
        return;
    }
    inner.known |= UINT64_C(1) << x->index_slot;
    for (int64_t k = low; k <= high && !w->failed; k++) {
        inner.env[x->index_slot] = (int32_t)k;
        each(w, x->parts[0], &inner, r);
    }
}

// A condition that does not look at the state is decided when the process is come to.
static void walk_condition(walk *w, const process *x, const known_values *v, reach r)
{
    int32_t values[PROCESS_MAX_VALUES];
    bool known[PROCESS_MAX_VALUES] = {0}, step = x->kind == PROCESS_IF;
    if (x->evaluates.reads) {
        if (r == REACH_BUILD)
            return;
        add_site(w, &x->evaluates, v);
        for (uint32_t i = 0; i < x->part_count; i++)
            (step ? walk_next : walk_process)(w, x->parts[i], v, r);
        return;
    }
    add_site(w, &x->evaluates, v);
    process_known(w->s, x, v, values, known);
    for (uint32_t i = 0; i < x->part_count; i++)
        if (!known[0] || (values[0] != 0) == (i == 0))
            walk_process(w, x->parts[i], v, r);
}

static void walk_prefix(walk *w, const process *x, const known_values *v, reach r)
{
    known_values after = *v;
    if (r == REACH_BUILD)
        return;
    add_site(w, &x->evaluates, v);
    if (x->kind != PROCESS_EVENT)
        add_channel(w, x);
    else if (x->acts)
        add_site(w, &x->does, v);
    for (uint32_t i = 0; x->kind == PROCESS_RECEIVE && i < x->value_count; i++)
        if (x->binds[i])
            after.known &= ~(UINT64_C(1) << x->bound[i]);
    walk_next(w, x->parts[0], &after, r);
}

// To find the alphabets of its parts, all of them is looked at.
static void walk_parallel(walk *w, const process *x, const known_values *v, reach r)
{
    touched all = {0}, *outer = w->out;
    w->out = &all;
    walk_parts(w, x, v, REACH_EVER, walk_process);
    w->out = outer;
    if (r != REACH_EVER)
        all.writes = (cell_set){0};
    touched_add(outer, &all);
    if (r == REACH_FIRST)
        walk_parts(w, x, v, r, walk_process);
}

static void walk_process(walk *w, const process *x, const known_values *v, reach r)
{
    if (w->failed)
        return;
    switch (x->kind) {
    case PROCESS_STOP:
    case PROCESS_SKIP:
        return;
    case PROCESS_EVENT:
    case PROCESS_SEND:
    case PROCESS_RECEIVE:
        walk_prefix(w, x, v, r);
        return;
    case PROCESS_IF:
    case PROCESS_GUARD:
        walk_condition(w, x, v, r);
        return;
    case PROCESS_INTERNAL:
        if (r != REACH_BUILD)
            walk_parts(w, x, v, r, walk_next);
        return;
    case PROCESS_PARALLEL:
        walk_parallel(w, x, v, r);
        return;
    case PROCESS_SEQUENCE:
        walk_process(w, x->parts[0], v, r);
        if (r != REACH_BUILD)
            walk_next(w, x->parts[1], v, r);
        return;
    case PROCESS_EXTERNAL:
    case PROCESS_GENERAL:
    case PROCESS_INTERLEAVE:
    case PROCESS_HIDE:
    case PROCESS_RENAME:
    case PROCESS_INTERRUPT:
    case PROCESS_ATOMIC:
        walk_parts(w, x, v, r, walk_process);
        return;
    case PROCESS_CALL:
        walk_call(w, x, v, r);
        return;
    }
}

// A process of the text that stands in a term, with its values.
static void walk_closure(walk *w, const word_entry *e, uint32_t at, reach r)
{
    known_values v = {0};
    const process *x = term_process(w->s, e, at, v.env);
    v.known = x->needs;
    if (e->words[0] == TERM_SEQUENCE)
        walk_next(w, x, &v, r);
    else
        walk_process(w, x, &v, r);
}

static bool add_term(walk *w, uint32_t term, reach r)
{
    const word_entry *e = term_get(w->s, term);
    term_parts parts = term_parts_of(e->words[0], e->length);
    for (uint32_t i = parts.first; i < parts.end; i += parts.step) {
        const term_touches *part = term_touches_get(w->s, e->words[i]);
        touched_add(w->out, r == REACH_EVER ? &part->ever : &part->first);
    }
    switch ((term_kind)e->words[0]) {
    case TERM_PREFIX:
    case TERM_IF:
    case TERM_GUARD:
    case TERM_INTERNAL:
    case TERM_LATER:
    case TERM_HOLE:
        walk_closure(w, e, 1, r);
        break;
    case TERM_SEQUENCE:
        walk_closure(w, e, 2, r);
        break;
    default:
        break;
    }
    return !w->failed;
}

static void find(stepper *s, uint32_t term, reach r, touched *out)
{
    walk w = {.s = s, .out = out};
    if (!add_term(&w, term, r))
        memset(out, 0xff, sizeof *out);
    free(w.done);
}

const term_touches *term_touches_get(stepper *s, uint32_t term)
{
    word_entry *e = word_table_get(s->t->terms, term);
    term_touches *known = atomic_load_explicit(&e->note, memory_order_acquire);
    if (known)
        return known;
    term_touches *t = memory_new(1, sizeof *t);
    void *none = NULL;
    stepper quiet = *s;
    quiet.call = s->quietly ? s->quietly : s->call;
    find(&quiet, term, REACH_FIRST, &t->first);
    find(&quiet, term, REACH_EVER, &t->ever);
    if (atomic_compare_exchange_strong(&e->note, &none, t))
        return t;
    free(t);
    return none;
}
