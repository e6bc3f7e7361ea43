// SPDX-License-Identifier: MIT
// Time in a system. It passes in steps, which keep everything but the clocks. Those without skew
// show the time, and go on together:
//
//     action tick() when (forall x in op : client::clock[x] < 6) do {
//         client::clock[w1] += 1;
//         client::clock[w2] += 1;
//     }
//
// With skew the time is a variable of its own, and each clock goes on alone, but stays near it:
//
//     action tick() when time::now < 6 && (forall x in op : client::clock[x] + 1 > time::now) do
//         time::now += 1;
//     action client.advance() when client::clock[x] < 6 && client::clock[x] < time::now + 1 do
//         client::clock[x] += 1;
//
// That covers all ways in which several clocks and the time go on at once: they can do so one after
// the other, with nothing in between, and are never further apart meanwhile than before or after.
// Where nobody has a clock, tick changes nothing and has no end. It is seen from outside, so in a
// simulation time passes on both sides alike.

#include "model/compose/compose_clock.h"

#include "model/compose/action_making.h"
#include "model/compose/compose_channel.h"

#include <stdio.h>
#include <string.h>

static const char tick_name[] = "tick", advance_name[] = "advance", time_name[] = "time";

static const variable *clock_of(const composer *c, const system_part *part)
{
    for (uint32_t i = part->of->shared_from; i < part->of->shared_to; i++)
        if (c->whole->shared[i].clock)
            return &c->whole->shared[i];
    return NULL;
}

static bool no_time(const composer *c, const variable *v)
{
    const timing *time = &c->system->time;
    if (!time->passes)
        return PROBLEM(c, v->at,
                       c->system->component_count ? "write in the block of the system: time 0..6;"
                                                  : "let it be part of a system with time 0..6;",
                       "%s has the clock %s, but no time passes in it", c->system->name, v->name);
    return PROBLEM(c, time->at, "for example: time 0..6;",
                   "until when? The clock %s needs a last time", v->name);
}

// Of a specification, the variable has the name of the system before it, as its components have.
static const char *time_called(const composer *c)
{
    bool prefixed = c->parts[0].prefix != NULL;
    size_t size = strlen(c->system->name) + 16;
    char *name = model_allocate(c->view, size);
    snprintf(name, size, "%s%s%s::now", prefixed ? c->system->name : "", prefixed ? "." : "",
             time_name);
    return name;
}

bool compose_clock_variables(composer *c)
{
    const timing *time = &c->system->time;
    bool any = false;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const variable *v = clock_of(c, &c->parts[i]);
        any |= v != NULL;
        if (v && !time->bounded)
            return no_time(c, v);
        if (time->skew && strcmp(c->parts[i].name, time_name) == 0)
            return PROBLEM(c, c->parts[i].of->at, "choose another name", "%s is what passes in %s",
                           time_name, c->system->name);
    }
    if (time->bounded && !any)
        return PROBLEM(c, time->at, "write: time;", "nobody in %s has a clock that could end",
                       c->system->name);
    const type t = {.kind = TYPE_INT, .ranged = true, .high = time->last, .at = time->at};
    return !time->skew || composer_variable(c, time_called(c), t, time->at);
}

// The clock of an instance.
static expr *clock_place(const composer *c, const system_part *part, expr *const *which)
{
    naming n = composer_naming(c, part);
    uint32_t at = c->system->time.at;
    return naming_indexed(&n, &(expr){.at = at, .end = at},
                          naming_name(&n, part, clock_of(c, part)->name), which,
                          part->domain_count);
}

static expr *number(const composer *c, int64_t n)
{
    return made_constant(c->view, EXPR_INT, n, c->system->time.at);
}

static expr *time_place(const composer *c)
{
    return made_name(c->view, time_called(c), c->system->time.at, c->system->time.at);
}

// What is said of the clock of each instance; NULL: the component has none.
static expr *of_all_clocks(const composer *c, const system_part *part,
                           expr *(*said)(const composer *c, expr *clock))
{
    expr *own[MODEL_MAX_ARGS];
    uint32_t at = c->system->time.at;
    if (!clock_of(c, part))
        return NULL;
    for (uint32_t i = 0; i < part->domain_count; i++)
        own[i] = made_name(c->view, own_name(c, i), at, at);
    return composer_for_all(c, part, said(c, clock_place(c, part, own)));
}

