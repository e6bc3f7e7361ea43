// SPDX-License-Identifier: MIT
// See compose_simulation.h.

#include "model/compose/simulation_tables.h"
#include "model/syntax/ast_walk.h"

#include <stdio.h>
#include <string.h>

// The components of one side know whose they are, so that both sides may have one of a name.
static bool make_side(pairing *p, side *s, const char *name, uint32_t at)
{
    composer *c = p->c;
    const unit *u = find_automaton(c->whole, name);
    if (!u)
        return no_automaton(c->whole, name, at, true, c->e);
    if (u->simulates)
        return PROBLEM(c, at, "name an automaton or a system", "%s is a simulation", name);
    uint32_t count = u->component_count ? u->component_count : 1;
    s->named = *u;
    s->named.component_count = count;
    s->named.components = model_allocate(c->view, count * sizeof *s->named.components);
    for (uint32_t i = 0; i < count; i++) {
        system_part *part = &s->named.components[i];
        *part = u->component_count ? u->components[i] : lone_part(c->whole, u);
        if (!u->component_count)
            continue;
        size_t size = strlen(u->name) + strlen(part->name) + 2;
        char *prefix = model_allocate(c->view, size);
        snprintf(prefix, size, "%s.%s", u->name, part->name);
        part->within = u->name;
        if (s == &p->specification)
            part->prefix = prefix;
    }
    s->flat = (unit){.name = u->name, .at = u->at, .is_automaton = true, .composed = true};
    s->c = (composer){.whole = c->whole,
                      .view = c->view,
                      .system = &s->named,
                      .parts = s->named.components,
                      .part_count = count,
                      .bare = true,
                      .flat = &s->flat,
                      .e = c->e};
    if (!u->component_count) // what it says of itself stands in its text
        s->named.function_from = s->named.function_to = 0;
    return compose_unit(&s->c);
}

// What the match calls the parameters of the action.
static bool name_parameters(pairing *p, const step_match *s, const method *f, naming *n)
{
    if (s->outer_count != f->outer || s->arg_count != f->arg_count)
        return PROBLEM(p->c, s->at,
                       f->outer ? "for example: step client[x].order(q) matches order(x);"
                                : "for example: step request(x) matches request(x);",
                       "%s has %u parameter%s, and %u of its automaton", f->name, f->arg_count,
                       f->arg_count == 1 ? "" : "s", f->outer);
    for (uint32_t i = 0; i < f->outer; i++)
        naming_give(n, s->outer[i],
                    made_name(p->c->view, variable_name(&f->locals[i]), s->at, s->at));
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const action_argument *a = &f->args[i];
        naming_give(n, s->args[i],
                    a->fixed
                        ? a->fixed
                        : made_name(p->c->view, variable_name(&f->locals[a->local]), s->at, s->at));
    }
    return true;
}

static bool is_meant(const step_match *s, const method *f)
{
    const char *dot = f->over ? NULL : strchr(f->name, '.');
    if (f->over || (s->part != NULL) != (dot != NULL))
        return false;
    if (!s->part)
        return strcmp(f->name, s->action) == 0;
    size_t length = (size_t)(dot - f->name);
    return strlen(s->part) == length && memcmp(s->part, f->name, length) == 0 &&
           strcmp(dot + 1, s->action) == 0;
}

static step_match *find_match(const pairing *p, const method *f)
{
    const simulation *s = p->c->system->simulates;
    for (uint32_t i = 0; i < s->match_count; i++)
        if (is_meant(&s->matches[i], f))
            return &s->matches[i];
    return NULL;
}

// What matches an action of the implementation.
static bool make_match(pairing *p, const method *f, block *steps)
{
    composer *c = p->c;
    step_match *s = find_match(p, f);
    naming n = composer_naming(c, NULL);
    p->match = s;
    p->concrete = f;
    p->seen = 0;
    if (s) {
        s->used = true;
        if (!name_parameters(p, s, f, &n) || !match_block(p, &n, &s->body, steps, true))
            return false;
        if (action_visible(f) && !p->seen)
            return PROBLEM(c, s->at, "it is seen from outside, so it is among the steps that match",
                           "%s is matched without %s of %s", f->name, f->name,
                           p->specification.named.name);
    } else if (action_visible(f) && !match_same(p, &n, steps)) {
        return false;
    }
    return !(steps->count || c->form) || !block_return(&f->body) ||
           PROBLEM(c, f->at, "write if … else …",
                   steps->count ? "%s returns early, so nothing could match it after that"
                                : "%s returns early, so --all-related could not note the state "
                                  "that it leads to",
                   f->name);
}

static void append(model *m, block *to, const block *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        block_add(m, to, more->items[i]);
}

