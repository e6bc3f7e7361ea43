// SPDX-License-Identifier: MIT
// See relaxed_queue.h.
//
// Where values are distinct, an order of all operations is an order of the inserts and one
// of the removals, merged. Removing x skips u if u comes before x in the first and after it
// in the second. What x skips, less how often it is skipped, is the difference of its
// two places; and one that skips the most is not skipped itself, or else who skips it
// skips more. So no removal skips more than `distance`, and no value is skipped more
// than `lateness` times, just if no value has a place more than so much later, or earlier,
// among the inserts than among the removals. What was never removed is removed at the
// end. near_orders.h finds such orders.
//
// They can be merged if each insert ends before its removal begins: where the two
// overlap, we choose a moment in between. And at some moment of an operation that found
// nothing, nothing is inside: we choose it, and nothing may reach across. These choices
// could be wrong; then the search has to do it.
//
// Events are four units of time apart, so that there are moments between them.

#include "judge/relaxed/relaxed_queue.h"

#include "base/memory.h"
#include "judge/relaxed/near_orders.h"
#include "judge/relaxed/relaxed_lives.h"
#include "judge/relaxed/relaxed_spec.h"
#include "spec/registry.h"

#include <stdlib.h>

enum { UNIT = 4, NO_VALUE = UINT32_MAX };
enum { PLACED_IN_A_STEP = 16 }; // placing an item takes so much less than a step of the search
static const uint64_t AT_THE_END = UINT64_MAX / 8;

typedef struct moment {
    uint64_t at;
    uint32_t rank; // among those at the same time
    uint32_t op;
} moment;

typedef struct queue {
    const judge_task *task;
    lives lives;
    uint32_t *value_of; // of each operation that inserts or removes; else NO_VALUE
    interval *in, *out; // of each value
    moment *others;     // operations that neither insert nor remove
    uint32_t other_count;
} queue;

static uint64_t time_of(uint32_t event)
{
    return event == LP_NO_EVENT ? AT_THE_END : (uint64_t)event * UNIT;
}

static bool fits(const judge_task *task)
{
    if (!spec_is(relaxed_spec_base(task->spec), "queue"))
        return false;
    for (uint32_t i = 0; i < task->history->op_count; i++)
        if (relaxed_spec_role(task->methods[i], &task->history->ops[i]) == RELAXED_SIGHT)
            return false;
    return true;
}

// What never returned and is not needed does not happen.
static bool collect(queue *q)
{
    const lp_history *h = q->task->history;
    lives_collect(q->task, &q->lives);
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->lives.count; i++) {
        life it = q->lives.all[i];
        if (it.inserts != 1 || it.removals > 1)
            return false;
        if (it.in_ret != LP_NO_EVENT || it.removals)
            q->lives.all[count++] = it;
    }
    q->lives.count = count;
    q->value_of = memory_new(h->op_count, sizeof *q->value_of);
    q->in = memory_new(count, sizeof *q->in);
    q->out = memory_new(count, sizeof *q->out);
    for (uint32_t i = 0; i < h->op_count; i++)
        q->value_of[i] = NO_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        const life *it = &q->lives.all[i];
        q->value_of[it->in] = i;
        if (it->removals)
            q->value_of[it->out] = i;
        q->in[i] = (interval){time_of(it->in_call), time_of(it->in_ret)};
        q->out[i] = (interval){time_of(it->out_call), time_of(it->out_ret)};
        if (q->in[i].to > q->out[i].to)
            q->in[i].to = q->out[i].to;
        if (q->out[i].from < q->in[i].from)
            q->out[i].from = q->in[i].from;
        if (q->in[i].from >= q->out[i].to)
            return false; // out before it was in
    }
    return true;
}

// After each event: how many values are certain to be inside, and how many may be or not.
typedef struct load {
    int32_t inside, unsure;
} load;

static load *count_loads(const queue *q)
{
    uint32_t events = q->task->history->event_count;
    load *all = memory_new((size_t)events + 1, sizeof *all);
    for (uint32_t i = 0; i < q->lives.count; i++) {
        uint64_t in = q->in[i].to / UNIT, out = q->out[i].from / UNIT;
        out = out < events ? out : events;
        in = in < events ? in : events;
        if (in < out) {
            all[in].inside++;
            all[out].inside--;
        } else {
            all[out].unsure++;
            all[in].unsure--;
        }
    }
    for (uint32_t i = 1; i < events; i++) {
        all[i].inside += all[i - 1].inside;
        all[i].unsure += all[i - 1].unsure;
    }
    return all;
}

// Chooses an empty moment for each operation that found nothing: cuts[i], after event i.
static bool choose_cuts(queue *q, bool *cuts)
{
    const lp_history *h = q->task->history;
    load *loads = count_loads(q);
    bool fine = true;
    q->others = memory_new(h->op_count, sizeof *q->others);
    for (uint32_t i = 0; i < h->op_count && fine; i++) {
        const lp_op *op = &h->ops[i];
        relaxed_role role = relaxed_spec_role(q->task->methods[i], op);
        if (q->value_of[i] != NO_VALUE || lp_op_pending(op))
            continue;
        uint32_t best = role == RELAXED_EMPTY ? LP_NO_EVENT : op->call;
        for (uint32_t k = op->call; role == RELAXED_EMPTY && k < op->ret; k++)
            if (!loads[k].inside && (best == LP_NO_EVENT || loads[k].unsure < loads[best].unsure))
                best = k;
        fine = best != LP_NO_EVENT;
        if (fine && role == RELAXED_EMPTY)
            cuts[best] = true;
        q->others[q->other_count++] = (moment){time_of(best) + UNIT / 2, 0, i};
    }
    free(loads);
    return fine;
}

