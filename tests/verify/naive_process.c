// SPDX-License-Identifier: MIT
// See naive_process.h.

#include "naive_process.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef enum naive_op {
    OP_STOP,
    OP_DONE,
    OP_SKIP,
    OP_PREFIX,  // label, effect, a
    OP_VALUE,   // d.x, a
    OP_SEND,    // s!0
    OP_RECEIVE, // s?0
    OP_PUT,     // q!0
    OP_GET,     // q?0
    OP_IF,      // x == 0
    OP_GUARD,   // x == 0
    OP_EXTERNAL,
    OP_GENERAL,
    OP_INTERNAL,
    OP_SEQUENCE,
    OP_INTERLEAVE,
    OP_PARALLEL,
    OP_HIDE,
    OP_RENAME, // a to b
    OP_INTERRUPT,
    OP_ATOMIC,
    OP_CALL,
} naive_op;

// Trees are never changed, and freed all at once.
typedef struct tree {
    naive_op op;
    uint8_t label; // of a prefix; of a call: which
    uint8_t effect;
    uint16_t left, right; // alphabets of a parallel composition; left: what is hidden
    bool begun;
    const struct tree *a, *b;
} tree;

struct naive_processes {
    const tree *body[NAIVE_ALL];
    tree **all;
    size_t count, capacity;
    bool lively;
};

enum { EFFECT_NONE, EFFECT_ZERO, EFFECT_FLIP };

static const tree *make(naive_processes *n, tree t)
{
    MEMORY_GROW(n->all, n->capacity, n->count + 1);
    tree *made = memory_new(1, sizeof *made);
    *made = t;
    n->all[n->count++] = made;
    return made;
}

void naive_free(naive_processes *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->all[i]);
    free(n->all);
    free(n);
}

// Labels that a process has in its alphabet, given those of what it calls: its events, but not what goes
// through channels.
static uint16_t events_in(const tree *t, const uint16_t *called)
{
    uint16_t inner;
    if (!t)
        return 0;
    switch (t->op) {
    case OP_CALL:
        return called[t->label];
    case OP_PREFIX:
        return (uint16_t)((t->label < 2 ? 1u << t->label : 0) | events_in(t->a, called));
    case OP_VALUE:
        return (uint16_t)(12 | events_in(t->a, called));
    case OP_HIDE:
        return (uint16_t)(events_in(t->a, called) & ~t->left);
    case OP_RENAME:
        inner = events_in(t->a, called);
        return (uint16_t)((inner & ~1u) | (inner & 1u) << 1);
    default:
        return events_in(t->a, called) | events_in(t->b, called);
    }
}

// Each round follows calls one deeper.
static uint16_t events_of(const naive_processes *n, const tree *t)
{
    uint16_t called[NAIVE_ALL] = {0}, next[NAIVE_ALL];
    for (bool again = true; again;) {
        for (uint32_t i = 0; i < NAIVE_ALL; i++)
            next[i] = events_in(n->body[i], called);
        again = memcmp(called, next, sizeof called) != 0;
        memcpy(called, next, sizeof called);
    }
    return events_in(t, called);
}

// Sequential processes, which go on with each other after an event.
static const tree *random_simple(naive_processes *n, rng *r, uint32_t depth)
{
    uint32_t kind = (uint32_t)rng_below(r, depth ? 16 : 3);
    if (kind < 3) {
        if (kind == 0 && rng_below(r, 3))
            kind = 2;
        if (n->lively && rng_below(r, 8))
            kind = 2;
        if (kind == 2 && (n->lively || rng_below(r, 4)))
            return make(n,
                        (tree){.op = OP_PREFIX,
                               .label = (uint8_t)rng_below(r, 2),
                               .a = make(n, (tree){.op = OP_CALL,
                                                   .label = (uint8_t)rng_below(r, NAIVE_SIMPLE)})});
        return make(n, (tree){.op = kind == 0 ? OP_STOP : OP_SKIP});
    }
    const tree *a = random_simple(n, r, depth - 1);
    if (kind < 9) {
        static const naive_op ops[] = {OP_PREFIX, OP_PREFIX,  OP_PREFIX, OP_PREFIX, OP_VALUE,
                                       OP_SEND,   OP_RECEIVE, OP_PUT,    OP_GET};
        tree t = {.op = ops[rng_below(r, 9)], .a = a};
        t.label = (uint8_t)(rng_below(r, 8) ? rng_below(r, 2) : NAIVE_TAU);
        t.effect = (uint8_t)(rng_below(r, 4) ? EFFECT_NONE : 1 + rng_below(r, 2));
        if (t.op != OP_PREFIX && t.op != OP_VALUE)
            t.effect = EFFECT_NONE;
        return make(n, t);
    }
    static const naive_op two[] = {OP_IF,       OP_GUARD,   OP_EXTERNAL, OP_EXTERNAL,
                                   OP_INTERNAL, OP_GENERAL, OP_SEQUENCE};
    tree t = {.op = two[kind - 9], .a = a};
    if (t.op != OP_GUARD)
        t.b = random_simple(n, r, depth - 1);
    return make(n, t);
}

