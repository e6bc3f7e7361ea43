// SPDX-License-Identifier: MIT
// One violation that is certain although most of the history overlaps. All its
// operations run alone, in quiet moments in which nothing is open, and none that
// never returns was called before. No value comes out of thin air.
//
// Stale. In one quiet moment some operations run and their results are kept. At
// a later one, far away, an operation gives an old result again that the object
// does not allow any more: a value that was overwritten or removed long ago, an
// old count, a lock that somebody else holds. With distinct values what is in
// the object in a quiet moment is the same in every explanation; only the order
// of what overlapped may differ, and what was seen first, last or smallest in one
// quiet moment is so in a later one in every explanation or in none.
//
// Swapped. Two removals give each other's results. For a queue the two values were
// added one after the other, for a stack the second was added in the same quiet
// moment, for a priority queue there is but one order.
//
// Close. With few values the above is not certain: a value that was removed may
// have come again. So the object is emptied, operations run alone, and one gives
// an old result of this very moment that can be explained neither from the
// state that is, nor from any that was there lately.

#include "gen/fault.h"

#include "base/memory.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_SEEN = LP_MAX_METHODS + 16,
    MOST_SECTION = 16,
    MOST_REMOVALS = 64,
    MOST_CHECKS = 8,
    FAR = 1000
};

typedef enum order_kind { NO_ORDER, FIRST_OUT, LAST_OUT, SMALLEST_OUT } order_kind;

static const struct order_rule {
    const char *spec, *add, *remove;
    order_kind kind;
} order_rules[] = {
    {"queue", "enq", "deq", FIRST_OUT},
    {"stack", "push", "pop", LAST_OUT},
    {"deque", "push_back", "pop_back", LAST_OUT},
    {"deque", "push_front", "pop_front", LAST_OUT},
    {"priority-queue", "insert", "remove_min", SMALLEST_OUT},
};

struct gen_fault {
    enum { WAITING, SEEN, DONE } phase;
    uint64_t next; // when so many operations were called, it is time
    uint64_t reserve;
    int64_t key; // on which the fault shows
    gen_group seen[MOST_SEEN];
    uint32_t seen_count, checks;
    order_kind order; // the violation is a swap of this kind, else stale
    uint32_t add, remove;
    lp_value first, second; // added one after the other
};

static uint64_t some_way(gen_simulation *s, uint64_t most)
{
    uint64_t quarter = s->options->ops / 4;
    return 1 + rng_below(&s->rng, (most < quarter ? most : quarter) + 1);
}

static bool is_called(const gen_simulation *s, uint32_t method)
{
    bool found = false;
    for (uint32_t i = 0; i < s->method_count; i++)
        found |= s->methods[i] == method;
    return found;
}

static void find_order(gen_fault *f, const gen_simulation *s)
{
    for (size_t i = 0; i < sizeof order_rules / sizeof *order_rules; i++) {
        if (!spec_is(s->spec, order_rules[i].spec))
            continue;
        f->add = spec_method(s->spec, order_rules[i].add);
        f->remove = spec_method(s->spec, order_rules[i].remove);
        if (is_called(s, f->add) && is_called(s, f->remove))
            f->order = order_rules[i].kind;
    }
}

gen_fault *gen_fault_new(gen_simulation *s)
{
    gen_fault *f = memory_new(1, sizeof *f);
    uint64_t ops = s->options->ops;
    f->reserve = ops / 2 < 96 ? ops / 2 : 96;
    f->next = rng_below(&s->rng, ops - ops / 8);
    f->key = (int64_t)rng_below(&s->rng, s->options->keys);
    if (!s->options->values && rng_below(&s->rng, 2))
        find_order(f, s);
    return f;
}

void gen_fault_free(gen_fault *f)
{
    free(f);
}

bool gen_fault_done(const gen_fault *f)
{
    return f->phase == DONE;
}

static bool last_chance(const gen_fault *f, const gen_simulation *s)
{
    return s->called + f->reserve >= s->options->ops;
}

bool gen_fault_wants_quiet(const gen_fault *f, const gen_simulation *s)
{
    return s->called >= f->next || last_chance(f, s);
}

static uint64_t room(const gen_simulation *s)
{
    return s->options->ops > s->called ? s->options->ops - s->called : 0;
}

// What adds a value is not repeated: values stay distinct.
static void remember(gen_fault *f, const gen_simulation *s, const gen_group *g)
{
    bool adds = false;
    for (uint32_t i = 0; i < g->count; i++)
        adds |= gen_arguments_adds(s->arguments, g->calls[i].method);
    if ((!adds || s->spec->syncs) && f->seen_count < MOST_SEEN)
        f->seen[f->seen_count++] = *g;
}

