// SPDX-License-Identifier: MIT
// Registers (Gibbons and Korach, "Testing shared memories", 1997). A cluster is
// a write and the reads of its value; f is the earliest return in it, s the
// latest call. Linearizable iff no read returns before its write is called and the
// clusters can take turns: see zones.h. The initial value was written before
// everything.

#include "base/memory.h"
#include "judge/fast/fast.h"
#include "judge/fast/value_numbers.h"
#include "judge/fast/zones.h"
#include "spec/registry.h"

#include <stdlib.h>

enum { NEVER = UINT32_MAX };

typedef struct cluster {
    uint32_t call, f, s; // of the write; of the cluster
    bool written, read;
} cluster;

typedef struct clusters {
    const judge_task *task;
    uint32_t read, write; // the methods
    value_numbers numbers;
    cluster *list;
    uint32_t count;
    uint32_t initial_until; // the last call of a read of the initial value, plus one
    bool wrong;
} clusters;

static const lp_value initial_value = {LP_KIND_NIL, 0};

static void count_writes(clusters *k)
{
    const lp_history *h = k->task->history;
    int64_t low = INT64_MAX, high = INT64_MIN;
    bool integers = true;
    uint32_t writes = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        lp_value v = h->ops[i].arg;
        if (k->task->methods[i] != k->write)
            continue;
        writes++;
        integers &= v.kind == LP_KIND_INT;
        low = v.bits < low ? v.bits : low;
        high = v.bits > high ? v.bits : high;
    }
    value_numbers_init(&k->numbers, writes, integers, low, high);
    k->list = memory_new(k->numbers.range ? k->numbers.range : writes, sizeof *k->list);
}

static bool load_writes(clusters *k)
{
    const lp_history *h = k->task->history;
    count_writes(k);
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        if (k->task->methods[i] != k->write) {
            if (k->task->methods[i] != k->read)
                return false;
            continue;
        }
        cluster *c = &k->list[value_number_add(&k->numbers, op->arg)];
        if (c->written || lp_value_equal(op->arg, initial_value))
            return false;
        *c = (cluster){op->call, op->ret, op->call, .written = true};
    }
    k->count = value_numbers_most(&k->numbers);
    return true;
}

static void load_read(clusters *k, const lp_op *op)
{
    if (lp_op_pending(op))
        return;
    if (lp_value_equal(op->result, initial_value)) {
        k->initial_until = op->call + 1; // operations come in the order of their calls
        return;
    }
    uint32_t n = value_number_find(&k->numbers, op->result);
    cluster *c = n == VALUE_NONE ? NULL : &k->list[n];
    if (!c || !c->written || op->ret < c->call) {
        k->wrong = true;
        return;
    }
    c->read = true;
    c->s = op->call > c->s ? op->call : c->s;
    c->f = op->ret < c->f ? op->ret : c->f;
}

static lp_value value_of(const clusters *k, uint32_t op)
{
    const lp_op *o = &k->task->history->ops[op];
    return k->task->methods[op] == k->write ? o->arg : o->result;
}

// Marks the clusters of the operations of these events.
static void suspect(const clusters *k, uint32_t a, uint32_t b)
{
    const lp_history *h = k->task->history;
    if (!k->task->suspects)
        return;
    lp_value x = value_of(k, h->events[a].op), y = value_of(k, h->events[b].op);
    if (a == b)
        y = initial_value;
    for (uint32_t i = 0; i < h->op_count; i++) {
        lp_value v = value_of(k, i);
        k->task->suspects[i] = lp_value_equal(v, x) || lp_value_equal(v, y);
    }
}

static bool take_turns(const clusters *k)
{
    zones *z = zones_new(k->task->history);
    for (uint32_t i = 0; i < k->count; i++) {
        const cluster *c = &k->list[i];
        if (c->written && (c->f != NEVER || c->read)) // else it may not have happened
            zones_add(z, c->f, c->s);
    }
    uint32_t a, b;
    bool fit = zones_fit(z, k->initial_until, &a, &b);
    if (!fit)
        suspect(k, a, b);
    zones_free(z);
    return fit;
}

static lp_outcome run(const judge_task *task)
{
    clusters k = {.task = task};
    k.read = spec_method(task->spec, "read");
    k.write = spec_method(task->spec, "write");
    lp_outcome found = LP_UNKNOWN;
    if (load_writes(&k)) {
        const lp_history *h = task->history;
        for (uint32_t i = 0; i < h->op_count && !k.wrong; i++) {
            if (task->methods[i] == k.read)
                load_read(&k, &h->ops[i]);
            if (k.wrong)
                suspect(&k, h->ops[i].call, h->ops[i].call);
        }
        found = !k.wrong && take_turns(&k) ? LP_HOLDS : LP_VIOLATED;
    }
    value_numbers_fini(&k.numbers);
    free(k.list);
    return found;
}

// The last write W that was over before any open read was called hides all clusters that were over
// when W was called: no read to come may return their values. Open writes do not matter: they
// stay, and if a zone comes to reach from before W to after it, it conflicts with that of W, too.
static void settled(const judge_task *task, uint32_t before, bool *keep)
{
    const lp_history *h = task->history;
    clusters k = {.task = task};
    k.read = spec_method(task->spec, "read");
    k.write = spec_method(task->spec, "write");
    uint32_t hidden = 0; // what was over before this event
    before = h->event_count;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (task->methods[i] == k.read && lp_op_pending(&h->ops[i]) && h->ops[i].call < before)
            before = h->ops[i].call;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (task->methods[i] == k.write && h->ops[i].ret < before)
            hidden = h->ops[i].call; // operations come in the order of their calls
    if (load_writes(&k)) {
        // Of each cluster: `read` now says that something of it is not hidden.
        for (uint32_t i = 0; i < h->op_count; i++) {
            uint32_t n = value_number_find(&k.numbers, value_of(&k, i));
            if (n != VALUE_NONE && h->ops[i].ret >= hidden)
                k.list[n].read = true;
        }
        for (uint32_t i = 0; i < h->op_count; i++) {
            uint32_t n = value_number_find(&k.numbers, value_of(&k, i));
            keep[i] = h->ops[i].ret >= hidden || (n != VALUE_NONE && k.list[n].read);
        }
    }
    value_numbers_fini(&k.numbers);
    free(k.list);
}

static bool has_effect(const lp_spec *spec, uint32_t method)
{
    return method != spec_method(spec, "read");
}

const fast_judge fast_register = {"register", "register zones", run, settled, has_effect};