// The same process twice, once with an event hidden or renamed: an alphabet has what either of them has.
static const tree *random_twice(naive_processes *n, rng *r)
{
    static const naive_op ops[] = {OP_EXTERNAL, OP_INTERNAL, OP_SEQUENCE};
    const tree *call = make(n, (tree){.op = OP_CALL, .label = (uint8_t)rng_below(r, NAIVE_SIMPLE)});
    const tree *changed =
        make(n, rng_below(r, 2)
                    ? (tree){.op = OP_RENAME, .a = call}
                    : (tree){.op = OP_HIDE, .left = (uint16_t)(1 + rng_below(r, 3)), .a = call});
    bool first = rng_below(r, 3);
    return make(n, (tree){.op = ops[rng_below(r, 3)],
                          .a = first ? changed : call,
                          .b = first ? call : changed});
}

// Others are made of them.
static const tree *random_composed(naive_processes *n, rng *r, uint32_t depth)
{
    static const naive_op ops[] = {OP_INTERLEAVE, OP_PARALLEL, OP_PARALLEL,  OP_HIDE,
                                   OP_HIDE,       OP_RENAME,   OP_INTERRUPT, OP_ATOMIC,
                                   OP_EXTERNAL,   OP_INTERNAL, OP_GENERAL,   OP_SEQUENCE};
    if (depth == 0 || rng_below(r, 5) == 0)
        return make(n, (tree){.op = OP_CALL, .label = (uint8_t)rng_below(r, NAIVE_SIMPLE)});
    naive_op op = ops[n->lively && rng_below(r, 2) ? rng_below(r, 3) : rng_below(r, 12)];
    tree t = {.op = op, .a = random_composed(n, r, depth - 1)};
    if (t.op == OP_HIDE) // a, b, d, s and q, by their names
        t.left =
            (uint16_t)((rng_below(r, 2) ? 3 : 1 + rng_below(r, 2)) | (rng_below(r, 4) ? 0 : 12) |
                       (rng_below(r, 3) ? 0 : 16) | (rng_below(r, 3) ? 0 : 96));
    else if (t.op != OP_RENAME && t.op != OP_ATOMIC)
        t.b = random_composed(n, r, depth - 1);
    if (t.op == OP_PARALLEL) {
        if (rng_below(r, 4) == 0)
            t.a = random_twice(n, r);
        t.left = events_of(n, t.a);
        t.right = events_of(n, t.b);
    }
    return make(n, t);
}

static naive_processes *random_processes(rng *r, bool lively)
{
    naive_processes *n = memory_new(1, sizeof *n);
    n->lively = lively;
    for (uint32_t i = 0; i < NAIVE_SIMPLE; i++)
        n->body[i] = random_simple(n, r, 1 + (uint32_t)rng_below(r, 3));
    for (uint32_t i = NAIVE_SIMPLE; i < NAIVE_ALL; i++)
        n->body[i] = random_composed(n, r, 1 + (uint32_t)rng_below(r, 3));
    return n;
}

naive_processes *naive_new(rng *r)
{
    return random_processes(r, false);
}

naive_processes *naive_new_lively(rng *r)
{
    return random_processes(r, true);
}

static void print_set(uint16_t set, text *out)
{
    static const struct {
        uint16_t labels;
        const char *name;
    } names[] = {{1, "a"}, {2, "b"}, {12, "d"}, {16, "s"}, {96, "q"}};
    bool any = false;
    text_add(out, " \\ {");
    for (size_t i = 0; i < 5; i++)
        if (set & names[i].labels) {
            text_add(out, "%s%s", any ? ", " : "", names[i].name);
            any = true;
        }
    text_add(out, "}");
}

static void print_prefix(const tree *t, text *out)
{
    static const char *const effects[] = {"", "{x = 0;}", "{x = 1 - x;}"};
    switch (t->op) {
    case OP_PREFIX:
        text_add(out, "%s%s",
                 t->label == NAIVE_TAU ? "tau"
                 : t->label            ? "b"
                                       : "a",
                 effects[t->effect]);
        break;
    case OP_VALUE:
        text_add(out, "d.x%s", effects[t->effect]);
        break;
    case OP_SEND:
        text_add(out, "s!0");
        break;
    case OP_RECEIVE:
        text_add(out, "s?0");
        break;
    default:
        text_add(out, t->op == OP_PUT ? "q!0" : "q?0");
        break;
    }
    text_add(out, " -> ");
}

