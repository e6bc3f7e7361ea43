// SPDX-License-Identifier: MIT
// See automaton_tables.h.

#include "automaton_tables.h"

#include "base/text.h"

static const char *const signs[] = {"==", "!=", "<", ">="};

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

// Only of variables where no action is around.
static term random_term(rng *r, bool in_action)
{
    static const uint32_t kinds[] = {0, 1, 2, NUMBER, PARAMETER, CHOSEN};
    return (term){kinds[below(r, in_action ? 6 : 4)], below(r, VALUES)};
}

static condition random_condition(rng *r, bool in_action)
{
    term a = {below(r, VARIABLES), 0};
    condition c = {.a = a, .b = random_term(r, in_action), .op = below(r, 4)};
    if (c.b.what == CHOSEN)
        c.b.what = NUMBER; // a guard comes before every choice
    return c;
}

void table_random(rng *r, automaton_table *t)
{
    *t = (automaton_table){.action_count = 1 + below(r, ACTIONS),
                           .asked = random_condition(r, false)};
    for (uint32_t i = 0; i < VARIABLES; i++)
        t->high[i] = 1 + below(r, VALUES - 1);
    for (uint32_t i = 0; i < t->action_count; i++) {
        action *a = &t->actions[i];
        *a = (action){.values = 1 + below(r, 3), .ways = 1 + below(r, 2)};
        a->guarded = below(r, 4) != 0;
        a->guard = random_condition(r, true);
        a->effect_count = 1 + below(r, EFFECTS);
        for (uint32_t k = 0; k < a->effect_count; k++)
            a->effects[k] =
                (effect){below(r, VARIABLES), random_term(r, true), random_term(r, true)};
    }
}

// As a model.

static void write_term(text *out, term t)
{
    if (t.what < VARIABLES)
        text_add(out, "v%u", t.what);
    else if (t.what == NUMBER)
        text_add(out, "%u", t.number);
    else
        text_add(out, t.what == PARAMETER ? "x" : "y");
}

static void write_condition(text *out, condition c)
{
    write_term(out, c.a);
    text_add(out, " %s ", signs[c.op]);
    write_term(out, c.b);
}

static void write_action(text *out, const automaton_table *t, uint32_t which)
{
    const action *a = &t->actions[which];
    text_add(out, "  action a%u(int 0..%u x)", which, a->values - 1);
    if (a->guarded) {
        text_add(out, " when ");
        write_condition(out, a->guard);
    }
    text_add(out, " do { choose y in 0..%u; ", a->ways - 1);
    for (uint32_t k = 0; k < a->effect_count; k++) {
        const effect *e = &a->effects[k];
        text_add(out, "v%u = (", e->to);
        write_term(out, e->a);
        text_add(out, " + ");
        write_term(out, e->b);
        text_add(out, ") %% %u; ", t->high[e->to] + 1);
    }
    text_add(out, "}\n");
}

char *table_write(const automaton_table *t, claimed what)
{
    text out = {0};
    text_add(&out, "automaton made {\n");
    for (uint32_t i = 0; i < VARIABLES; i++)
        text_add(&out, "  int 0..%u v%u;\n", t->high[i], i);
    for (uint32_t i = 0; i < t->action_count; i++)
        write_action(&out, t, i);
    if (what == INVARIANT) {
        text_add(&out, "  invariant asked { ");
        write_condition(&out, t->asked);
        text_add(&out, " }\n");
    }
    text_add(&out, "}\nverify made { ");
    if (what == DEADLOCKFREE)
        text_add(&out, "deadlockfree; ");
    if (what == REACHABLE) {
        text_add(&out, "reachable ");
        write_condition(&out, t->asked);
        text_add(&out, "; ");
    }
    text_add(&out, "}\n");
    return text_take(&out);
}

// By definition.

static uint32_t value_of(term t, const uint32_t *v, uint32_t x, uint32_t y)
{
    return t.what < VARIABLES    ? v[t.what]
           : t.what == NUMBER    ? t.number
           : t.what == PARAMETER ? x
                                 : y;
}

static bool holds(condition c, const uint32_t *v, uint32_t x)
{
    uint32_t a = value_of(c.a, v, x, 0), b = value_of(c.b, v, x, 0);
    return c.op == 0 ? a == b : c.op == 1 ? a != b : c.op == 2 ? a < b : a >= b;
}

uint32_t table_number(const uint32_t *v)
{
    return v[0] + VALUES * v[1] + VALUES * VALUES * v[2];
}

void table_numbered(uint32_t n, uint32_t *v)
{
    v[0] = n % VALUES;
    v[1] = n / VALUES % VALUES;
    v[2] = n / VALUES / VALUES;
}

// MOST: the guard does not hold.
uint32_t table_after(const automaton_table *t, uint32_t state, const action *a, uint32_t x,
                     uint32_t y)
{
    uint32_t v[VARIABLES];
    table_numbered(state, v);
    if (a->guarded && !holds(a->guard, v, x))
        return MOST;
    for (uint32_t k = 0; k < a->effect_count; k++) {
        const effect *e = &a->effects[k];
        v[e->to] = (value_of(e->a, v, x, y) + value_of(e->b, v, x, y)) % (t->high[e->to] + 1);
    }
    return table_number(v);
}

void table_enumerate(const automaton_table *t, found *f)
{
    uint32_t queue[MOST], done = 0, v[VARIABLES];
    *f = (found){.count = 1, .always = true};
    f->seen[0] = true;
    for (queue[0] = 0; done < f->count; done++) {
        bool stuck = true;
        table_numbered(queue[done], v);
        f->always &= holds(t->asked, v, 0);
        f->ever |= holds(t->asked, v, 0);
        for (uint32_t i = 0; i < t->action_count; i++)
            for (uint32_t n = 0; n < t->actions[i].values * t->actions[i].ways; n++) {
                const action *a = &t->actions[i];
                uint32_t to = table_after(t, queue[done], a, n / a->ways, n % a->ways);
                stuck &= to == MOST;
                if (to == MOST || f->seen[to])
                    continue;
                f->seen[to] = true;
                queue[f->count++] = to;
            }
        f->deadlock |= stuck;
    }
}
