// SPDX-License-Identifier: MIT
// Depth-first just-in-time linearization: see jit_search.h.
//
// We walk along the events. A call opens an operation. The return of one that
// has taken effect closes it. The return of one that has not is a choice: it, or
// first some other open operation, takes effect now. Each choice is a frame; its
// operations in order are the witness. Going back over an event undoes it.
//
// Wing and Gong, "Testing and verifying concurrent objects", 1993, search over all minimal
// operations; Lowe, "Testing for linearizability", 2017, adds the memo and lets operations take
// effect only at a return that needs them. Where we deviate:
//   - an operation that only reads, and can take effect now, does so at once and for good: an
//     order in which it reads later remains legal if it reads now instead;
//   - where the spec can tell that the next read to return could not return its result any
//     more, the configuration is given up at once;
//   - operations that never return are remembered apart (jit_memo.h), removes to come rule
//     out adds (lookahead.h), and counters have a rule of their own (jit_sums.c).

#include "judge/search/jit_search.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/jit_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 256 };

// A rank: whether it never returns, its hint, its slot.
static const uint64_t DONE = UINT64_MAX, NEVER = 1ull << 63, SLOT_MASK = (1ull << 31) - 1;

jit_search *jit_search_new(const lp_spec *spec, lp_pool *pool)
{
    REQUIRE(!spec->syncs);
    jit_search *s = memory_new(1, sizeof *s);
    s->spec = spec;
    s->pool = pool;
    s->hints = hints_kind_of(spec);
    s->has_ends = lookahead_fits(spec);
    return s;
}

void jit_search_free(jit_search *s)
{
    if (!s)
        return;
    automaton_free(s->automaton);
    jit_memo_fini(&s->memo);
    free(s->call);
    free(s->want);
    free(s->slot);
    free(s->hint);
    lookahead_free(s->lookahead);
    free(s->reads);
    free(s->sums);
    free(s->reaches);
    free(s->in_slot);
    free(s->outlooks);
    free(s->kinds);
    free(s->kind);
    free(s->sets);
    free(s->frames);
    free(s);
}

static void put(uint64_t *set, uint32_t slot)
{
    set[slot / 64] |= 1ull << (slot % 64);
}

static void drop(uint64_t *set, uint32_t slot)
{
    set[slot / 64] &= ~(1ull << (slot % 64));
}

static void put_forever(jit_search *s, uint32_t slot)
{
    struct jit_kind *k = &s->kinds[s->kind[s->in_slot[slot]]];
    put(s->forever, slot);
    put(s->spent, k->first + k->used++);
}

static void drop_forever(jit_search *s, uint32_t slot, uint32_t op)
{
    struct jit_kind *k = &s->kinds[s->kind[op]];
    drop(s->forever, slot);
    drop(s->spent, k->first + --k->used);
}

// On to the next return of an operation that has not taken effect.
// False: the end was reached.
static bool advance(jit_search *s)
{
    const lp_history *h = s->history;
    for (; s->event < h->event_count; s->event++) {
        uint32_t op = h->events[s->event].op, slot = s->slot[op];
        if (!h->events[s->event].is_return) {
            s->in_slot[slot] = op;
            put(s->want[op] ? s->open : s->never, slot);
            if (!s->want[op])
                s->kinds[s->kind[op]].open++;
        } else if (slot_in(s->taken, slot)) {
            drop(s->taken, slot);
            drop(s->open, slot);
        } else {
            return true;
        }
    }
    return false;
}

static void retreat(jit_search *s, uint32_t to)
{
    const lp_history *h = s->history;
    while (s->event > to) {
        uint32_t op = h->events[--s->event].op, slot = s->slot[op];
        if (!h->events[s->event].is_return) {
            drop(s->want[op] ? s->open : s->never, slot);
            if (!s->want[op])
                s->kinds[s->kind[op]].open--;
        } else {
            put(s->taken, slot);
            put(s->open, slot);
            s->in_slot[slot] = op;
        }
    }
}

// Of operations alike that return, with the same call and result, the one that returns first goes
// first: in an order where it comes later the two may change places.
static bool returns_after_alike(const jit_search *s, uint32_t op)
{
    for (uint32_t word = 0; word < s->words; word++) {
        uint64_t rest = s->open[word] & ~s->taken[word];
        for (; rest; rest &= rest - 1) {
            uint32_t other = s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)];
            if (s->call[other] == s->call[op] && s->want[other] == s->want[op] &&
                s->history->ops[other].ret < s->history->ops[op].ret)
                return true;
        }
    }
    return false;
}