// Locks: whoever has to wait could come in at once. (Who lets go of what he does
// not hold is wrong himself; that is not the object's fault.)
static void begin_seeing(gen_fault *f, const gen_simulation *s)
{
    f->seen_count = f->checks = 0;
    for (uint32_t i = 0; i < s->method_count && !s->spec->syncs; i++) {
        uint32_t m = s->methods[i];
        const lp_spec_method *method = &s->spec->methods[m];
        if (method->returns_nothing && method->args == 0 && !strstr(method->name, "unlock") &&
            !strstr(method->name, "release"))
            f->seen[f->seen_count++] =
                (gen_group){.sync = m, .count = 1, .calls = {{.method = m}}, .results = {LP_UNIT}};
    }
}

// Some method takes something away without telling: what is there is not the same
// in every explanation.
static bool is_forgetful(const gen_simulation *s)
{
    bool forgetful = false;
    for (uint32_t i = 0; i < s->method_count; i++)
        forgetful |= s->shrank[s->methods[i]] && s->spec->methods[s->methods[i]].returns_nothing;
    return forgetful;
}

// As a log: once it is as large as states become here, nothing would change any more, and old
// results would be right for ever.
static bool only_grows(const gen_simulation *s)
{
    bool grew = false, shrank = false;
    for (uint32_t i = 0; i < s->method_count; i++) {
        grew |= s->grew[s->methods[i]];
        shrank |= s->shrank[s->methods[i]];
    }
    return grew && !shrank;
}

// The same call again, by anybody, with the old results. Operations that
// meet bring something new and go away with something old.
static bool stale(gen_simulation *s, const gen_group *old, gen_group *g)
{
    if (old->count > room(s))
        return false;
    *g = *old;
    if (s->spec->syncs) {
        for (uint32_t i = 0; i < g->count; i++) {
            g->calls[i].process = s->clients[i].process;
            g->calls[i].arg = gen_arguments_propose(s->arguments, g->calls[i].method, 0);
            gen_arguments_take(s->arguments);
        }
    } else {
        g->calls[0].process = gen_idle_client(s)->process;
        // Of what is in there one knows all: what is true of one value is said of
        // another.
        uint32_t m = g->calls[0].method;
        if (old->results[0].kind == LP_KIND_BOOL && s->spec->methods[m].args == 1 &&
            !is_forgetful(s) && rng_below(&s->rng, 2))
            g->calls[0].arg = gen_arguments_propose(s->arguments, m, 0);
    }
    return !gen_object_allows(s->object, g);
}

static void show_fault(gen_fault *f, gen_simulation *s, const gen_group *g)
{
    gen_alone(s, g, g->results, false);
    f->phase = DONE;
}

// A random operation, alone and right: if it can be had, one that changes the
// object, or one that adds nothing and has a result that will be old some day.
static bool run_useful(gen_simulation *s, gen_group *g, bool changing)
{
    for (int tries = 0; tries < 16; tries++) {
        if (!gen_choose_group(s, g) || g->count > room(s) || !gen_object_try(s->object, g))
            return false;
        uint32_t m = g->calls[0].method;
        if (changing ? gen_object_changes(s->object)
                     : !gen_arguments_adds(s->arguments, m) && !s->spec->methods[m].returns_nothing)
            break;
    }
    gen_alone(s, g, NULL, true);
    return true;
}

static void stale_move(gen_fault *f, gen_simulation *s)
{
    gen_group g;
    if (f->phase == WAITING) {
        begin_seeing(f, s);
        for (uint64_t n = 1 + rng_below(&s->rng, 4); n > 0 && run_useful(s, &g, false); n--)
            remember(f, s, &g);
        f->phase = f->seen_count ? SEEN : WAITING;
        f->next = s->called + some_way(s, FAR);
        return;
    }
    // After one more change, alone, it is again.
    gen_group last[2];
    bool forgetful = is_forgetful(s);
    if ((forgetful || only_grows(s)) && !run_useful(s, &last[0], true))
        return;
    uint32_t shift = (uint32_t)rng_below(&s->rng, f->seen_count);
    for (uint32_t i = 0; i < f->seen_count; i++) {
        bool fits = stale(s, &f->seen[(shift + i) % f->seen_count], &g);
        last[1] = g;
        if (fits && !(forgetful && gen_object_explains(s->object, last, 2))) {
            show_fault(f, s, &g);
            return;
        }
    }
    f->next = s->called + some_way(s, 16);
    if (++f->checks > MOST_CHECKS)
        f->phase = WAITING;
}