static void print_tree(const tree *t, text *out)
{
    static const char *const signs[] = {
        [OP_EXTERNAL] = "[]",        [OP_GENERAL] = "[+]",    [OP_INTERNAL] = "<>",
        [OP_SEQUENCE] = ";",         [OP_INTERLEAVE] = "|||", [OP_PARALLEL] = "||",
        [OP_INTERRUPT] = "interrupt"};
    switch (t->op) {
    case OP_STOP:
    case OP_DONE:
        text_add(out, "Stop");
        return;
    case OP_SKIP:
        text_add(out, "Skip");
        return;
    case OP_CALL:
        text_add(out, "P%u()", t->label);
        return;
    case OP_IF:
        text_add(out, "if (x == 0) { ");
        print_tree(t->a, out);
        text_add(out, " } else { ");
        print_tree(t->b, out);
        text_add(out, " }");
        return;
    case OP_ATOMIC:
        text_add(out, "atomic { ");
        print_tree(t->a, out);
        text_add(out, " }");
        return;
    default:
        break;
    }
    bool prefix = t->op >= OP_PREFIX && t->op <= OP_GET;
    if (prefix)
        print_prefix(t, out);
    text_add(out, t->op == OP_GUARD ? "[x == 0] (" : "(");
    print_tree(t->a, out);
    text_add(out, ")");
    if (t->op == OP_HIDE)
        print_set(t->left, out);
    if (t->op == OP_RENAME)
        text_add(out, " [[a <- b]]");
    if (!t->b)
        return;
    text_add(out, " %s (", signs[t->op]);
    print_tree(t->b, out);
    text_add(out, ")");
}

void naive_print(const naive_processes *n, text *out)
{
    text_add(out, "shared int 0..1 x;\nchannel s 0;\nchannel q 1;\n"
                  "process Known() = a -> b -> d.0 -> Skip;\n");
    for (uint32_t i = 0; i < NAIVE_ALL; i++) {
        bool hides = n->body[i]->op == OP_HIDE || n->body[i]->op == OP_SEQUENCE;
        text_add(out, "process P%u() = %s", i, hides ? "(" : "");
        print_tree(n->body[i], out);
        text_add(out, "%s;\n", hides ? ")" : "");
    }
}

// A state: a tree, the variable, and how much is in the queue.
typedef struct naive_state {
    const tree *t;
    uint8_t x, queued;
} naive_state;

// What it makes of the variable is a function: those of two sides of an event are composed.
typedef struct naive_step {
    uint8_t label;
    bool urgent;
    uint8_t map[2], queued;
    const tree *to;
    uint32_t parts;
    uint8_t hidden;    // the label, + 1
    const tree *place; // where it stands,
    bool goes_on;      // or what comes after a termination
} naive_step;

typedef struct naive_steps {
    naive_step list[256];
    uint32_t count;
    bool many;
} naive_steps;

static void add(naive_steps *s, naive_step step)
{
    if (s->count == 256)
        s->many = true;
    else
        s->list[s->count++] = step;
}

static void steps_of(naive_processes *n, naive_state at, naive_steps *out);

static const tree *with(naive_processes *n, const tree *t, const tree *a, const tree *b)
{
    tree copy = *t;
    copy.a = a;
    copy.b = b;
    return make(n, copy);
}

static naive_step plain(naive_state at, uint8_t label, const tree *to)
{
    return (naive_step){
        .label = label, .map = {0, 1}, .queued = at.queued, .to = to, .parts = 2, .place = at.t};
}

// The parts as they are called one level further out, where they are on the left or on the right.
static uint32_t within(uint32_t parts, bool left)
{
    uint32_t out = 0;
    for (uint32_t n = 1; n < 16; n++) {
        uint32_t top = n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
        if (parts >> n & 1)
            out |= 1u << (n + top + (left ? 0 : top));
    }
    return out;
}

