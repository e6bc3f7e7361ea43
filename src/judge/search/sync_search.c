// SPDX-License-Identifier: MIT
// The direct search: see sync_search.h.
//
// A node is (events seen, spec state, which open operations have taken effect). Which
// operations are open follows from the events seen. From a node, either a group of
// open operations takes effect, or the next event happens; a return can happen only
// when its operation has taken effect. With ASAP there are three kinds of nodes: just
// after a call, where only groups with the operation called may take effect; after an
// effect, where any may; after a return, where none may. Lemma 16 says why nothing is
// lost. Nodes are met once.

#include "judge/search/sync_search.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/monitor/sync_groups.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

// The search is as deep as the history is long.
enum { MOST_OPERATIONS = 20000, LOOK_EVERY = 1024, KEY_HEAD = 3 };

typedef enum kind { AFTER_RETURN, AFTER_CALL, AFTER_EFFECT } kind;

struct sync_search {
    automaton *automaton;
    const judge_task *task;
    sync_search_options options;
    const lp_history *history;
    uint32_t *call, *want; // of each operation: its numbers for the automaton
    bool *done;            // it has taken effect
    uint32_t *open;        // operations
    uint32_t open_count;
    intern *seen;
    uint32_t *key;
    size_t key_capacity;
    uint64_t steps;
    bool stopped, end_reached;
    lp_effect *path;
    uint32_t depth;
    uint32_t last_group[LP_MAX_ARITY], last_count; // that could go on at the end
};

// Where groups are being tried.
typedef struct place {
    sync_search *search;
    uint32_t event, state;
    uint32_t *open, *methods; // copies: the search goes on underneath
} place;

static bool visit(sync_search *s, uint32_t event, uint32_t state, kind k);

sync_search *sync_search_new(const lp_spec *spec, lp_pool *pool)
{
    sync_search *s = memory_new(1, sizeof *s);
    s->automaton = automaton_new(spec, pool);
    return s;
}

void sync_search_free(sync_search *s)
{
    if (!s)
        return;
    automaton_free(s->automaton);
    free(s);
}

static bool fresh(sync_search *s, uint32_t event, uint32_t state, kind k)
{
    size_t words = KEY_HEAD + (s->open_count + 31) / 32;
    MEMORY_GROW(s->key, s->key_capacity, words);
    memset(s->key, 0, words * sizeof *s->key);
    s->key[0] = event;
    s->key[1] = state;
    s->key[2] = k;
    for (uint32_t i = 0; i < s->open_count; i++)
        s->key[KEY_HEAD + i / 32] |= (uint32_t)s->done[s->open[i]] << i % 32;
    bool is;
    intern_add_fresh(s->seen, s->key, words * sizeof *s->key, &is);
    return is;
}

static bool try_group(void *context, uint32_t sync, const uint32_t *members, uint32_t count)
{
    const place *p = context;
    sync_search *s = p->search;
    uint32_t calls[LP_MAX_ARITY] = {0}, want[LP_MAX_ARITY] = {0};
    lp_effect effect = {.sync = sync, .count = count};
    for (uint32_t i = 0; i < count; i++) {
        effect.ops[i] = p->open[members[i]];
        calls[i] = s->call[effect.ops[i]];
        want[i] = s->want[effect.ops[i]];
    }
    uint32_t edges;
    const automaton_edge *edge =
        automaton_step(s->automaton, p->state, sync, calls, count, want, &edges);
    if (!edges)
        return false;
    // The edges must outlive the search below, which asks the automaton again.
    automaton_edge *copy = memory_copy(edge, edges * sizeof *edge);
    for (uint32_t i = 0; i < count; i++)
        s->done[effect.ops[i]] = true;
    s->path[s->depth++] = effect;
    bool found = false;
    for (uint32_t e = 0; e < edges && !found; e++)
        found = visit(s, p->event, copy[e].next, AFTER_EFFECT);
    free(copy);
    if (found)
        return true;
    s->depth--;
    for (uint32_t i = 0; i < count; i++)
        s->done[effect.ops[i]] = false;
    return false;
}

// Operations that may take effect now, as groups wants them.
static groups candidates(const sync_search *s, place *p, bool pending_only)
{
    p->open = memory_copy(s->open, s->open_count * sizeof *p->open);
    p->methods = memory_new(s->open_count, sizeof *p->methods);
    for (uint32_t i = 0; i < s->open_count; i++) {
        bool pending = lp_op_pending(&s->history->ops[s->open[i]]);
        bool can =
            !s->done[s->open[i]] && (pending_only ? pending : !(s->options.stuck && pending));
        p->methods[i] = can ? s->task->methods[s->open[i]] : GROUPS_NONE;
    }
    return (groups){.spec = s->task->spec,
                    .count = s->open_count,
                    .methods = p->methods,
                    .found = try_group,
                    .context = p};
}

static bool try_effects(sync_search *s, uint32_t event, uint32_t state, kind k)
{
    place p = {.search = s, .event = event, .state = state};
    groups g = candidates(s, &p, false);
    // The operation just called is the last one that was opened.
    bool found =
        s->options.asap && k == AFTER_CALL ? groups_with(&g, s->open_count - 1) : groups_each(&g);
    free(p.open);
    free(p.methods);
    return found;
}

