// SPDX-License-Identifier: MIT
// A process: the front end with one component, whose moves are the steps of a term (process_terms.h).
// The state has the number of the term in a cell, beside shared variables and channels. There is one
// offer, and its choices are the steps that the term has in the state, in the order of the text; so a
// move is one offer and its choices here as everywhere, and all that is below the waist works.

#include "base/memory.h"
#include "model/interpret/interpret.h"
#include "model/process/independent_events.h"
#include "model/process/step_takers.h"
#include "model/steps/action_footprint.h"
#include "verify/front/front_ends.h"

#include <stdlib.h>
#include <string.h>

typedef struct process_context {
    process_terms terms;
    const process_definition *of;
    bool endless; // it is not to terminate, either
    independent_events independent;
} process_context;

static void release(void *context)
{
    process_context *c = context;
    process_terms_fini(&c->terms);
    free(c);
}

// What is claimed of states is not to be changed by what is taken at once. Ends are not passed by.
static void find_claimed(const transition_system *s, const instance *v, cell_set *out)
{
    for (uint32_t i = 0; i < s->m->invariant_count; i++)
        condition_cells(s->p, s->m->invariants[i].condition, out->words);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        if (!s->m->reachables[i].ends)
            condition_cells(s->p, s->m->reachables[i].condition, out->words);
}

static bool declare(transition_system *s, const instance *v, const system_options *o, error *e)
{
    (void)e;
    process_context *c = s->context = memory_new(1, sizeof *c);
    process_terms_init(&c->terms, s->m);
    c->of = v->process;
    c->endless = v->nonterminating;
    independent_events_init(&c->independent, s->p, s->m->processes, c->of, o->view);
    if (c->independent.view != VIEW_ALL)
        find_claimed(s, v, &c->independent.claimed);
    if (v->temporal.what && (v->temporal.fair == FAIR_WEAK || v->temporal.fair == FAIR_STRONG))
        step_takers_keep(&c->terms);
    int32_t none = 0;
    system_offer(s, LABEL_ACTION, 0, &none);
    return true;
}

static void forget_locals(const transition_system *s, int32_t *cells)
{
    memset(cells + s->p->layout.threads, 0, s->p->layout.own * sizeof *cells);
}

static void call_compiled(void *context, int32_t *cells, uint32_t which, const int32_t *args,
                          run *r)
{
    const transition_system *s = context;
    s->c.call(cells, 0, which, args, r);
    forget_locals(s, cells);
}

static void call_interpreted(void *context, int32_t *cells, uint32_t which, const int32_t *args,
                             run *r)
{
    const transition_system *s = context;
    interpret_call(s->p, cells, 0, which, args, r);
    forget_locals(s, cells);
}

static stepper stepper_for(const transition_system *s, int32_t *cells, run *r, bool interpreted)
{
    const process_context *c = s->context;
    return (stepper){.t = &c->terms,
                     .p = s->p,
                     .cells = cells,
                     .call = interpreted ? call_interpreted : call_compiled,
                     .quietly = call_interpreted,
                     .context = (void *)(uintptr_t)s,
                     .run = r,
                     .at = c->of->at,
                     .anew = interpreted};
}

static int32_t *term_cell(const transition_system *s, int32_t *cells)
{
    return cells + s->p->layout.variable[s->m->processes->term];
}

static uint32_t term_of(const transition_system *s, const int32_t *cells)
{
    return (uint32_t)cells[s->p->layout.variable[s->m->processes->term]];
}

static void start(const transition_system *s, int32_t *cells, run *r)
{
    const process_context *c = s->context;
    stepper t = stepper_for(s, cells, r, !s->c.call);
    int32_t env[MODEL_MAX_NAMES] = {0};
    uint32_t term = process_build(&t, c->of->body, env);
    *term_cell(s, cells) = term == TERM_NONE ? 0 : (int32_t)term;
}

static bool offers(const transition_system *s, const int32_t *cells, uint32_t component,
                   uint32_t which)
{
    (void)s;
    (void)cells;
    (void)component;
    (void)which;
    return true;
}

static bool forced(const transition_system *s, const int32_t *cells, uint32_t component, move *m)
{
    (void)s;
    (void)cells;
    (void)component;
    (void)m;
    return false;
}

// As emitted C chooses.
static uint32_t choose(run *r, uint32_t ways, uint32_t where)
{
    if (ways == 1)
        return 0;
    if (r->used == RUN_MAX_CHOICES || ways > RUN_MAX_WAYS) {
        r->problem = PROBLEM_CHOICES;
        r->where = where;
        return 0;
    }
    if (r->used == r->given)
        r->choice[r->given++] = 0;
    r->bound[r->used] = ways;
    return r->choice[r->used++];
}