static void prefix_steps(naive_state at, naive_steps *out)
{
    const tree *t = at.t;
    naive_step s = plain(at, t->label, t->a);
    if (t->effect != EFFECT_NONE)
        s.map[0] = t->effect == EFFECT_FLIP, s.map[1] = 0;
    switch (t->op) {
    case OP_VALUE:
        s.label = (uint8_t)(2 + at.x);
        break;
    case OP_SEND:
    case OP_RECEIVE:
        s.label = t->op == OP_SEND ? NAIVE_SENDS : NAIVE_RECEIVES;
        break;
    case OP_PUT:
        s.label = 5;
        s.queued = 1;
        break;
    case OP_GET:
        s.label = 6;
        s.queued = 0;
        break;
    default:
        break;
    }
    bool full = t->op == OP_PUT && at.queued, empty = t->op == OP_GET && !at.queued;
    if (!full && !empty)
        add(out, s);
}

static const tree *done(naive_processes *n)
{
    return make(n, (tree){.op = OP_DONE});
}

static bool is_shared(const tree *t, uint8_t label)
{
    return t->op == OP_PARALLEL && label < NAIVE_TICK && (t->left >> label & 1) &&
           (t->right >> label & 1);
}

static void together(naive_processes *n, naive_state at, naive_step a, naive_step b,
                     naive_steps *out)
{
    const tree *t = at.t;
    naive_step s = plain(at, a.label, with(n, t, a.to, b.to));
    bool meets = (a.label == NAIVE_SENDS && b.label == NAIVE_RECEIVES) ||
                 (a.label == NAIVE_RECEIVES && b.label == NAIVE_SENDS);
    if (!meets && (a.label != b.label || !is_shared(t, a.label)))
        return;
    s.urgent = a.urgent || b.urgent;
    s.label = meets ? 4 : a.label;
    s.parts = within(a.parts, true) | within(b.parts, false);
    for (int i = 0; i < 2; i++)
        s.map[i] = b.map[a.map[i]];
    add(out, s);
}

static void composed_steps(naive_processes *n, naive_state at, naive_steps *out)
{
    const tree *t = at.t;
    naive_steps l = {.count = 0}, r = {.count = 0};
    uint32_t left_ends = 0, right_ends = 0;
    bool urgent = false;
    steps_of(n, (naive_state){t->a, at.x, at.queued}, &l);
    steps_of(n, (naive_state){t->b, at.x, at.queued}, &r);
    out->many |= l.many || r.many;
    for (uint32_t i = 0; i < l.count + r.count; i++) {
        bool left = i < l.count;
        naive_step s = left ? l.list[i] : r.list[i - l.count];
        urgent |= s.label == NAIVE_TICK && s.urgent;
        if (s.label == NAIVE_TICK && left && !left_ends)
            left_ends = within(s.parts, true);
        if (s.label == NAIVE_TICK && !left && !right_ends)
            right_ends = within(s.parts, false);
        s.parts = within(s.parts, left);
        if (s.label == NAIVE_TICK || is_shared(t, s.label))
            continue;
        s.to = left ? with(n, t, s.to, t->b) : with(n, t, t->a, s.to);
        add(out, s);
    }
    for (uint32_t i = 0; i < l.count; i++)
        for (uint32_t k = 0; k < r.count; k++)
            together(n, at, l.list[i], r.list[k], out);
    naive_step end = plain(at, NAIVE_TICK, done(n));
    end.urgent = urgent; // it is a step of both
    end.parts = left_ends | right_ends;
    if (left_ends && right_ends)
        add(out, end);
}

// Steps of one part, changed as the operator around it does.
static void part_steps(naive_processes *n, naive_state at, bool first, naive_steps *out)
{
    const tree *t = at.t;
    naive_steps inner = {.count = 0};
    steps_of(n, (naive_state){first ? t->a : t->b, at.x, at.queued}, &inner);
    out->many |= inner.many;
    for (uint32_t i = 0; i < inner.count; i++) {
        naive_step s = inner.list[i];
        const tree *stays = first ? with(n, t, s.to, t->b) : with(n, t, t->a, s.to);
        bool ends = s.label == NAIVE_TICK, tau = s.label == NAIVE_TAU;
        switch (t->op) {
        case OP_EXTERNAL:
            s.to = tau ? stays : s.to;
            break;
        case OP_INTERRUPT:
            s.to = (first && !ends) || tau ? stays : s.to;
            break;
        case OP_SEQUENCE:
            s.to = ends ? t->b : stays;
            s.label = ends ? NAIVE_TAU : s.label;
            s.place = ends ? t->b : s.place;
            s.goes_on |= ends;
            break;
        case OP_HIDE:
            s.to = ends ? s.to : stays;
            if (s.label < NAIVE_TICK && (t->left >> s.label & 1)) {
                s.hidden = (uint8_t)(s.label + 1);
                s.label = NAIVE_TAU;
            }
            break;
        case OP_RENAME:
            s.to = ends ? s.to : stays;
            s.label = s.label == 0 ? 1 : s.label;
            break;
        case OP_ATOMIC:
            s.urgent |= t->begun;
            if (!ends)
                s.to = make(n, (tree){.op = OP_ATOMIC, .begun = true, .a = s.to});
            break;
        default: // a general choice
            break;
        }
        add(out, s);
    }
}

