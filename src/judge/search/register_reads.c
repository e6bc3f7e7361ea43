// SPDX-License-Identifier: MIT
// Reads one by one, in O(n log n): see register_reads.h.
//
// Let L be the latest call of a write that returned before the read was called. A
// write is overwritten for certain when it returned before L. So a value is
// allowed when, among its writes that were called before the read returned, one
// returned after L: the latest return of the first so many of them tells.

#include "judge/search/register_reads.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool register_is_write(const judge_task *task, uint32_t op)
{
    return strcmp(task->spec->methods[task->methods[op]].name, "write") == 0;
}

// The writes of one value (or all of them) in the order of their calls.
typedef struct writes {
    uint32_t *calls, *latest; // latest[i]: the latest return of the first i + 1
    uint32_t count, call_capacity, latest_capacity;
} writes;

static void add_write(writes *w, const lp_op *op)
{
    MEMORY_GROW(w->calls, w->call_capacity, (size_t)w->count + 1);
    MEMORY_GROW(w->latest, w->latest_capacity, (size_t)w->count + 1);
    uint32_t before = w->count ? w->latest[w->count - 1] : 0;
    w->calls[w->count] = op->call;
    w->latest[w->count++] = op->ret > before ? op->ret : before; // pending: the latest of all
}

// The latest return among those called before an event; 0: there are none.
static uint32_t latest_return(const writes *w, uint32_t event)
{
    uint32_t low = 0, high = w->count; // how many were called before
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (w->calls[middle] < event)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? w->latest[low - 1] : 0;
}

typedef struct reads {
    const judge_task *task;
    intern *values;
    writes *of_value, all;
    uint32_t *overwritten; // per event: L plus one; 0: no write has returned yet
} reads;

static void collect(reads *r)
{
    const lp_history *h = r->task->history;
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (!register_is_write(r->task, i))
            continue;
        uint32_t n = intern_add(r->values, &h->ops[i].arg, sizeof h->ops[i].arg);
        add_write(&r->of_value[n], &h->ops[i]);
        add_write(&r->all, &h->ops[i]);
    }
    uint32_t latest = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        if (h->events[i].is_return && register_is_write(r->task, op) &&
            h->ops[op].call + 1 > latest)
            latest = h->ops[op].call + 1;
        r->overwritten[i] = latest;
    }
}

static bool allowed(const reads *r, const lp_op *read, bool overlapping_too)
{
    if (!overlapping_too && latest_return(&r->all, read->ret) > read->call)
        return true;
    uint32_t bound = r->overwritten[read->call];
    if (lp_is_nil(read->result) && bound == 0)
        return true;
    uint32_t n = intern_find(r->values, &read->result, sizeof read->result);
    // `bound` is one more than the call it stands for, and events differ.
    return n != INTERN_NONE && latest_return(&r->of_value[n], read->ret) >= bound &&
           latest_return(&r->of_value[n], read->ret) > 0;
}

void register_judge_reads(const judge_task *task, bool overlapping_too, lp_verdict *v)
{
    verdict_copy(&v->judge, "reads one by one");
    const lp_history *h = task->history;
    reads r = {.task = task, .values = intern_new()};
    r.of_value = memory_new((size_t)h->op_count + 1, sizeof *r.of_value); // more than values
    r.overwritten = memory_new(h->event_count, sizeof *r.overwritten);
    collect(&r);
    v->outcome = LP_HOLDS;
    for (uint32_t i = 0; i < h->event_count && v->outcome == LP_HOLDS; i++) {
        uint32_t op = h->events[i].op;
        if (!h->events[i].is_return || register_is_write(task, op) ||
            allowed(&r, &h->ops[op], overlapping_too))
            continue;
        v->outcome = LP_VIOLATED;
    }
    for (uint32_t i = 0; i < intern_count(r.values); i++) {
        free(r.of_value[i].calls);
        free(r.of_value[i].latest);
    }
    free(r.of_value);
    free(r.all.calls);
    free(r.all.latest);
    free(r.overwritten);
    intern_free(r.values);
}
