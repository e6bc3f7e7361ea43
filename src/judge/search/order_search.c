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

#include "judge/search/order_search.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/remaining.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 1024,
    SMALL = 64,
    NEAR = 256,      // so many operations are looked through for one that only reads
    MOST_READS = 64, // different calls that only read
    END = REMAINING_END
};

extern const judge judge_linearizable;

// Seconds for the faster judges.
static const double patience = 5;

// One state of the search: where it stands in its list of choices, and the
// choice it has taken.
typedef struct frame {
    uint32_t state;
    uint32_t cursor;                 // without syncs: the operation to try next
    size_t groups, group, group_end; // with syncs: groups to try: all, the next
    uint32_t only;                   // this and no other; END: any
    bool taken;                      // `effect` is, and its edges are tried in turn
    lp_effect effect;                // what takes effect here
    automaton_edge *edges;           // ways it may go
    uint32_t edge_count, edge_next;  // the next of them
} frame;

typedef struct search {
    const judge_task *task;
    const order_rules *rules;
    automaton *automaton;
    uint32_t *calls, *results; // of each operation, as the automaton numbers them
    remaining_ops remaining;
    uint32_t to_go; // operations that returned and are not done
    uint32_t *rank_to_go;
    uint32_t rank;
    uint32_t earliest_return, earliest_strict; // of those to go; of those not loose

    // Where equal operations go in turn: those that only read, by what they call,
    // return, and rank. The next of each kind, and of each operation's kind.
    intern *kinds;
    uint32_t *kind_of, *kind_next, *next_equal; // END: of no kind, none left
    uint32_t reads[MOST_READS], read_methods[MOST_READS], read_count;

    intern *seen;
    uint64_t *key;
    frame *frames;
    size_t depth, frame_capacity;
    lp_effect *groups;
    size_t group_count, group_capacity;
    uint64_t steps;
    bool stopped;
} search;

static uint32_t rank_of(const search *s, uint32_t op)
{
    return s->rules->rank ? s->rules->rank[op] : 0;
}

static bool is_loose(const search *s, uint32_t op)
{
    return s->rules->loose && s->rules->loose[op];
}

static void set_done(search *s, uint32_t op, bool done)
{
    const lp_op *o = &s->task->history->ops[op];
    remaining_set(&s->remaining, op, done);
    if (s->kinds && s->kind_of[op] != END)
        s->kind_next[s->kind_of[op]] = done ? s->next_equal[op] : op;
    if (!lp_op_pending(o)) {
        s->to_go += done ? UINT32_MAX : 1;
        s->rank_to_go[rank_of(s, op)] += done ? UINT32_MAX : 1;
    }
}

// Who returns first of those to go? What was called later may not come now. What
// was called after that return cannot return earlier, so the list need not be
// followed to its end.
static void find_earliest(search *s)
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

static void prepare(search *s)
{
    const lp_history *h = s->task->history;
    if (s->rules->real_time)
        find_earliest(s);
    s->rank = s->remaining.first == END ? 0 : rank_of(s, s->remaining.first);
    // Operations that never return may be left behind in a lower rank.
    while (s->rules->rank && s->rank_to_go[s->rank] == 0 &&
           s->rank < s->rules->rank[h->op_count - 1])
        s->rank++;
}

static bool eligible(const search *s, uint32_t op)
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
static bool past_all(const search *s, uint32_t op)
{
    if (s->rules->rank && s->rules->rank[op] > s->rank)
        return true;
    return s->rules->real_time && s->task->history->ops[op].call > s->earliest_strict;
}

