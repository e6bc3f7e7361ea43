// SPDX-License-Identifier: MIT
// Depth-first over sets of operations that have taken effect, with the spec's
// state; a combination met before is not tried again (Wing and Gong, 1993, with a memo as in
// Lowe, 2017, but over sets of operations, since real time need not be kept). Operations are
// tried in the order of their calls, so that where an order in real time exists, it is found
// without going back.
//
// Whatever the rules, an order that keeps real time keeps them, and for it there
// are faster judges. So a history that is not small goes to them first.
//
// An operation that only reads, and returned what it would return now, is taken at once, and
// no alternative is tried: whatever comes later could come as well without it.
//
// A set is remembered as the bits between the first operation that has not taken
// effect and the last that has: as long as the search stays near real time, a few.

#include "judge/search/order_inside.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/remaining.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1024, SMALL = 64, END = REMAINING_END };

static bool is_loose(const order_state *s, uint32_t op)
{
    return s->rules->loose && s->rules->loose[op];
}

static void set_done(order_state *s, uint32_t op, bool done)
{
    const lp_op *o = &s->task->history->ops[op];
    remaining_set(&s->remaining, op, done);
    if (s->kinds && s->kind_of[op] != END)
        s->kind_next[s->kind_of[op]] = done ? s->next_equal[op] : op;
    if (!lp_op_pending(o)) {
        s->to_go += done ? UINT32_MAX : 1;
        s->rank_to_go[order_rank_of(s, op)] += done ? UINT32_MAX : 1;
    }
}

// Who returns first of those to go? What was called later may not come now. What
// was called after that return cannot return earlier, so the list need not be
// followed to its end.
static void find_earliest(order_state *s)
{
    const lp_op *ops = s->task->history->ops;
    s->earliest_return = s->earliest_strict = UINT32_MAX;
    for (uint32_t i = s->remaining.first; i != END && ops[i].call < s->earliest_strict;
         i = s->remaining.next[i]) {
        if (ops[i].ret < s->earliest_return)
            s->earliest_return = ops[i].ret;
        if (ops[i].ret < s->earliest_strict && !is_loose(s, i))
            s->earliest_strict = ops[i].ret;
    }
}

static void prepare(order_state *s)
{
    const lp_history *h = s->task->history;
    if (s->rules->real_time)
        find_earliest(s);
    s->rank = s->remaining.first == END ? 0 : order_rank_of(s, s->remaining.first);
    // Operations that never return may be left behind in a lower rank.
    while (s->rules->rank && s->rank_to_go[s->rank] == 0 &&
           s->rank < s->rules->rank[h->op_count - 1])
        s->rank++;
}

bool order_eligible(const order_state *s, uint32_t op)
{
    const order_rules *r = s->rules;
    uint32_t call = s->task->history->ops[op].call;
    if (r->after && r->after[op] != ORDER_FREE && !remaining_is_done(&s->remaining, r->after[op]))
        return false;
    for (uint32_t i = r->from ? r->from[op] : 0; r->from && i < r->from[op + 1]; i++)
        if (!remaining_is_done(&s->remaining, r->before[i]))
            return false;
    if (r->rank && r->rank[op] > s->rank)
        return false;
    return !r->real_time || call < (is_loose(s, op) ? s->earliest_strict : s->earliest_return);
}

// Is there nothing eligible from this operation on?
bool order_past_all(const order_state *s, uint32_t op)
{
    if (s->rules->rank && s->rules->rank[op] > s->rank)
        return true;
    return s->rules->real_time && s->task->history->ops[op].call > s->earliest_strict;
}

static void add_groups(order_state *s, uint32_t sync, lp_effect *chosen)
{
    const lp_sync *shape = &s->task->spec->syncs[sync];
    if (chosen->count >= shape->count) {
        MEMORY_GROW(s->groups, s->group_capacity, s->group_count + 1);
        s->groups[s->group_count++] = *chosen;
    }
    if (chosen->count == lp_sync_most(shape))
        return;
    uint32_t method = lp_sync_method(shape, chosen->count);
    for (uint32_t i = s->remaining.first; i != END && !order_past_all(s, i);
         i = s->remaining.next[i]) {
        bool fits = s->task->methods[i] == method && order_eligible(s, i);
        for (uint32_t k = 0; k < chosen->count; k++)
            fits &= chosen->ops[k] != i && !(shape->alike && chosen->ops[k] > i &&
                                             s->task->methods[chosen->ops[k]] == method);
        if (!fits)
            continue;
        chosen->ops[chosen->count++] = i;
        add_groups(s, sync, chosen);
        chosen->count--;
    }
}

// Has this state of the search not been met before?
static bool is_new(order_state *s, uint32_t state)
{
    uint32_t from, words;
    const uint64_t *done = remaining_words(&s->remaining, &from, &words);
    s->key[0] = (uint64_t)state << 32 | from;
    memcpy(s->key + 1, done, words * sizeof *s->key);
    bool fresh;
    intern_add_fresh(s->seen, s->key, (words + 1) * sizeof *s->key, &fresh);
    return fresh;
}

// Goes on from here, unless it is known that this leads nowhere.
static void enter(order_state *s, uint32_t state)
{
    if (!is_new(s, state))
        return;
    MEMORY_GROW(s->frames, s->frame_capacity, s->depth + 1);
    order_frame *f = &s->frames[s->depth++];
    *f = (order_frame){.state = state,
                       .cursor = s->remaining.first,
                       .groups = s->group_count,
                       .group = s->group_count};
    prepare(s);
    uint32_t read = s->kinds ? order_read_of_kind(s, state) : END;
    f->only = read != END ? read : order_read_near(s, state);
    for (uint32_t i = 0; i < s->task->spec->sync_count; i++)
        add_groups(s, i, &(lp_effect){.sync = i});
    f->group_end = s->group_count;
}