// In which order candidates are tried: by their hints; who returns first among
// equals; then by slot. What never returns need not take effect: last of all.
static uint64_t rank(uint64_t hint, uint32_t slot, bool returns_now)
{
    assert(hint <= UINT32_MAX && slot + 2 <= SLOT_MASK); // 1 + 32 + 31 bits
    return hint << 31 | (returns_now ? 1 : slot + 2);
}

static uint32_t slot_of_rank(const jit_search *s, const jit_frame *f)
{
    uint32_t low = (uint32_t)(f->candidate & SLOT_MASK);
    return low == 1 ? s->slot[s->history->events[f->event].op] : low - 2;
}

// The one of least rank above `after` among those that return.
static uint64_t next_returning(const jit_search *s, const jit_frame *f)
{
    uint32_t returning = s->history->events[f->event].op;
    uint64_t least = DONE;
    for (uint32_t word = 0; word < s->words; word++) {
        for (uint64_t rest = s->open[word] & ~s->taken[word]; rest; rest &= rest - 1) {
            uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(rest), op = s->in_slot[slot];
            uint64_t r = rank(s->hints ? s->hint[op] : 0, slot, op == returning);
            if (r > f->candidate && r < least && !returns_after_alike(s, op))
                least = r;
        }
    }
    return least;
}

// And among those that never do. Of those that do the same, one is enough; and what
// returns nothing goes before what never returns and does the same.
static uint64_t next_never(jit_search *s, const jit_frame *f)
{
    uint64_t least = DONE;
    int64_t missing = s->additive ? jit_sums_missing(s, f) : 0;
    s->choice++;
    for (uint32_t word = 0; word < s->words; word++) {
        for (uint64_t rest = s->open[word] & ~s->taken[word]; rest; rest &= rest - 1) {
            uint32_t op = s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)];
            if (s->kind[op] != INTERN_NONE)
                s->kinds[s->kind[op]].blocked = s->choice;
        }
    }
    for (uint32_t word = 0; word < s->words; word++) {
        for (uint64_t rest = s->never[word] & ~s->forever[word]; rest; rest &= rest - 1) {
            uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(rest), op = s->in_slot[slot];
            struct jit_kind *k = &s->kinds[s->kind[op]];
            if (k->blocked == s->choice)
                continue;
            k->blocked = s->choice;
            uint64_t r = NEVER | rank(s->additive ? jit_sums_rank(s, op, missing) : 0, slot, false);
            if (r > f->candidate && r < least)
                least = r;
        }
    }
    return least;
}

// The rank of the candidate that comes next; DONE: there is none.
static uint64_t next_candidate(jit_search *s, const jit_frame *f)
{
    uint64_t next = f->candidate < NEVER ? next_returning(s, f) : DONE;
    return next == DONE && s->kind_count ? next_never(s, f) : next;
}

// Does the rest of the history let this operation take effect now?
static bool look_ahead(jit_search *s, const jit_frame *f, uint32_t op)
{
    size_t size;
    s->mark = f->mark;
    if (!s->lookahead || !lookahead_is_add(s->lookahead, op))
        return true;
    const void *values = automaton_state_bytes(s->automaton, f->state, &size);
    return lookahead_allows(s->lookahead, op, values, size / sizeof(lp_value), &s->mark);
}

// Lets the candidate in this slot take effect in the frame's next way.
static bool take(jit_search *s, jit_frame *f, uint32_t slot)
{
    uint32_t op = s->in_slot[slot], count;
    if (!look_ahead(s, f, op) || (s->additive && !jit_sums_allow(s, f, op)))
        return false;
    const automaton_way *ways =
        automaton_ways(s->automaton, f->state, s->call[op], s->want[op], &count);
    while (f->way < count) {
        automaton_way w = ways[f->way++];
        // One that never returns and changes nothing can as well not happen.
        if (s->want[op] ? w.result != s->want[op] : w.next == f->state)
            continue;
        f->taken = slot;
        f->op = op;
        s->state = w.next;
        if (s->want[op])
            put(s->taken, slot);
        else
            put_forever(s, slot);
        return true;
    }
    return false;
}

// Lets something that only reads take effect, and leaves no other choice.
static bool take_read(jit_search *s, jit_frame *f)
{
    for (uint32_t word = 0; word < s->words; word++) {
        for (uint64_t rest = s->open[word] & ~s->taken[word]; rest; rest &= rest - 1) {
            uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(rest);
            if (!s->reads[s->in_slot[slot]])
                continue;
            if (take(s, f, slot)) {
                f->candidate = DONE;
                return true;
            }
            f->way = 0;
        }
    }
    return false;
}

// The next thing that can take effect at the frame's choice.
static bool choose(jit_search *s, jit_frame *f)
{
    if (f->taken == NO_SLOT && take_read(s, f))
        return true;
    if (f->candidate == DONE)
        return false;
    // First other ways of the one that was tried last, then the next one.
    if (f->candidate && take(s, f, slot_of_rank(s, f)))
        return true;
    for (;;) {
        f->candidate = next_candidate(s, f);
        f->way = 0;
        if (f->candidate == DONE)
            return false;
        if (take(s, f, slot_of_rank(s, f)))
            return true;
    }
}