static expr *not_at_end(const composer *c, expr *clock)
{
    return made_binary(c->view, OP_LT, clock, number(c, c->system->time.last));
}

// It would not be too far behind after one more step of time.
static expr *not_behind(const composer *c, expr *clock)
{
    expr *at_most = made_binary(c->view, OP_ADD, clock, number(c, c->system->time.skew));
    return made_binary(c->view, OP_GT, at_most, time_place(c));
}

static void go_on(making *k, expr *what)
{
    model *m = k->c->view;
    stmt *s = made_assignment(m, what, made_binary(m, OP_ADD, expr_copy(m, what), number(k->c, 1)));
    s->timely = true;
    making_add(k, s);
}

// `part`: whose clock alone goes on; NULL: it is not one's alone.
static bool begin(making *k, composer *c, const char *name, const system_part *part)
{
    uint32_t at = c->system->time.at;
    const method like = {
        .name = name, .at = at, .end = at, .role = part ? ACTION_INTERNAL : ACTION_OUTPUT};
    if (!making_begin(k, c, &like))
        return false;
    if (part)
        making_internal(k, part);
    for (uint32_t i = 0; c->flat->methods[i] != k->made; i++)
        if (strcmp(c->flat->methods[i]->name, k->made->name) == 0)
            return PROBLEM(c, c->flat->methods[i]->at, "choose another name",
                           "a step of time is called %s", name);
    return true;
}

static void go_on_together(making *k)
{
    composer *c = k->c;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const system_part *part = &c->parts[i];
        uint32_t now[MODEL_MAX_ARGS] = {0};
        do {
            expr *which[MODEL_MAX_ARGS] = {0};
            part_instance(c, part, now, c->system->time.at, which);
            if (clock_of(c, part))
                go_on(k, clock_place(c, part, which));
        } while (part_next(part, NULL, now));
    }
}

static bool add_tick(composer *c)
{
    const timing *time = &c->system->time;
    making k;
    if (!begin(&k, c, tick_name, NULL))
        return false;
    k.made->idles = !time->bounded;
    if (!time->bounded)
        return true;
    expr *guard = time->skew ? not_at_end(c, time_place(c)) : NULL;
    for (uint32_t i = 0; i < c->part_count; i++) {
        expr *more = of_all_clocks(c, &c->parts[i], time->skew ? not_behind : not_at_end);
        guard = !guard ? more : more ? made_binary(c->view, OP_AND, guard, more) : guard;
    }
    making_add(&k, made_statement(c->view, STMT_AWAIT, guard));
    if (time->skew)
        go_on(&k, time_place(c));
    else
        go_on_together(&k);
    return true;
}

// A step of the clock of one instance, which the component takes like an internal action.
static bool add_advance(composer *c, const system_part *part)
{
    model *m = c->view;
    making k;
    expr *which[MODEL_MAX_ARGS] = {0};
    if (!begin(&k, c, advance_name, part))
        return false;
    if (c->only)
        part_instance(c, part, c->instance, c->system->time.at, which);
    else if (!making_instance(&k, part, c->system->time.at, which))
        return false;
    k.made->outer = k.made->param_count;
    k.made->owner = (uint32_t)(part - c->parts) + 1;
    for (uint32_t i = 0; i < k.made->outer; i++)
        k.made->owner_locals[i] = i;
    expr *guard = not_at_end(c, clock_place(c, part, which));
    if (!c->only) {
        expr *most = made_binary(m, OP_ADD, time_place(c), number(c, c->system->time.skew));
        expr *near = made_binary(m, OP_LT, clock_place(c, part, which), most);
        guard = made_binary(m, OP_AND, guard, near);
    }
    making_add(&k, made_statement(m, STMT_AWAIT, guard));
    go_on(&k, clock_place(c, part, which));
    return true;
}

bool compose_time(composer *c)
{
    const timing *time = &c->system->time;
    if (time->passes && !add_tick(c))
        return false;
    for (uint32_t i = 0; time->skew && i < c->part_count; i++)
        if (clock_of(c, &c->parts[i]) && !add_advance(c, &c->parts[i]))
            return false;
    return true;
}

bool compose_time_alone(composer *c)
{
    return !clock_of(c, c->only) || add_advance(c, c->only);
}