// The actions of pairs: those of the implementation with what matches them.
static bool add_pairs(pairing *p, block *steps)
{
    composer *c = p->c;
    unit *u = c->flat;
    const unit *from = &p->implementation.flat, *to = &p->specification.flat;
    bool abstract = c->form == SIMULATION_ABSTRACT;
    if (abstract)
        tables_read_relations(p);
    for (uint32_t i = 0; i < from->method_count; i++) {
        method *made = u->methods[u->method_count++] = model_allocate(c->view, sizeof *made);
        *made = *from->methods[i];
        if (abstract) {
            made->body = (block){0};
            tables_read(p, &steps[i]);
        }
        append(c->view, &made->body, &steps[i]);
        if (c->form == SIMULATION_TABLED && !tables_fill(p, &made->body))
            return false;
    }
    if (c->form == SIMULATION_TABLED)
        return tables_fill(p, &c->view->init.body);
    if (abstract && u->method_count + to->method_count > MODEL_MAX_ACTIONS)
        return PROBLEM(c, c->system->at, NULL, "both sides together have more than %d actions",
                       MODEL_MAX_ACTIONS);
    for (uint32_t i = 0; abstract && i < to->method_count; i++) {
        method *made = u->methods[u->method_count++] = to->methods[i];
        size_t size = strlen(made->symbol) + 8;
        char *symbol = model_allocate(c->view, size);
        snprintf(symbol, size, "%s__to", made->symbol); // both sides count from 0
        made->symbol = symbol;
    }
    return true;
}

static bool same_action(const step_match *a, const step_match *b)
{
    return strcmp(a->action, b->action) == 0 &&
           (a->part == b->part || (a->part && b->part && strcmp(a->part, b->part) == 0));
}

static bool check_used(const pairing *p)
{
    const simulation *s = p->c->system->simulates;
    for (uint32_t i = 0; i < s->match_count; i++) {
        const step_match *one = &s->matches[i];
        for (uint32_t k = 0; k < i; k++)
            if (same_action(one, &s->matches[k]))
                return PROBLEM(p->c, one->at, NULL, "%s is matched twice", one->action);
        if (!one->used)
            return PROBLEM(p->c, one->at,
                           one->part ? "name an internal action of one of its automata"
                                     : "of an internal action, the automaton stands before it: "
                                       "client[x].order(q)",
                           "%s has no action %s%s%s", s->from, one->part ? one->part : "",
                           one->part ? "." : "", one->action);
    }
    return true;
}

bool compose_simulation(composer *c)
{
    const unit *u = c->system;
    const simulation *s = u->simulates;
    pairing *p = model_allocate(c->view, sizeof *p);
    p->c = c;
    const model *m = c->view;
    if (strcmp(s->from, s->to) == 0)
        return PROBLEM(c, s->to_at, "name two different ones", "both sides are %s", s->to);
    if (!make_side(p, &p->implementation, s->from, s->from_at))
        return false;
    p->shared_from = m->shared_count;
    p->function_from = m->function_count;
    if (!make_side(p, &p->specification, s->to, s->to_at))
        return false;
    if (p->implementation.named.time.passes && !p->specification.named.time.passes)
        return PROBLEM(c, s->to_at, "let time pass there: system … { time; }",
                       "time passes in %s, and not in %s", s->from, s->to);
    p->shared_to = m->shared_count;
    for (uint32_t i = p->shared_from; i < p->shared_to; i++)
        c->view->shared[i].specified = true;
    p->function_to = m->function_count;
    // What is said of pairs may name the components of both.
    unit *pair = model_allocate(c->view, sizeof *pair);
    *pair = *u;
    uint32_t first = p->implementation.c.part_count, second = p->specification.c.part_count;
    pair->component_count = first + second;
    pair->components = model_allocate(c->view, pair->component_count * sizeof *pair->components);
    memcpy(pair->components, p->implementation.c.parts, first * sizeof *pair->components);
    memcpy(pair->components + first, p->specification.c.parts, second * sizeof *pair->components);
    c->system = pair;
    c->parts = pair->components;
    c->part_count = pair->component_count;
    c->sides[0] = &p->implementation.c;
    c->sides[1] = &p->specification.c;
    c->alone = false;
    c->flat->composed = true;
    c->flat->simulates = u->simulates;
    c->flat->made_of = p->implementation.flat.made_of;
    c->flat->made_of_count = p->implementation.flat.made_of_count;
    c->flat->time = p->implementation.named.time;
    if (!compose_claims(c, u))
        return false;
    const unit *flat = &p->implementation.flat;
    block *steps = model_allocate(c->view, (flat->method_count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < flat->method_count; i++)
        if (!make_match(p, flat->methods[i], &steps[i]))
            return false;
    if ((c->form && !simulation_tables(p, steps)) || !add_pairs(p, steps))
        return false;
    c->view->has_init = c->view->init.body.count > 0;
    c->flat->shared_to = m->shared_count;
    return check_used(p) && (c->form == SIMULATION_ABSTRACT || compose_step_claims(c, NULL, u));
}