// An operation of one method, by one process, ready to run. Without room: false.
static bool prepare(gen_simulation *s, uint32_t method, gen_group *g)
{
    const gen_client *c = gen_idle_client(s);
    *g = (gen_group){.sync = method, .count = 1};
    g->calls[0] =
        (lp_call){method, c->process, gen_arguments_propose(s->arguments, method, c->process)};
    return room(s) > 0 && gen_object_try(s->object, g);
}

static bool add_one(gen_fault *f, gen_simulation *s, lp_value *added)
{
    gen_group g;
    if (!prepare(s, f->add, &g))
        return false;
    gen_arguments_take(s->arguments);
    gen_alone(s, &g, NULL, true);
    *added = g.calls[0].arg;
    return true;
}

// The next two removals, each with the other's result.
static bool swap_two(gen_fault *f, gen_simulation *s)
{
    gen_group a, b;
    if (room(s) < 2 || !prepare(s, f->remove, &a) || lp_is_nil(a.results[0]))
        return false;
    gen_object_commit(s->object);
    // If there is no second, the first looks empty, which it was not.
    if (!prepare(s, f->remove, &b))
        return false;
    gen_alone(s, &a, b.results, false);
    gen_alone(s, &b, a.results, true);
    f->phase = DONE;
    return true;
}

// Removes until the first of the two is next.
static void swap_first_out(gen_fault *f, gen_simulation *s)
{
    f->phase = WAITING;
    gen_group g;
    for (int i = 0; i < MOST_REMOVALS && room(s) > 2 && prepare(s, f->remove, &g); i++) {
        if (lp_value_equal(g.results[0], f->first)) {
            swap_two(f, s);
            return;
        }
        if (lp_is_nil(g.results[0]))
            return;
        gen_alone(s, &g, NULL, true);
    }
}

static void swap_move(gen_fault *f, gen_simulation *s)
{
    if (f->phase == SEEN) {
        swap_first_out(f, s);
    } else if (f->order == FIRST_OUT) {
        if (room(s) > 4 && add_one(f, s, &f->first) && add_one(f, s, &f->second))
            f->phase = SEEN;
    } else if (f->order == SMALLEST_OUT ||
               (room(s) > 3 && add_one(f, s, &f->first) && f->order == LAST_OUT)) {
        swap_two(f, s);
    }
    f->next = s->called + some_way(s, 24);
}

// Removals only, until nothing gets smaller any more.
static void empty_out(gen_simulation *s, uint64_t keep_room)
{
    int tries = 0;
    while (tries < 32 && room(s) > keep_room) {
        gen_group g;
        if (s->spec->syncs || !gen_choose_group(s, &g) || !gen_object_try(s->object, &g) ||
            gen_object_growth(s->object) >= 0) {
            tries++;
            continue;
        }
        gen_alone(s, &g, NULL, true);
        tries = 0;
    }
}

static void close_move(gen_fault *f, gen_simulation *s)
{
    if (s->options->values)
        empty_out(s, f->reserve / 2);
    gen_group section[MOST_SECTION + 1];
    begin_seeing(f, s);
    for (uint32_t n = 0; n < MOST_SECTION && run_useful(s, &section[n], n % 2);) {
        remember(f, s, &section[n++]);
        uint32_t shift = f->seen_count ? (uint32_t)rng_below(&s->rng, f->seen_count) : 0;
        for (uint32_t i = 0; i < f->seen_count; i++) {
            gen_group *g = &section[n];
            if (stale(s, &f->seen[(shift + i) % f->seen_count], g) &&
                !gen_object_explains(s->object, section, n + 1)) {
                show_fault(f, s, g);
                return;
            }
        }
    }
    f->next = s->called + some_way(s, FAR);
}

bool gen_fault_missing(const gen_simulation *s, error *e)
{
    return error_set(e,
                     "no violation could be placed in %llu operations; try another --seed, or more "
                     "of them",
                     (unsigned long long)s->options->ops);
}

bool gen_fault_in_quiet(gen_fault *f, gen_simulation *s, error *e)
{
    uint64_t before = s->called;
    bool last = last_chance(f, s);
    gen_arguments_focus(s->arguments, f->key);
    s->may_grow = only_grows(s);
    if (s->options->values || last)
        close_move(f, s);
    else if (f->order)
        swap_move(f, s);
    else
        stale_move(f, s);
    gen_arguments_focus(s->arguments, -1);
    s->may_grow = false;
    if (f->phase == DONE || !last || s->called > before)
        return true;
    return gen_fault_missing(s, e);
}