// Nothing reaches across a cut: what is open there ends before it or begins after it.
static void cut(queue *q, uint32_t op, uint64_t at)
{
    uint32_t value = q->value_of[op];
    if (value == NO_VALUE)
        return;
    interval *in = &q->in[value], *out = &q->out[value];
    bool gone = out->from < at;
    if (op == q->lives.all[value].out) {
        if (gone && out->to > at)
            out->to = at - 1;
    } else if (gone) {
        if (in->to > at)
            in->to = at - 1;
    } else if (in->from < at && in->to > at) {
        in->from = at + 1;
    }
}

static void apply_cuts(queue *q, const bool *cuts)
{
    const lp_history *h = q->task->history;
    uint32_t *open = memory_new((size_t)h->op_count + 1, sizeof *open);
    uint32_t *where = memory_new(h->op_count, sizeof *where), count = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        if (!h->events[i].is_return) {
            where[op] = count;
            open[count++] = op;
        } else {
            open[where[op]] = open[--count];
            where[open[count]] = where[op];
        }
        for (uint32_t k = 0; k < count && cuts[i]; k++)
            cut(q, open[k], time_of(i) + UNIT / 2);
    }
    free(open);
    free(where);
}

// Inserts end where their removals begin, or before.
static bool part(queue *q)
{
    for (uint32_t i = 0; i < q->lives.count; i++) {
        interval *in = &q->in[i], *out = &q->out[i];
        out->from = out->from > in->from ? out->from : in->from;
        in->to = in->to < out->to ? in->to : out->to;
        if (in->from > in->to || out->from > out->to)
            return false;
        if (in->to <= out->from)
            continue;
        uint64_t between = out->from + (in->to - out->from) / 2;
        in->to = out->from = between;
    }
    return true;
}

static int by_moment(const void *a, const void *b)
{
    const moment *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

// Each insert as early as its order allows, each removal as late.
static void give_witness(const queue *q, const near_orders *n, lp_verdict *v)
{
    uint32_t count = n->count, total = 0;
    uint32_t *at_place = memory_new(count, sizeof *at_place);
    moment *all = memory_new((size_t)count * 2 + q->other_count, sizeof *all);
    for (uint32_t i = 0; i < count; i++)
        at_place[n->first_place[i]] = i;
    uint64_t last = 0;
    for (uint32_t place = 0; place < count; place++) {
        uint32_t i = at_place[place];
        last = q->in[i].from > last ? q->in[i].from : last;
        all[total++] = (moment){last, place, q->lives.all[i].in};
    }
    for (uint32_t i = 0; i < count; i++)
        at_place[n->second_place[i]] = i;
    last = UINT64_MAX;
    for (uint32_t place = count; place-- > 0;) {
        uint32_t i = at_place[place];
        last = q->out[i].to < last ? q->out[i].to : last;
        if (q->lives.all[i].removals)
            all[total++] = (moment){last, count + place, q->lives.all[i].out};
    }
    for (uint32_t i = 0; i < q->other_count; i++)
        all[total++] = q->others[i];
    qsort(all, total, sizeof *all, by_moment);
    v->witness = memory_new(total, sizeof *v->witness);
    v->witness_count = total;
    v->has_witness = true;
    for (uint32_t i = 0; i < total; i++)
        v->witness[i] =
            (lp_effect){.count = 1, .ops = {all[i].op}, .sync = q->task->methods[all[i].op]};
    free(all);
    free(at_place);
}

static bool explain(queue *q, lp_verdict *v)
{
    relaxation bounds = relaxed_spec_bounds(q->task->spec);
    uint32_t count = q->lives.count;
    near_orders n = {.first = q->in,
                     .second = q->out,
                     .count = count,
                     .ahead = bounds.lateness < count ? bounds.lateness : count,
                     .behind = bounds.distance < count ? bounds.distance : count,
                     .budget = q->task->budget * PLACED_IN_A_STEP,
                     .first_place = memory_new(count, sizeof *n.first_place),
                     .second_place = memory_new(count, sizeof *n.second_place)};
    bool found = near_orders_find(&n, q->task->limits);
    if (found && q->task->want_witness)
        give_witness(q, &n, v);
    free(n.first_place);
    free(n.second_place);
    return found;
}

bool relaxed_queue_explains(const judge_task *task, lp_verdict *v)
{
    if (!fits(task))
        return false;
    queue q = {.task = task};
    bool *cuts = memory_new((size_t)task->history->event_count + 1, sizeof *cuts);
    bool found = collect(&q) && choose_cuts(&q, cuts);
    if (found)
        apply_cuts(&q, cuts);
    found = found && part(&q) && explain(&q, v);
    if (found) {
        v->outcome = LP_HOLDS;
        verdict_copy(&v->judge, "two near orders");
    }
    free(cuts);
    free(q.value_of);
    free(q.in);
    free(q.out);
    free(q.others);
    lives_fini(&q.lives);
    return found;
}