static void steps_of(naive_processes *n, naive_state at, naive_steps *out)
{
    const tree *t = at.t;
    switch (t->op) {
    case OP_STOP:
    case OP_DONE:
        return;
    case OP_SKIP:
        add(out, plain(at, NAIVE_TICK, done(n)));
        return;
    case OP_IF:
        add(out, plain(at, NAIVE_TAU, at.x == 0 ? t->a : t->b));
        return;
    case OP_GUARD:
        if (at.x == 0)
            steps_of(n, (naive_state){t->a, at.x, at.queued}, out);
        return;
    case OP_CALL:
        steps_of(n, (naive_state){n->body[t->label], at.x, at.queued}, out);
        return;
    case OP_INTERNAL:
        add(out, plain(at, NAIVE_TAU, t->a));
        add(out, plain(at, NAIVE_TAU, t->b));
        return;
    case OP_INTERLEAVE:
    case OP_PARALLEL:
        composed_steps(n, at, out);
        return;
    case OP_EXTERNAL:
    case OP_GENERAL:
    case OP_INTERRUPT:
        part_steps(n, at, true, out);
        part_steps(n, at, false, out);
        return;
    case OP_SEQUENCE:
    case OP_HIDE:
    case OP_RENAME:
    case OP_ATOMIC:
        part_steps(n, at, true, out);
        return;
    default:
        prefix_steps(at, out);
        return;
    }
}

static bool same(const tree *a, const tree *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->op == b->op && a->label == b->label && a->effect == b->effect && a->left == b->left &&
           a->right == b->right && a->begun == b->begun && same(a->a, b->a) && same(a->b, b->b);
}

static uint8_t enter(const naive_processes *n, naive_state *states, naive_graph *g, naive_state s)
{
    uint32_t i = 0;
    while (s.t->op == OP_CALL)
        s.t = n->body[s.t->label];
    while (i < g->states &&
           !(states[i].x == s.x && states[i].queued == s.queued && same(states[i].t, s.t)))
        i++;
    if (i < g->states)
        return (uint8_t)i;
    if (i == NAIVE_STATES) {
        g->usable = false;
        return 0;
    }
    states[g->states++] = s;
    g->done[i] = s.t->op == OP_DONE;
    g->x[i] = s.x;
    g->queued[i] = s.queued;
    return (uint8_t)i;
}

// What is not seen, as the scheduler tells it apart.
typedef struct unseen_acts {
    naive_step list[200];
    uint32_t count;
} unseen_acts;

static uint8_t act_of(unseen_acts *u, const naive_step *s, naive_graph *g)
{
    uint32_t i = 0;
    if (s->label != NAIVE_TAU)
        return s->label;
    for (; i < u->count; i++) {
        const naive_step *o = &u->list[i];
        bool named = o->hidden || s->hidden;
        if (named ? o->hidden == s->hidden
                  : o->place == s->place && o->goes_on == s->goes_on && o->parts == s->parts)
            break;
    }
    if (i == 200) {
        g->usable = false;
        return 0;
    }
    if (i == u->count)
        u->list[u->count++] = *s;
    return (uint8_t)(NAIVE_LABELS + i);
}

void naive_explore(naive_processes *n, uint32_t which, naive_graph *g)
{
    naive_state states[NAIVE_STATES];
    static unseen_acts acts;
    acts.count = 0;
    *g = (naive_graph){.usable = true};
    enter(n, states, g, (naive_state){.t = n->body[which]});
    for (uint32_t i = 0; i < g->states && g->usable; i++) {
        naive_steps s = {.count = 0};
        bool urgent = false;
        steps_of(n, states[i], &s);
        g->usable &= !s.many;
        for (uint32_t k = 0; k < s.count; k++)
            urgent |= s.list[k].urgent && s.list[k].label <= NAIVE_TAU;
        for (uint32_t k = 0; k < s.count && g->usable; k++) {
            naive_step x = s.list[k];
            if (x.label > NAIVE_TAU || (urgent && !x.urgent))
                continue;
            uint8_t to = enter(n, states, g, (naive_state){x.to, x.map[states[i].x], x.queued});
            g->usable &= g->edges < NAIVE_EDGES;
            if (g->usable)
                g->edge[g->edges++] =
                    (naive_edge){(uint8_t)i, to, x.label, x.parts, act_of(&acts, &x, g)};
        }
    }
}