static bool allowed(void *context, uint32_t sync, const uint32_t *members, uint32_t count)
{
    const place *p = context;
    sync_search *s = p->search;
    uint32_t calls[LP_MAX_ARITY] = {0}, edges;
    for (uint32_t i = 0; i < count; i++) {
        s->last_group[i] = p->open[members[i]];
        calls[i] = s->call[s->last_group[i]];
    }
    s->last_count = count;
    automaton_step(s->automaton, p->state, sync, calls, count, NULL, &edges);
    return edges > 0;
}

// All events have happened. If what never returned is stuck, none may be able to go on.
static bool is_target(sync_search *s, uint32_t state)
{
    s->end_reached = true;
    if (!s->options.stuck)
        return true;
    place p = {.search = s, .state = state};
    groups g = candidates(s, &p, true);
    g.found = allowed;
    bool can_go_on = groups_each(&g);
    free(p.open);
    free(p.methods);
    return !can_go_on;
}

static bool happen_return(sync_search *s, uint32_t event, uint32_t state)
{
    uint32_t op = s->history->events[event].op, at = 0;
    if (!s->done[op])
        return false;
    while (s->open[at] != op)
        at++;
    memmove(s->open + at, s->open + at + 1, (s->open_count - at - 1) * sizeof *s->open);
    s->open_count--;
    if (visit(s, event + 1, state, AFTER_RETURN))
        return true;
    memmove(s->open + at + 1, s->open + at, (s->open_count - at) * sizeof *s->open);
    s->open[at] = op;
    s->open_count++;
    return false;
}

static bool happen(sync_search *s, uint32_t event, uint32_t state)
{
    if (event == s->history->event_count)
        return is_target(s, state);
    if (s->history->events[event].is_return)
        return happen_return(s, event, state);
    s->open[s->open_count++] = s->history->events[event].op;
    if (visit(s, event + 1, state, AFTER_CALL))
        return true;
    s->open_count--;
    return false;
}

static bool visit(sync_search *s, uint32_t event, uint32_t state, kind k)
{
    if (!s->options.asap)
        k = AFTER_EFFECT;
    if (s->stopped || !fresh(s, event, state, k))
        return false;
    if ((++s->steps % LOOK_EVERY == 0 && limits_reached(s->task->limits)) ||
        s->steps == s->task->budget) {
        s->stopped = true;
        return false;
    }
    return (k != AFTER_RETURN && try_effects(s, event, state, k)) || happen(s, event, state);
}

static void begin(sync_search *s, const judge_task *task, sync_search_options options)
{
    const lp_history *h = task->history;
    s->task = task;
    s->history = h;
    s->options = options;
    s->call = memory_new(h->op_count, sizeof *s->call);
    s->want = memory_new(h->op_count, sizeof *s->want);
    s->done = memory_new(h->op_count, sizeof *s->done);
    s->open = memory_new(h->op_count, sizeof *s->open);
    s->path = memory_new(h->op_count, sizeof *s->path);
    s->seen = intern_new();
    s->open_count = s->depth = s->last_count = 0;
    s->steps = 0;
    s->stopped = s->end_reached = false;
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        s->call[i] = automaton_call(s->automaton, task->methods[i], op->process, op->arg);
        s->want[i] = lp_op_pending(op) ? 0 : automaton_result(s->automaton, op->result);
    }
}

static void end(sync_search *s)
{
    free(s->call);
    free(s->want);
    free(s->done);
    free(s->open);
    free(s->path);
    free(s->key);
    s->key = NULL;
    s->key_capacity = 0;
    intern_free(s->seen);
}

static bool search(sync_search *s)
{
    uint32_t count;
    bool found = false;
    const uint32_t *initial = automaton_initial(s->automaton, &count);
    for (uint32_t i = 0; i < count && !found; i++)
        found = visit(s, 0, initial[i], AFTER_RETURN);
    return found;
}

void sync_search_run(sync_search *s, const judge_task *task, sync_search_options options,
                     lp_verdict *v)
{
    verdict_copy(&v->judge, options.asap ? "direct search" : "direct search without ASAP");
    if (task->history->op_count > MOST_OPERATIONS) {
        verdict_decide(v, LP_UNKNOWN, "synchronisations are searched up to %d operations",
                       MOST_OPERATIONS);
        return;
    }
    begin(s, task, options);
    bool found = search(s);
    if (found)
        v->outcome = LP_HOLDS;
    else if (s->stopped)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(task->limits));
    else
        v->outcome = LP_VIOLATED;
    if (found && task->want_witness) {
        v->witness = s->path;
        v->witness_count = s->depth;
        v->has_witness = true;
        s->path = NULL;
    }
    end(s);
}

uint32_t sync_search_stuck_group(sync_search *s, const judge_task *task, uint32_t *ops)
{
    begin(s, task, (sync_search_options){.asap = true, .stuck = true});
    bool found = search(s);
    uint32_t count = !found && s->end_reached ? s->last_count : 0;
    memcpy(ops, s->last_group, count * sizeof *ops);
    end(s);
    return count;
}
