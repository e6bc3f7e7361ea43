// SPDX-License-Identifier: MIT
// Operations that belong together: see op_groups.h.

#include "judge/evidence/op_groups.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool op_mentions_value(lp_value v)
{
    return v.kind == LP_KIND_INT || v.kind == LP_KIND_STRING || v.kind >= LP_KIND_TUPLE;
}

// May have taken any value: it never returned, and was given none.
bool op_may_take_any(const lp_op *op)
{
    return lp_op_pending(op) && !op_mentions_value(op->arg);
}

bool op_reads(const op_groups *g, uint32_t i)
{
    return g->spec->methods[g->methods[i]].reads_only;
}

// Is `part` the value `whole`, an item of it, or a piece of the string?
static bool is_in(const lp_pool *pool, lp_value part, lp_value whole)
{
    size_t n, m;
    if (!op_mentions_value(part) || lp_value_equal(part, whole))
        return op_mentions_value(part);
    if (part.kind == LP_KIND_STRING && whole.kind == LP_KIND_STRING) {
        const char *p = lp_string_bytes(pool, part, &n), *w = lp_string_bytes(pool, whole, &m);
        return n && memmem(w, m, p, n);
    }
    const lp_value *items = lp_items(pool, whole, &m);
    for (size_t i = 0; i < m; i++)
        if (lp_value_equal(items[i], part))
            return true;
    return false;
}

// Could the result `v` have come from this operation's arguments? A key is only
// where it works, not what it does.
bool op_may_explain(const op_groups *g, uint32_t op, lp_value v)
{
    const lp_history *h = g->history;
    const lp_spec *spec = g->spec;
    lp_value arg = h->ops[op].arg;
    lp_value key = spec->split ? spec->split(spec, h->pool, g->methods[op], arg) : LP_NIL;
    size_t n;
    const lp_value *items = lp_items(h->pool, arg, &n);
    bool found = is_in(h->pool, arg, v) && !lp_value_equal(arg, key);
    for (size_t i = 0; i < n && !found; i++)
        found = is_in(h->pool, items[i], v) && !lp_value_equal(items[i], key);
    return found;
}

static uint32_t find_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

// The values that an operation mentions: its arguments, one by one, and its
// result. At most LP_MAX_ARITY + 1.
static uint32_t mentioned(const op_groups *g, uint32_t op, lp_value *values)
{
    const lp_op *o = &g->history->ops[op];
    size_t count = 1;
    const lp_value *args = &o->arg;
    if (g->spec->methods[g->methods[op]].args >= 2)
        args = lp_items(g->history->pool, o->arg, &count);
    uint32_t n = 0;
    for (size_t i = 0; i < count && n < LP_MAX_ARITY; i++)
        if (op_mentions_value(args[i]))
            values[n++] = args[i];
    if (!lp_op_pending(o) && op_mentions_value(o->result))
        values[n++] = o->result;
    return n;
}

// Operations that mention a common value belong together (union–find over
// operations and values). Group 0 stays.
void op_groups_by_value(op_groups *g)
{
    const lp_history *h = g->history;
    uint32_t n = h->op_count;
    intern *values = intern_new();
    size_t nodes = (size_t)n * (LP_MAX_ARITY + 2);
    uint32_t *parent = memory_new(nodes, sizeof *parent);
    for (size_t i = 0; i < nodes; i++)
        parent[i] = (uint32_t)i;
    for (uint32_t i = 0; i < n; i++) {
        lp_value of_op[LP_MAX_ARITY + 1];
        uint32_t count = mentioned(g, i, of_op);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t value = n + intern_add(values, &of_op[k], sizeof of_op[k]);
            parent[find_root(parent, i)] = find_root(parent, value);
        }
    }
    intern *groups = intern_new();
    const uint32_t stays = UINT32_MAX;
    intern_add(groups, &stays, sizeof stays);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = op_may_take_any(&h->ops[i]) ? stays : find_root(parent, i);
        g->of[i] = intern_add(groups, &root, sizeof root);
    }
    g->count = intern_count(groups);
    intern_free(groups);
    intern_free(values);
    free(parent);
}

void op_groups_single(op_groups *g)
{
    for (uint32_t i = 0; i < g->history->op_count; i++)
        g->of[i] = i + 1;
    g->count = g->history->op_count + 1;
}

// Each operation with the next of its process: lock and unlock.
void op_groups_by_process(op_groups *g)
{
    const lp_history *h = g->history;
    intern *processes = intern_new();
    uint32_t *open = memory_new(h->op_count, sizeof *open); // of each process: a group
    g->count = 1;
    for (uint32_t i = 0; i < h->op_count; i++) {
        uint32_t p = intern_add(processes, &h->ops[i].process, sizeof h->ops[i].process);
        g->of[i] = open[p] ? open[p] : g->count++;
        open[p] = open[p] ? 0 : g->of[i];
    }
    free(open);
    intern_free(processes);
}

// An operation that was given a value, and the next that returned it: insert and remove.
void op_groups_by_pair(op_groups *g)
{
    const lp_history *h = g->history;
    intern *values = intern_new();
    uint32_t n = h->op_count;
    uint32_t *first = memory_new(n, sizeof *first), *last = memory_new(n, sizeof *last);
    uint32_t *next = memory_new(n, sizeof *next); // queues of groups, by value
    g->count = 1;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        const lp_op *o = &h->ops[op];
        bool gave = op_mentions_value(o->arg);
        if (!h->events[i].is_return)
            g->of[op] = g->count++; // at most as many as operations
        if (op_reads(g, op) || (gave ? h->events[i].is_return : !h->events[i].is_return))
            continue;
        if (!gave && !op_mentions_value(o->result))
            continue;
        lp_value value = gave ? o->arg : o->result;
        uint32_t v = intern_add(values, &value, sizeof value);
        if (gave && first[v])
            last[v] = next[last[v] - 1] = op + 1;
        else if (gave)
            last[v] = first[v] = op + 1;
        else if (first[v]) {
            g->of[op] = g->of[first[v] - 1];
            first[v] = next[first[v] - 1];
        }
    }
    free(first);
    free(last);
    free(next);
    intern_free(values);
}
