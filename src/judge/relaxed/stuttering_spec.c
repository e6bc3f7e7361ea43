// SPDX-License-Identifier: MIT
// See stuttering_spec.h. The state is the base's, and behind it how many operations in a
// row did nothing.

#include "judge/relaxed/stuttering_spec.h"

#include "base/memory.h"
#include "base/text.h"
#include "spec/automaton.h"
#include "spec/made_spec.h"

#include <stdlib.h>
#include <string.h>

struct stuttering_spec {
    lp_spec spec;
    spec_made made; // only for the names that --map gave to the base
    const lp_spec *base;
    uint32_t most;
};

// A step of the base, whose results become ours.
typedef struct inner_step {
    lp_step step; // first: the base hands it back to us
    lp_step *outer;
    const stuttering_spec *spec;
    lp_value idle; // in a row, so far
} inner_step;

static size_t base_size(size_t size)
{
    return size - sizeof(lp_value);
}

static void emit(lp_step *outer, const lp_value *results, const void *state, size_t size,
                 lp_value idle)
{
    unsigned char *next = memory_new(size + sizeof idle, 1);
    if (size)
        memcpy(next, state, size);
    memcpy(next + size, &idle, sizeof idle);
    outer->emit(outer, results, next, size + sizeof idle);
    free(next);
}

static void take_initial(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    emit(((inner_step *)s)->outer, results, next, size, lp_int(0));
}

static void take_step(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    inner_step *i = (inner_step *)s;
    bool same = size == s->state_size && (!size || !memcmp(next, s->state, size));
    emit(i->outer, results, next, size, same ? i->idle : lp_int(0));
    if (!same && lp_to_int(i->idle) < i->spec->most)
        emit(i->outer, results, s->state, s->state_size, lp_int(lp_to_int(i->idle) + 1));
}

static void initial(const lp_spec *self, lp_step *s)
{
    const stuttering_spec *own = self->context;
    inner_step i = {.step = *s, .outer = s, .spec = own};
    i.step.spec = own->base;
    i.step.emit = take_initial;
    own->base->initial(own->base, &i.step);
}

static void step(lp_step *s)
{
    const stuttering_spec *own = s->spec->context;
    inner_step i = {.step = *s, .outer = s, .spec = own};
    i.step.spec = own->base;
    i.step.state_size = base_size(s->state_size);
    i.step.emit = take_step;
    memcpy(&i.idle, (const unsigned char *)s->state + i.step.state_size, sizeof i.idle);
    own->base->step(&i.step);
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    const stuttering_spec *own = self->context;
    lp_value idle;
    text out = {0};
    memcpy(&idle, (const unsigned char *)state + base_size(size), sizeof idle);
    spec_print_state(own->base, pool, state, base_size(size), &out);
    if (lp_to_int(idle))
        text_add(&out, " (the last %lld did nothing)", (long long)lp_to_int(idle));
    put(to, out.bytes ? out.bytes : "");
    text_fini(&out);
}

stuttering_spec *stuttering_spec_new(const lp_spec *base, uint32_t most)
{
    REQUIRE(!base->syncs);
    stuttering_spec *s = memory_new(1, sizeof *s);
    s->base = base;
    s->most = most;
    s->spec = *base;
    s->spec.initial = initial;
    s->spec.step = step;
    s->spec.print = print;
    s->spec.why = NULL;
    s->spec.may_return = NULL;
    s->spec.before = NULL;
    s->spec.split = NULL;             // operations on another key count too
    s->spec.data_independent = false; // what is left out may have stood between two idle ones
    s->spec.hides_past = false;
    s->spec.context = s;
    s->made = spec_made_beside(base);
    s->spec.made = &s->made; // not the built-in any more
    return s;
}

void stuttering_spec_free(stuttering_spec *s)
{
    free(s);
}

const lp_spec *stuttering_spec_of(const stuttering_spec *s)
{
    return &s->spec;
}
