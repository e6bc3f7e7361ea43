// SPDX-License-Identifier: MIT
// Linearizability of a register, decided by the five constraints on a partial
// order from "Property 1" of the PO-Machine: a second judge that shares nothing
// with the first. There is an irreflexive partial order of the operations with
//
//   1. if a returned before b was called, not b before a;
//   2. any two writes ordered;
//   3. a write that returned before a read was called comes before it;
//   4. what a read returned comes before every read called after it returned;
//   5. a read returns the last write before it, or the initial value if there is none.
//
// By 2 and 5 each read belongs to one write. Take a write and its reads as a
// cluster, and reads of the initial value as one of their own, before all. Then
// 1, 3 and 4 say the same thing: if some operation of cluster c returned before
// some operation of d was called, c comes before d. So there is such an order
// exactly when no read returned before its write was called, and these arrows
// between clusters have no cycle. An arrow c → d is there when the earliest
// return in c comes before the latest call in d; so the clusters can be taken
// away one by one from the front, two sorted lists being all it needs.
//
// Where a value is written more than once, each read's write is guessed, with
// backtracking. Writes that never return take part only if they are read.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/register_reads.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 64, NOT_YET = UINT32_MAX };

typedef struct cluster {
    uint32_t number;  // operation number of the write, plus one; 0: the initial value
    int64_t returned; // the earliest return
    int64_t called;   // the latest call
} cluster;

typedef struct guess {
    const judge_task *task;
    uint32_t *reads, read_count; // in the order of their calls
    // Writes of the same value, linked: the first per value, the next per write.
    intern *values;
    uint32_t *first_write, *next_write;
    uint32_t *cluster_of;         // per operation, plus one; 0: initial; NOT_YET
    cluster *clusters;            // by operation of the write, plus one
    cluster *by_return, *by_call; // those that take part, sorted
    uint32_t *order, count;       // of clusters, when there is one
    bool *gone;                   // taken away already
    uint64_t steps;
    bool stopped;
} guess;

static int by_return(const void *a, const void *b)
{
    int64_t x = ((const cluster *)a)->returned, y = ((const cluster *)b)->returned;
    return (x > y) - (x < y);
}

static int by_call(const void *a, const void *b)
{
    int64_t x = ((const cluster *)a)->called, y = ((const cluster *)b)->called;
    return (x > y) - (x < y);
}

// The clusters as far as reads have been given to writes.
static void make_clusters(guess *g)
{
    const lp_history *h = g->task->history;
    g->count = 0;
    g->clusters[0] = (cluster){.number = 0, .returned = -1, .called = -1};
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        int64_t returned = lp_op_pending(op) ? INT64_MAX : op->ret;
        if (register_is_write(g->task, i))
            g->clusters[i + 1] = (cluster){i + 1, returned, op->call};
    }
    for (uint32_t i = 0; i < g->read_count; i++) {
        uint32_t read = g->reads[i];
        if (g->cluster_of[read] == NOT_YET)
            continue;
        cluster *c = &g->clusters[g->cluster_of[read]];
        const lp_op *op = &h->ops[read];
        if ((int64_t)op->ret < c->returned)
            c->returned = op->ret;
        if ((int64_t)op->call > c->called)
            c->called = op->call;
    }
    for (uint32_t i = 0; i <= h->op_count; i++) {
        bool part =
            i == 0 || (register_is_write(g->task, i - 1) && g->clusters[i].returned != INT64_MAX);
        if (part)
            g->by_return[g->count++] = g->clusters[i];
    }
    memcpy(g->by_call, g->by_return, g->count * sizeof *g->by_call);
    qsort(g->by_return, g->count, sizeof *g->by_return, by_return);
    qsort(g->by_call, g->count, sizeof *g->by_call, by_call);
}

// Takes clusters away from the front; true when none is left. A cluster may go
// when no other has an arrow to it: its latest call comes before the earliest
// return of all others.
static bool take_away(guess *g)
{
    uint32_t r = 0, c = 0, taken = 0;
    memset(g->gone, 0, ((size_t)g->task->history->op_count + 1) * sizeof *g->gone);
    while (taken < g->count) {
        while (g->gone[g->by_return[r].number])
            r++;
        while (g->gone[g->by_call[c].number])
            c++;
        uint32_t second = r + 1;
        while (second < g->count && g->gone[g->by_return[second].number])
            second++;
        const cluster *first = &g->by_return[r], *next = &g->by_call[c];
        if (second == g->count || first->called < g->by_return[second].returned)
            next = first;
        else if (next->number == first->number || next->called >= first->returned)
            return false;
        g->gone[next->number] = true;
        g->order[taken++] = next->number;
    }
    return true;
}

