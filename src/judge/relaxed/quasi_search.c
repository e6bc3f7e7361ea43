// SPDX-License-Identifier: MIT
// Quasi-linearizability to the letter: see quasi_search.h.
//
// The search is for the order that the spec allows, from its beginning, depth
// first; a combination met before is not tried again. The order that keeps real
// time is not searched for, it is computed along the way, set by set:
//
//   - Sets can be ordered one by one. Real time is an interval order, so orders that
//     keep it can be merged (as those of different objects can).
//   - In a set with factor K, what stands at place p of the spec's order has to get
//     one of the places p - K … p + K. These are jobs of one step with a release
//     time, a deadline and precedences, on one machine. "The earliest deadline
//     first" finds a schedule if there is one, once the deadline of each job is made
//     earlier than those of its successors. A successor that comes later in the
//     spec's order has a later deadline anyway; so place t can be given away for good
//     as soon as place t + K of the spec's order is known.
//
// So beside the spec's state and the operations done, what counts is which of them
// are still waiting for a place in time, at most K of each set.

#include "judge/relaxed/quasi_search.h"

#include "base/intern.h"
#include "base/memory.h"
#include "base/text.h"
#include "judge/relaxed/relaxation.h"
#include "judge/search/remaining.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 256, END = REMAINING_END };

// In the spec's order, and not yet in the order of time.
typedef struct waiting {
    uint32_t op;
    int64_t due; // the last place that will do
} waiting;

typedef struct queue {
    waiting *list;
    uint32_t count;
    int64_t factor;
    int64_t placed, given; // places of the spec's order, and of time, that are taken
} queue;

typedef struct frame {
    uint32_t state, cursor; // the operation to try next
    uint32_t op, way;       // being tried, and its next way; END: none
    size_t saved;           // where the waiting of op's set are kept
    uint32_t saved_count;
    int64_t saved_given;
} frame;

typedef struct search {
    const judge_task *task;
    const quasi_sets *sets;
    automaton *automaton;
    uint32_t *call, *want;
    uint32_t *before_it; // in its set, so many come before it in time
    remaining_ops remaining;
    uint32_t to_go; // returned and not done
    queue queues[LP_MAX_METHODS];
    uint32_t all_sets; // bits; one more for methods of no set
    frame *frames;
    size_t depth, frame_capacity;
    waiting *saves;
    size_t save_count, save_capacity;
    intern *seen;
    text key;
    uint64_t steps;
} search;

static uint32_t set_of(const search *s, uint32_t op)
{
    return s->sets->of_method[s->task->methods[op]];
}

static const lp_op *op_of(const search *s, uint32_t op)
{
    return &s->task->history->ops[op];
}

static void set_done(search *s, uint32_t op, bool done)
{
    remaining_set(&s->remaining, op, done);
    if (!lp_op_pending(op_of(s, op)))
        s->to_go += done ? UINT32_MAX : 1;
}

// When the first of the set's operations returns that have no place in time yet.
// What is called later may not have the next one.
static uint32_t earliest_return(const search *s, uint32_t set)
{
    const queue *q = &s->queues[set];
    uint32_t least = LP_NO_EVENT;
    for (uint32_t i = 0; i < q->count; i++)
        if (op_of(s, q->list[i].op)->ret < least)
            least = op_of(s, q->list[i].op)->ret;
    for (uint32_t i = s->remaining.first; i != END && op_of(s, i)->call < least;
         i = s->remaining.next[i])
        if (set_of(s, i) == set && op_of(s, i)->ret < least)
            least = op_of(s, i)->ret;
    return least;
}

// Gives the next place in time to one that waits. False: none can have it, or one
// comes too late.
static bool give_place(search *s, uint32_t set)
{
    queue *q = &s->queues[set];
    uint32_t least = earliest_return(s, set), chosen = END;
    for (uint32_t i = 0; i < q->count; i++)
        if (op_of(s, q->list[i].op)->call < least &&
            (chosen == END || q->list[i].due < q->list[chosen].due))
            chosen = i;
    if (chosen == END || q->list[chosen].due < q->given)
        return false;
    memmove(q->list + chosen, q->list + chosen + 1, (q->count - chosen - 1) * sizeof *q->list);
    q->count--;
    q->given++;
    for (uint32_t i = 0; i < q->count; i++)
        if (q->list[i].due < q->given)
            return false;
    return true;
}