static void take(const transition_system *s, stepper *t, const process_step *step, move *m)
{
    uint32_t after;
    m->event = step->kind == STEP_EVENT  ? EVENT_FIRST + step->label
               : step->kind == STEP_ENDS ? EVENT_ENDS
                                         : 0;
    m->hidden = step->shown;
    m->pc = step->origin;
    m->takers = step->takers;
    if (process_take(t, step, &after))
        *term_cell(s, t->cells) = (int32_t)after;
}

// The list in the memory that was given, if some was.
static step_list list_in(const run_ways *w)
{
    return w ? (step_list){.items = w->items, .count = w->count, .capacity = w->capacity}
             : (step_list){0};
}

static void give_back(run_ways *w, step_list *list, bool known)
{
    if (w)
        *w = (run_ways){known, list->count, list->capacity, list->items};
    else
        step_list_fini(list);
}

static void make(const transition_system *s, int32_t *cells, move *m, run *r, bool interpreted)
{
    const process_context *c = s->context;
    stepper t = stepper_for(s, cells, r, interpreted);
    step_list list = list_in(r->ways);
    m->event = m->hidden = m->pc = m->takers = 0;
    bool ok = (r->ways && r->ways->known) || process_steps(&t, term_of(s, cells), &list);
    bool same = ok && r->used == 0; // whatever is chosen
    if (ok && list.count == 0)
        r->blocked = 1;
    uint32_t which = ok && list.count ? choose(r, list.count, c->of->at) : UINT32_MAX;
    if (!r->problem && which < list.count)
        take(s, &t, &list.items[which], m);
    else if (!r->problem)
        r->blocked = 1;
    give_back(r->ways, &list, same);
}

static bool at_once(const transition_system *s, const int32_t *cells, bool interpreted, move *m,
                    run_ways *ways)
{
    const process_context *c = s->context;
    run r = {0};
    // Evaluating leaves the state as it is.
    stepper t = stepper_for(s, (int32_t *)(uintptr_t)cells, &r, interpreted);
    step_list list = list_in(ways);
    uint32_t which;
    bool found = independent_event(&c->independent, &t, term_of(s, cells), &list, &which);
    if (found) {
        const offer *o = &s->offers[0];
        *m =
            (move){.kind = o->kind, .method = o->method, .used = list.count > 1, .choice = {which}};
    }
    give_back(ways, &list, found && r.used == 0);
    return found;
}

// It has to go on, until it has terminated.
static uint32_t obliged(const transition_system *s, const int32_t *cells)
{
    const process_context *c = s->context;
    const word_entry *e = word_table_get(c->terms.terms, term_of(s, cells));
    return c->endless || e->words[0] != TERM_DONE;
}

static void label(const transition_system *s, uint32_t event, text *out)
{
    const process_context *c = s->context;
    if (event == EVENT_ENDS)
        text_add(out, "✓");
    else
        label_print(s->m, word_table_get(c->terms.labels, event - EVENT_FIRST)->words, out);
}

static const process_terms *terms(const transition_system *s)
{
    const process_context *c = s->context;
    return &c->terms;
}

static void describe_hidden(const transition_system *s, const process *x, bool goes_on, text *what)
{
    const char *before = goes_on                       ? "goes on"
                         : x->kind == PROCESS_IF       ? "looks: "
                         : x->kind == PROCESS_INTERNAL ? "chooses"
                                                       : "tau";
    text_add(what, "%s", before);
    if (goes_on || x->kind != PROCESS_IF)
        return;
    char *words = source_excerpt(&s->m->source, x->name_at, x->values[0]->end);
    text_add(what, "%s", words);
    free(words);
}

static void describe(const transition_system *s, const move *m, text *what, uint32_t *at)
{
    const process_context *c = s->context;
    const processes *all = s->m->processes;
    bool goes_on = m->pc >= all->node_count;
    const process *x = all->nodes[goes_on ? m->pc - all->node_count : m->pc];
    *at = m->event == EVENT_ENDS ? c->of->at : x->at; // it terminates as a whole
    if (m->event) {
        label(s, m->event, what);
    } else if (m->hidden) {
        text_add(what, "τ (");
        label(s, EVENT_FIRST + m->hidden - 1, what);
        text_add(what, ")");
    } else {
        text_add(what, "τ (");
        describe_hidden(s, x, goes_on, what);
        text_add(what, ")");
    }
}

static void show(const transition_system *s, const int32_t *cells, text *out)
{
    const process_context *c = s->context;
    text_add(out, "%s", out->length ? "\n" : "");
    term_print(&c->terms, term_of(s, cells), out);
}

const front_end process_front = {.noun = "process",
                                 .declare = declare,
                                 .release = release,
                                 .offers = offers,
                                 .forced = forced,
                                 .make = make,
                                 .obliged = obliged,
                                 .at_once = at_once,
                                 .start = start,
                                 .describe = describe,
                                 .show = show,
                                 .label = label,
                                 .terms = terms};