// Gives the reads from `i` on to writes.
static bool assign(guess *g, uint32_t i)
{
    const lp_history *h = g->task->history;
    if (++g->steps % LOOK_EVERY == 0 && limits_reached(g->task->limits))
        g->stopped = true;
    if (g->stopped)
        return false;
    // Reads that leave no choice first, and many at a time.
    while (i < g->read_count && g->cluster_of[g->reads[i]] != NOT_YET)
        i++;
    make_clusters(g);
    if (!take_away(g))
        return false;
    if (i == g->read_count)
        return true;
    uint32_t read = g->reads[i];
    const lp_op *op = &h->ops[read];
    uint32_t value = intern_find(g->values, &op->result, sizeof op->result);
    for (uint32_t w = value == INTERN_NONE ? 0 : g->first_write[value]; w;
         w = g->next_write[w - 1]) {
        if (lp_op_precedes(op, &h->ops[w - 1]))
            continue;
        g->cluster_of[read] = w;
        if (assign(g, i + 1))
            return true;
    }
    g->cluster_of[read] = NOT_YET;
    return false;
}

// False: some read returns what nobody wrote.
static bool begin(guess *g)
{
    const lp_history *h = g->task->history;
    for (uint32_t i = h->op_count; i-- > 0;) {
        if (!register_is_write(g->task, i))
            continue;
        bool fresh;
        uint32_t v = intern_add_fresh(g->values, &h->ops[i].arg, sizeof h->ops[i].arg, &fresh);
        g->next_write[i] = fresh ? 0 : g->first_write[v];
        g->first_write[v] = i + 1;
    }
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (register_is_write(g->task, i) || lp_op_pending(&h->ops[i]))
            continue;
        const lp_op *op = &h->ops[i];
        uint32_t v = intern_find(g->values, &op->result, sizeof op->result);
        uint32_t w = v == INTERN_NONE ? 0 : g->first_write[v];
        g->reads[g->read_count++] = i;
        g->cluster_of[i] = lp_is_nil(op->result) || (w && !g->next_write[w - 1]) ? w : NOT_YET;
        if (!w && !lp_is_nil(op->result))
            return false;
        if (w && !g->next_write[w - 1] && lp_op_precedes(op, &h->ops[w - 1]))
            return false;
    }
    return true;
}

// Cluster by cluster: the write, then its reads in the order of their calls.
static void give_witness(const guess *g, lp_verdict *v)
{
    const lp_history *h = g->task->history;
    uint32_t *place = memory_new((size_t)h->op_count + 1, sizeof *place);
    uint32_t *sizes = memory_new((size_t)h->op_count + 1, sizeof *sizes);
    for (uint32_t i = 0; i < g->read_count; i++)
        sizes[g->cluster_of[g->reads[i]]]++;
    uint32_t at = 0;
    v->witness = memory_new(h->op_count, sizeof *v->witness);
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t c = g->order[i];
        if (c)
            v->witness[at++] =
                (lp_effect){.count = 1, .ops = {c - 1}, .sync = g->task->methods[c - 1]};
        place[c] = at;
        at += sizes[c];
    }
    for (uint32_t i = 0; i < g->read_count; i++) {
        uint32_t read = g->reads[i];
        v->witness[place[g->cluster_of[read]]++] =
            (lp_effect){.count = 1, .ops = {read}, .sync = g->task->methods[read]};
    }
    v->witness_count = at;
    v->has_witness = true;
    free(place);
    free(sizes);
}

static void run(const judge_task *task, lp_verdict *v)
{
    verdict_copy(&v->judge, "partial order of clusters");
    size_t n = task->history->op_count;
    guess g = {.task = task, .values = intern_new()};
    g.reads = memory_new(n, sizeof *g.reads);
    g.first_write = memory_new(n + 1, sizeof *g.first_write);
    g.next_write = memory_new(n, sizeof *g.next_write);
    g.cluster_of = memory_new(n, sizeof *g.cluster_of);
    g.clusters = memory_new(n + 1, sizeof *g.clusters);
    g.by_return = memory_new(n + 1, sizeof *g.by_return);
    g.by_call = memory_new(n + 1, sizeof *g.by_call);
    g.order = memory_new(n + 1, sizeof *g.order);
    g.gone = memory_new(n + 1, sizeof *g.gone);
    bool found = begin(&g) && assign(&g, 0);
    v->outcome = found ? LP_HOLDS : LP_VIOLATED;
    if (g.stopped)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(task->limits));
    if (found && task->want_witness)
        give_witness(&g, v);
    free(g.reads);
    free(g.next_write);
    free(g.cluster_of);
    free(g.clusters);
    free(g.by_return);
    free(g.by_call);
    free(g.order);
    free(g.gone);
    free(g.first_write);
    intern_free(g.values);
}

const judge judge_partial_order = {
    .name = "partial-order",
    .summary = "registers: linearizable, decided by the PO-Machine's five constraints",
    .only = "register",
    .prefix_closed = true,
    .local = true,
    .run = run,
    .precedes = lp_op_precedes,
};