static bool next_choice(order_state *s, order_frame *f)
{
    if (s->task->spec->syncs) {
        if (f->group < f->group_end)
            f->effect = s->groups[f->group];
        return f->group++ < f->group_end;
    }
    if (f->only != END) {
        f->effect = (lp_effect){.count = 1, .ops = {f->only}, .sync = s->task->methods[f->only]};
        f->only = f->cursor = END;
        return true;
    }
    while (f->cursor != END && !order_past_all(s, f->cursor)) {
        uint32_t op = f->cursor;
        f->cursor = s->remaining.next[op];
        if (order_eligible(s, op)) {
            f->effect = (lp_effect){.count = 1, .ops = {op}, .sync = s->task->methods[op]};
            return true;
        }
    }
    return false;
}

static void undo(order_state *s, order_frame *f)
{
    for (uint32_t i = f->effect.count; i-- > 0;)
        set_done(s, f->effect.ops[i], false);
    free(f->edges);
    f->edges = NULL;
    f->taken = false;
    prepare(s);
}

// Takes the frame's next choice that the spec allows; false when there is none.
static bool take(order_state *s, order_frame *f)
{
    while (next_choice(s, f)) {
        uint32_t calls[LP_MAX_ARITY] = {0}, want[LP_MAX_ARITY] = {0};
        for (uint32_t i = 0; i < f->effect.count; i++) {
            calls[i] = s->calls[f->effect.ops[i]];
            want[i] = s->results[f->effect.ops[i]];
        }
        const automaton_edge *edges = automaton_step(s->automaton, f->state, f->effect.sync, calls,
                                                     f->effect.count, want, &f->edge_count);
        if (f->edge_count == 0)
            continue;
        // They must outlive the search below, which asks the automaton again.
        f->edges = memory_copy(edges, f->edge_count * sizeof *edges);
        f->edge_next = 0;
        f->taken = true;
        for (uint32_t i = 0; i < f->effect.count; i++)
            set_done(s, f->effect.ops[i], true);
        return true;
    }
    return false;
}

// From one initial state. The frames left at the end are the order.
static bool explore(order_state *s, uint32_t initial)
{
    if (s->to_go == 0)
        return true;
    enter(s, initial);
    while (s->depth) {
        order_frame *f = &s->frames[s->depth - 1];
        if (++s->steps % LOOK_EVERY == 0 && limits_reached(s->task->limits))
            s->stopped = true;
        if (f->taken && f->edge_next < f->edge_count && !s->stopped) {
            if (s->to_go == 0)
                return true;
            enter(s, f->edges[f->edge_next++].next);
            continue;
        }
        if (f->taken)
            undo(s, f);
        if (s->stopped || !take(s, f)) {
            s->group_count = f->groups;
            s->depth--;
        }
    }
    return false;
}

static void begin(order_state *s)
{
    const lp_history *h = s->task->history;
    uint32_t n = h->op_count;
    s->automaton = automaton_new(s->task->spec, h->pool);
    s->seen = intern_new();
    s->calls = memory_new(n, sizeof *s->calls);
    s->results = memory_new(n, sizeof *s->results);
    s->key = memory_new((size_t)n / 64 + 2, sizeof *s->key);
    remaining_init(&s->remaining, n);
    s->rank_to_go = memory_new((size_t)n + 1, sizeof *s->rank_to_go);
    for (uint32_t i = 0; i < n; i++) {
        const lp_op *op = &h->ops[i];
        s->calls[i] = automaton_call(s->automaton, s->task->methods[i], op->process, op->arg);
        s->results[i] = lp_op_pending(op) ? 0 : automaton_result(s->automaton, op->result);
        s->to_go += !lp_op_pending(op);
        s->rank_to_go[order_rank_of(s, i)] += !lp_op_pending(op);
    }
    order_find_kinds(s);
}

static void end(order_state *s)
{
    for (size_t i = 0; i < s->depth; i++)
        free(s->frames[i].edges);
    free(s->frames);
    free(s->groups);
    free(s->calls);
    free(s->results);
    free(s->key);
    remaining_fini(&s->remaining);
    free(s->rank_to_go);
    free(s->kind_of);
    free(s->kind_next);
    free(s->next_equal);
    intern_free(s->kinds);
    intern_free(s->seen);
    automaton_free(s->automaton);
}

void order_search(const judge_task *task, const order_rules *rules, lp_verdict *v)
{
    if (task->history->op_count > SMALL && order_real_time_explains(task, v))
        return;
    verdict_copy(&v->judge, "search over orders");
    order_state s = {.task = task, .rules = rules};
    begin(&s);
    uint32_t count;
    const uint32_t *initial = automaton_initial(s.automaton, &count);
    bool found = false;
    for (uint32_t i = 0; i < count && !found && !s.stopped; i++)
        found = explore(&s, initial[i]);
    if (found)
        v->outcome = LP_HOLDS;
    else if (s.stopped)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(task->limits));
    else
        v->outcome = LP_VIOLATED;
    if (found && task->want_witness) {
        v->witness = memory_new(s.depth, sizeof *v->witness);
        for (size_t i = 0; i < s.depth; i++)
            v->witness[i] = s.frames[i].effect;
        v->witness_count = (uint32_t)s.depth;
        v->has_witness = true;
    }
    end(&s);
}