static void add_groups(search *s, uint32_t sync, lp_effect *chosen)
{
    const lp_sync *shape = &s->task->spec->syncs[sync];
    if (chosen->count >= shape->count) {
        MEMORY_GROW(s->groups, s->group_capacity, s->group_count + 1);
        s->groups[s->group_count++] = *chosen;
    }
    if (chosen->count == lp_sync_most(shape))
        return;
    uint32_t method = lp_sync_method(shape, chosen->count);
    for (uint32_t i = s->remaining.first; i != END && !past_all(s, i); i = s->remaining.next[i]) {
        bool fits = s->task->methods[i] == method && eligible(s, i);
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
static bool is_new(search *s, uint32_t state)
{
    uint32_t from, words;
    const uint64_t *done = remaining_words(&s->remaining, &from, &words);
    s->key[0] = (uint64_t)state << 32 | from;
    memcpy(s->key + 1, done, words * sizeof *s->key);
    bool fresh;
    intern_add_fresh(s->seen, s->key, (words + 1) * sizeof *s->key, &fresh);
    return fresh;
}

typedef struct read_kind {
    uint32_t call, result, rank;
} read_kind;

static bool only_reads(const search *s, uint32_t op)
{
    return s->task->spec->methods[s->task->methods[op]].reads_only && !s->task->spec->syncs &&
           !lp_op_pending(&s->task->history->ops[op]);
}

// One that only reads and may come now, of those near the front.
static uint32_t read_near(search *s, uint32_t state)
{
    uint32_t n = 0;
    for (uint32_t i = s->remaining.first; i != END && n < NEAR && !past_all(s, i);
         i = s->remaining.next[i], n++) {
        if (!only_reads(s, i) || !eligible(s, i))
            continue;
        uint32_t edges;
        automaton_step(s->automaton, state, s->task->methods[i], &s->calls[i], 1, &s->results[i],
                       &edges);
        if (edges)
            return i;
    }
    return END;
}

// The same, wherever it is: by what the reads would return now.
static uint32_t read_of_kind(search *s, uint32_t state)
{
    for (uint32_t r = 0; r < s->read_count; r++) {
        uint32_t count;
        const automaton_edge *edges =
            automaton_step(s->automaton, state, s->read_methods[r], &s->reads[r], 1, NULL, &count);
        for (uint32_t i = 0; i < count; i++) {
            read_kind kind = {s->reads[r], edges[i].results[0], s->rank};
            uint32_t k = intern_find(s->kinds, &kind, sizeof kind);
            if (k != INTERN_NONE && s->kind_next[k] != END)
                return s->kind_next[k];
        }
    }
    return END;
}

// Sorts what only reads into kinds. Not where there are too many calls to ask for
// all of them, or where the spec has to be told the result.
static void find_kinds(search *s)
{
    uint32_t n = s->task->history->op_count;
    if (!s->rules->equal_in_turn || s->task->spec->needs_result)
        return;
    s->kinds = intern_new();
    s->kind_of = memory_new(n, sizeof *s->kind_of);
    s->kind_next = memory_new(n, sizeof *s->kind_next);
    s->next_equal = memory_new(n, sizeof *s->next_equal);
    for (uint32_t i = n; i-- > 0;) {
        s->kind_of[i] = s->next_equal[i] = END;
        if (!only_reads(s, i))
            continue;
        uint32_t r = 0;
        while (r < s->read_count && s->reads[r] != s->calls[i])
            r++;
        if (r == MOST_READS)
            continue;
        s->reads[r] = s->calls[i];
        s->read_methods[r] = s->task->methods[i];
        s->read_count += r == s->read_count;
        read_kind kind = {s->calls[i], s->results[i], rank_of(s, i)};
        bool fresh;
        uint32_t k = intern_add_fresh(s->kinds, &kind, sizeof kind, &fresh);
        s->kind_of[i] = k;
        s->next_equal[i] = fresh ? END : s->kind_next[k];
        s->kind_next[k] = i;
    }
}

// Goes on from here, unless it is known that this leads nowhere.
static void enter(search *s, uint32_t state)
{
    if (!is_new(s, state))
        return;
    MEMORY_GROW(s->frames, s->frame_capacity, s->depth + 1);
    frame *f = &s->frames[s->depth++];
    *f = (frame){.state = state,
                 .cursor = s->remaining.first,
                 .groups = s->group_count,
                 .group = s->group_count};
    prepare(s);
    uint32_t read = s->kinds ? read_of_kind(s, state) : END;
    f->only = read != END ? read : read_near(s, state);
    for (uint32_t i = 0; i < s->task->spec->sync_count; i++)
        add_groups(s, i, &(lp_effect){.sync = i});
    f->group_end = s->group_count;
}

static bool next_choice(search *s, frame *f)
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
    while (f->cursor != END && !past_all(s, f->cursor)) {
        uint32_t op = f->cursor;
        f->cursor = s->remaining.next[op];
        if (eligible(s, op)) {
            f->effect = (lp_effect){.count = 1, .ops = {op}, .sync = s->task->methods[op]};
            return true;
        }
    }
    return false;
}

static void undo(search *s, frame *f)
{
    for (uint32_t i = f->effect.count; i-- > 0;)
        set_done(s, f->effect.ops[i], false);
    free(f->edges);
    f->edges = NULL;
    f->taken = false;
    prepare(s);
}

// Takes the frame's next choice that the spec allows; false when there is none.
static bool take(search *s, frame *f)
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
static bool explore(search *s, uint32_t initial)
{
    if (s->to_go == 0)
        return true;
    enter(s, initial);
    while (s->depth) {
        frame *f = &s->frames[s->depth - 1];
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

static void begin(search *s)
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
        s->rank_to_go[rank_of(s, i)] += !lp_op_pending(op);
    }
    find_kinds(s);
}

static void end(search *s)
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

// Is the history linearizable, so that every weaker condition holds too?
static bool real_time_explains(const judge_task *task, lp_verdict *v)
{
    limits l = task->limits ? *task->limits : (limits){0};
    double left = l.timeout > 0 ? l.started + l.timeout - clock_seconds() : patience;
    l.timeout = left < patience ? left : patience;
    if (l.timeout <= 0)
        return false;
    limits_start(&l);
    judge_task again = {.history = task->history,
                        .methods = task->methods,
                        .spec = task->spec,
                        .limits = &l,
                        .want_witness = task->want_witness};
    lp_verdict w;
    lp_verdict_init(&w);
    judge_linearizable.run(&again, &w);
    bool holds = w.outcome == LP_HOLDS && (w.has_witness || !task->want_witness);
    if (holds) {
        v->outcome = LP_HOLDS;
        verdict_copy(&v->judge, w.judge ? w.judge : judge_linearizable.name);
        v->witness = w.witness;
        v->witness_count = w.witness_count;
        v->has_witness = w.has_witness;
        w.witness = NULL;
    }
    lp_verdict_fini(&w);
    return holds;
}

void order_search(const judge_task *task, const order_rules *rules, lp_verdict *v)
{
    if (task->history->op_count > SMALL && real_time_explains(task, v))
        return;
    verdict_copy(&v->judge, "search over orders");
    search s = {.task = task, .rules = rules};
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

void order_equal_in_turn(const judge_task *task, const uint32_t *rank, uint32_t *after)
{
    struct {
        uint64_t rank, method, pending;
        int64_t process;
        lp_value arg, result;
    } key;
    const lp_history *h = task->history;
    intern *kinds = intern_new();
    uint32_t *last = memory_new(h->op_count, sizeof *last);
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        key.rank = rank ? rank[i] : 0;
        key.method = task->methods[i];
        key.pending = lp_op_pending(op);
        key.process = task->spec->looks_at_process ? op->process : 0;
        key.arg = op->arg;
        key.result = lp_op_pending(op) ? LP_NIL : op->result;
        bool fresh;
        uint32_t kind = intern_add_fresh(kinds, &key, sizeof key, &fresh);
        // Equal operations that meet take effect at once: neither comes first.
        after[i] = fresh || task->spec->syncs ? ORDER_FREE : last[kind];
        last[kind] = i;
    }
    free(last);
    intern_free(kinds);
}