// Could the next read to return still return what it did?
static bool hopeless(jit_search *s)
{
    if (!s->spec->may_return || s->outlooks[s->event].read == UINT32_MAX)
        return false;
    struct outlook o = s->outlooks[s->event];
    if (s->history->ops[o.read].call < s->event && slot_in(s->taken, s->slot[o.read]))
        return false;
    for (uint32_t word = 0; word < s->words; word++) {
        uint64_t rest = (s->open[word] & ~s->taken[word]) | (s->never[word] & ~s->forever[word]);
        for (; rest; rest &= rest - 1)
            o.methods |= 1u << s->methods[s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)]];
    }
    return !automaton_may_return(s->automaton, s->state, s->call[o.read], s->want[o.read],
                                 o.methods);
}

static bool seen(jit_search *s)
{
    uint32_t open = s->additive && jit_sums_open(s) ? 1u << 31 : 0;
    return jit_memo_seen(&s->memo, s->event | open, s->state, s->taken, s->spent);
}

static void push(jit_search *s)
{
    MEMORY_GROW(s->frames, s->frames_capacity, s->depth + 1);
    s->frames[s->depth++] =
        (jit_frame){.event = s->event, .state = s->state, .taken = NO_SLOT, .mark = s->mark};
}

// Back to the last frame that has another choice, which it takes.
static bool backtrack(jit_search *s)
{
    while (s->depth) {
        jit_frame *f = &s->frames[s->depth - 1];
        if (f->taken != NO_SLOT) {
            retreat(s, f->event);
            if (s->want[f->op])
                drop(s->taken, f->taken);
            else
                drop_forever(s, f->taken, f->op);
        }
        if (choose(s, f))
            return true;
        s->depth--;
    }
    return false;
}

static lp_outcome search(jit_search *s, uint32_t initial, limits *l, uint64_t budget)
{
    s->state = initial;
    s->event = 0;
    s->depth = 0;
    s->mark = (lookahead_mark){0};
    uint64_t work = 0;
    while (advance(s)) {
        s->reached = s->event > s->reached ? s->event : s->reached;
        if ((++work % LOOK_EVERY == 0 && limits_reached(l)) || work == budget)
            return LP_UNKNOWN;
        if (!hopeless(s) && !(s->additive && jit_sums_hopeless(s)) && !seen(s))
            push(s);
        // A frame just pushed has taken nothing yet, so this is its first choice.
        if (!backtrack(s))
            return LP_VIOLATED;
        if (work % LOOK_EVERY == 0 && limits_progress_due(l))
            limits_progress(l, "judging: at event %u of %u", s->event, s->history->event_count);
    }
    return LP_HOLDS;
}

static void give_witness(const jit_search *s, lp_verdict *v)
{
    v->witness = memory_new(s->depth, sizeof *v->witness);
    v->witness_count = (uint32_t)s->depth;
    for (size_t i = 0; i < s->depth; i++) {
        lp_call call = automaton_call_get(s->automaton, s->call[s->frames[i].op]);
        v->witness[i] = (lp_effect){.count = 1, .ops = {s->frames[i].op}, .sync = call.method};
    }
    v->has_witness = true;
}

void jit_search_run(jit_search *s, const judge_task *task, lp_verdict *v)
{
    verdict_copy(&v->judge, "just-in-time search");
    lp_outcome outcome = LP_UNKNOWN;
    if (jit_prepare(s, task)) {
        uint32_t count;
        const uint32_t *initial = automaton_initial(s->automaton, &count);
        bool refuted = s->lookahead && lookahead_refutes(s->lookahead);
        outcome = LP_VIOLATED;
        s->reached = 0;
        for (uint32_t i = 0; i < count && outcome == LP_VIOLATED && !refuted; i++) {
            memset(s->sets, 0, (size_t)s->words * JIT_SETS * sizeof *s->sets);
            for (uint32_t k = 0; k < s->kind_count; k++)
                s->kinds[k].used = s->kinds[k].open = 0;
            outcome = search(s, initial[i], task->limits, task->budget);
        }
    }
    v->outcome = outcome;
    if (task->reached && outcome == LP_VIOLATED)
        *task->reached = s->reached;
    if (outcome == LP_UNKNOWN)
        verdict_decide(v, LP_UNKNOWN, "%s at event %u of %u", limits_reason(task->limits), s->event,
                       task->history->event_count);
    else if (outcome == LP_HOLDS && task->want_witness)
        give_witness(s, v);
}
