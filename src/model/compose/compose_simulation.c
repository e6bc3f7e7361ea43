// SPDX-License-Identifier: MIT
// See compose_simulation.h.

#include "model/compose/compose_simulation.h"

#include <stdio.h>
#include <string.h>

bool visible(const method *f)
{
    return !f->hidden && !f->over;
}

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

static bool returns_early(const block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (b->items[i]->kind == STMT_RETURN || returns_early(&b->items[i]->body) ||
            returns_early(&b->items[i]->other))
            return true;
    return false;
}

// One action of the implementation with what matches it.
static bool add_pair(pairing *p, const method *f)
{
    composer *c = p->c;
    unit *u = c->flat;
    method *made = u->methods[u->method_count++] = model_allocate(c->view, sizeof *made);
    *made = *f;
    step_match *s = find_match(p, f);
    naming n = composer_naming(c, NULL);
    block steps = {0};
    p->match = s;
    p->concrete = f;
    p->seen = 0;
    if (s) {
        s->used = true;
        if (!name_parameters(p, s, f, &n) || !match_block(p, &n, &s->body, &steps, true))
            return false;
        if (visible(f) && !p->seen)
            return PROBLEM(c, s->at, "it is seen from outside, so it is among the steps that match",
                           "%s is matched without %s of %s", f->name, f->name,
                           p->specification.named.name);
    } else if (visible(f) && !match_same(p, &n, &steps)) {
        return false;
    }
    if (steps.count && returns_early(&f->body))
        return PROBLEM(c, f->at, "write if … else …",
                       "%s returns early, so nothing could match it after that", f->name);
    for (uint32_t i = 0; i < steps.count; i++)
        block_add(c->view, &made->body, steps.items[i]);
    return true;
}

static bool check_used(const pairing *p)
{
    const simulation *s = p->c->system->simulates;
    for (uint32_t i = 0; i < s->match_count; i++) {
        const step_match *one = &s->matches[i];
        if (one->used)
            for (uint32_t k = 0; k < i; k++) {
                const step_match *other = &s->matches[k];
                if (strcmp(one->action, other->action) == 0 &&
                    (one->part == other->part ||
                     (one->part && other->part && strcmp(one->part, other->part) == 0)))
                    return PROBLEM(p->c, one->at, NULL, "%s is matched twice", one->action);
            }
        else
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
    if (!make_side(p, &p->implementation, s->from, s->from_at) ||
        !make_side(p, &p->specification, s->to, s->to_at))
        return false;
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
    c->alone = false;
    c->flat->composed = true;
    c->flat->simulates = u->simulates;
    if (!compose_claims(c, u))
        return false;
    for (uint32_t i = 0; i < p->implementation.flat.method_count; i++)
        if (!add_pair(p, p->implementation.flat.methods[i]))
            return false;
    c->flat->shared_to = c->view->shared_count;
    return check_used(p);
}