// The operation, already marked as done, takes the next place of the spec's order.
static bool place(search *s, uint32_t op)
{
    uint32_t set = set_of(s, op);
    if (set == QUASI_FREE)
        return true;
    queue *q = &s->queues[set];
    int64_t due = q->placed++ + q->factor;
    for (uint32_t i = 0; i < q->count; i++)
        if (lp_op_precedes(op_of(s, op), op_of(s, q->list[i].op)) && q->list[i].due <= due)
            due = q->list[i].due - 1;
    q->list[q->count++] = (waiting){op, due};
    return due >= q->given && (q->placed <= q->factor || give_place(s, set));
}

static void save(search *s, frame *f)
{
    uint32_t set = set_of(s, f->op);
    f->saved = s->save_count;
    if (set == QUASI_FREE)
        return;
    const queue *q = &s->queues[set];
    f->saved_count = q->count;
    f->saved_given = q->given;
    MEMORY_GROW(s->saves, s->save_capacity, s->save_count + q->count + 1);
    memcpy(s->saves + s->save_count, q->list, q->count * sizeof *q->list);
    s->save_count += q->count;
}

static void undo(search *s, frame *f)
{
    uint32_t set = set_of(s, f->op);
    set_done(s, f->op, false);
    s->save_count = f->saved;
    if (set == QUASI_FREE)
        return;
    queue *q = &s->queues[set];
    q->placed--;
    q->given = f->saved_given;
    q->count = f->saved_count;
    memcpy(q->list, s->saves + f->saved, q->count * sizeof *q->list);
}

// All that returned is in the spec's order. Do those that wait find their places?
static bool complete(search *s)
{
    bool fine = true;
    for (uint32_t set = 0; set < s->sets->count && fine; set++) {
        queue *q = &s->queues[set], kept = *q;
        waiting *list = memory_copy(q->list, q->count * sizeof *q->list);
        while (fine && q->count)
            fine = give_place(s, set);
        memcpy(kept.list, list, kept.count * sizeof *list);
        *q = kept;
        free(list);
    }
    return fine;
}

static bool is_new(search *s, uint32_t state)
{
    uint32_t head[3] = {state};
    const uint64_t *done = remaining_words(&s->remaining, &head[1], &head[2]);
    text_clear(&s->key);
    text_add_bytes(&s->key, (const char *)head, sizeof head);
    text_add_bytes(&s->key, (const char *)done, head[2] * sizeof *done);
    for (uint32_t set = 0; set < s->sets->count; set++) {
        const queue *q = &s->queues[set];
        text_add_bytes(&s->key, (const char *)&q->count, sizeof q->count);
        for (uint32_t i = 0; i < q->count; i++) {
            int64_t pair[2] = {q->list[i].op, q->list[i].due};
            text_add_bytes(&s->key, (const char *)pair, sizeof pair);
        }
    }
    bool fresh;
    intern_add_fresh(s->seen, s->key.bytes, s->key.length, &fresh);
    return fresh;
}

static void enter(search *s, uint32_t state)
{
    if (!is_new(s, state))
        return;
    MEMORY_GROW(s->frames, s->frame_capacity, s->depth + 1);
    s->frames[s->depth++] = (frame){.state = state, .cursor = s->remaining.first, .op = END};
}

// The next operation that may stand here: no more come before it in time than it
// can be moved by. Those called later have no fewer before them, so that when all
// sets are past, all is.
static uint32_t next_operation(const search *s, frame *f)
{
    uint32_t past = 0;
    while (f->cursor != END && past != s->all_sets) {
        uint32_t op = f->cursor, set = set_of(s, op);
        f->cursor = s->remaining.next[op];
        if (set == QUASI_FREE || s->before_it[op] <= s->queues[set].placed + s->queues[set].factor)
            return op;
        past |= UINT32_C(1) << set;
    }
    return END;
}

// Takes the frame's operation in its next way. False: there is none.
static bool take_way(search *s, frame *f, uint32_t *state)
{
    uint32_t count;
    const automaton_way *ways =
        automaton_ways(s->automaton, f->state, s->call[f->op], s->want[f->op], &count);
    while (f->way < count) {
        automaton_way w = ways[f->way++];
        if (s->want[f->op] && w.result != s->want[f->op])
            continue;
        *state = w.next;
        return true;
    }
    return false;
}

