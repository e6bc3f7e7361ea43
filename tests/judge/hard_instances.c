// SPDX-License-Identifier: MIT
// See hard_instances.h.

#include "judge/hard_instances.h"

#include "base/memory.h"

#include <string.h>

static bool match_from(const triples *t, uint32_t x, bool *y_used, bool *z_used)
{
    if (x == t->size)
        return true;
    for (uint32_t y = 0; y < t->size; y++) {
        for (uint32_t z = 0; z < t->size; z++) {
            if (y_used[y] || z_used[z] || !t->in[x][y][z])
                continue;
            y_used[y] = z_used[z] = true;
            bool can = match_from(t, x + 1, y_used, z_used);
            y_used[y] = z_used[z] = false;
            if (can)
                return true;
        }
    }
    return false;
}

bool triples_match(const triples *t)
{
    bool y_used[TRIPLES_MOST] = {0}, z_used[TRIPLES_MOST] = {0};
    return match_from(t, 0, y_used, z_used);
}

static void triples_step(lp_step *s)
{
    const triples *t = s->spec->context;
    const lp_call *c = s->calls;
    lp_value results[] = {LP_UNIT, LP_UNIT, LP_UNIT};
    if (t->in[c[0].arg.bits][c[1].arg.bits][c[2].arg.bits])
        s->emit(s, results, NULL, 0);
}

lp_spec triples_spec(const triples *t)
{
    static const lp_sync meet = {"meet", 3, {0, 1, 2}};
    return (lp_spec){.name = "triples",
                     .methods = {{"x", NULL, 1, NULL, true},
                                 {"y", NULL, 1, NULL, true},
                                 {"z", NULL, 1, NULL, true}},
                     .initial = lp_initial_empty,
                     .step = triples_step,
                     .syncs = &meet,
                     .sync_count = 1,
                     .context = t};
}

lp_history *triples_history(const triples *t, lp_pool *pool, uint32_t **methods)
{
    lp_history *h = lp_history_new(pool);
    *methods = memory_new(3 * (size_t)t->size, sizeof **methods);
    for (uint32_t m = 0; m < 3; m++)
        for (uint32_t i = 0; i < t->size; i++) {
            uint32_t op = lp_history_call(h, h->op_count, lp_string(pool, &"xyz"[m], 1), lp_int(i));
            (*methods)[op] = m;
        }
    for (uint32_t op = 0; op < h->op_count; op++)
        lp_history_return(h, op, LP_UNIT);
    return h;
}

enum { READ, WRITE, HELP };

static void nil_at_first(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value nothing = LP_NIL;
    s->emit(s, NULL, &nothing, sizeof nothing);
}

static void helped_step(lp_step *s)
{
    bool reads = s->calls[0].method == READ;
    lp_value now = lp_step_values(s, NULL)[0];
    lp_value results[] = {reads ? now : LP_UNIT, LP_UNIT};
    lp_value next = reads ? now : s->calls[0].arg;
    s->emit(s, results, &next, sizeof next);
}

static const lp_sync helped[] = {{"read", 2, {READ, HELP}}, {"write", 2, {WRITE, HELP}}};

const lp_spec helped_register_spec = {
    .name = "helped-register",
    .methods = {{"read", NULL, 0, NULL, false},
                {"write", NULL, 1, NULL, true},
                {"help", NULL, 0, NULL, true}},
    .initial = nil_at_first,
    .step = helped_step,
    .syncs = helped,
    .sync_count = 2,
};

lp_history *helped_register_history(const lp_history *registers, uint32_t **methods)
{
    uint32_t n = registers->op_count;
    lp_history *h = lp_history_new(registers->pool);
    *methods = memory_new(2 * (size_t)n, sizeof **methods);
    for (uint32_t i = 0; i < n; i++)
        (*methods)[lp_history_call(h, -1 - (int64_t)i, lp_string(h->pool, "help", 4), LP_NIL)] =
            HELP;
    for (uint32_t i = 0; i < registers->event_count; i++) {
        const lp_event *event = &registers->events[i];
        const lp_op *op = &registers->ops[event->op];
        const char *name = lp_string_bytes(h->pool, op->method, NULL);
        if (event->is_return)
            lp_history_return(h, n + event->op, op->result);
        else
            (*methods)[lp_history_call(h, op->process, op->method, op->arg)] =
                strcmp(name, "read") == 0 ? READ : WRITE;
    }
    // As many helpers return as must have helped; the others stay.
    uint32_t helper = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!lp_op_pending(&registers->ops[i]))
            lp_history_return(h, helper++, LP_UNIT);
    return h;
}