// One step of the search. True: the order is complete.
static bool advance(search *s)
{
    frame *f = &s->frames[s->depth - 1];
    uint32_t state;
    if (f->op != END && take_way(s, f, &state)) {
        if (s->to_go == 0 && complete(s))
            return true;
        enter(s, state);
        return false;
    }
    if (f->op != END)
        undo(s, f);
    f->op = next_operation(s, f);
    f->way = 0;
    if (f->op == END) {
        s->depth--;
        return false;
    }
    save(s, f);
    set_done(s, f->op, true);
    if (!place(s, f->op))
        f->way = UINT32_MAX; // no way will do
    return false;
}

static lp_outcome explore(search *s, uint32_t initial)
{
    s->depth = 0;
    if (s->to_go == 0)
        return LP_HOLDS;
    enter(s, initial);
    while (s->depth) {
        if ((++s->steps % LOOK_EVERY == 0 && limits_reached(s->task->limits)) ||
            s->steps == s->task->budget)
            return LP_UNKNOWN;
        if (advance(s))
            return LP_HOLDS;
    }
    return LP_VIOLATED;
}

static void begin(search *s)
{
    const lp_history *h = s->task->history;
    uint32_t n = h->op_count, returned[LP_MAX_METHODS] = {0}, size[LP_MAX_METHODS] = {0};
    s->automaton = automaton_new(s->task->spec, h->pool);
    s->seen = intern_new();
    s->call = memory_new(n, sizeof *s->call);
    s->want = memory_new(n, sizeof *s->want);
    remaining_init(&s->remaining, n);
    s->before_it = memory_new(n, sizeof *s->before_it);
    s->all_sets = (UINT32_C(1) << s->sets->count) - 1;
    for (uint32_t m = 0; m < LP_MAX_METHODS; m++)
        if (s->sets->of_method[m] == QUASI_FREE)
            s->all_sets |= UINT32_C(1) << LP_MAX_METHODS;
    for (uint32_t i = 0; i < n; i++) {
        const lp_op *op = &h->ops[i];
        s->call[i] = automaton_call(s->automaton, s->task->methods[i], op->process, op->arg);
        s->want[i] = lp_op_pending(op) ? 0 : automaton_result(s->automaton, op->result);
        s->to_go += !lp_op_pending(op);
    }
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op, set = set_of(s, op);
        if (set == QUASI_FREE)
            continue;
        if (!h->events[i].is_return)
            s->before_it[op] = returned[set];
        returned[set] += h->events[i].is_return;
        size[set] += !h->events[i].is_return;
    }
    for (uint32_t set = 0; set < s->sets->count; set++) {
        s->queues[set].factor = s->sets->factor[set];
        s->queues[set].list = memory_new((size_t)size[set] + 1, sizeof(waiting));
    }
}

static void end(search *s)
{
    for (uint32_t set = 0; set < s->sets->count; set++)
        free(s->queues[set].list);
    free(s->call);
    free(s->want);
    remaining_fini(&s->remaining);
    free(s->before_it);
    free(s->frames);
    free(s->saves);
    text_fini(&s->key);
    intern_free(s->seen);
    automaton_free(s->automaton);
}

static void give_witness(const search *s, lp_verdict *v)
{
    v->witness = memory_new(s->depth, sizeof *v->witness);
    v->witness_count = (uint32_t)s->depth;
    for (size_t i = 0; i < s->depth; i++) {
        uint32_t op = s->frames[i].op;
        v->witness[i] = (lp_effect){.count = 1, .ops = {op}, .sync = s->task->methods[op]};
    }
    v->has_witness = true;
}

static bool any_pending(const lp_history *h)
{
    for (uint32_t i = 0; i < h->op_count; i++)
        if (lp_op_pending(&h->ops[i]))
            return true;
    return false;
}

void quasi_search(const judge_task *task, lp_verdict *v)
{
    search s = {.task = task, .sets = task->setting};
    begin(&s);
    verdict_copy(&v->judge, "search for two orders");
    uint32_t count;
    const uint32_t *initial = automaton_initial(s.automaton, &count);
    lp_outcome outcome = LP_VIOLATED;
    for (uint32_t i = 0; i < count && outcome == LP_VIOLATED; i++)
        outcome = explore(&s, initial[i]);
    v->outcome = outcome;
    if (outcome == LP_UNKNOWN)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(task->limits));
    else if (outcome == LP_VIOLATED && any_pending(task->history))
        verdict_decide(v, LP_UNKNOWN,
                       "some operations never returned, and what comes after could explain it: "
                       "only complete histories are judged");
    else if (outcome == LP_HOLDS && task->want_witness)
        give_witness(&s, v);
    end(&s);
}
