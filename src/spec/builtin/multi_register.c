// SPDX-License-Identifier: MIT
// Several registers, and transactions that read and write some of them at one instant.
// The state is a list of key, value, key, value …, sorted by key; what holds nil is not in
// it. A transaction is a list of operations, done one after the other:
//
//     [["r", "x", nil], ["w", "y", 2]]
//
// It returns the same list with what it read. A value that stands in a read of the call
// is what the read must find, as in Knossos' multi-register.

#include "base/memory.h"

#include <assert.h>
#include <linchpin/spec.h>
#include <stdlib.h>
#include <string.h>

enum { TXN, READ, WRITE };

typedef enum access { NEITHER, READS, WRITES } access;

typedef struct operation {
    access access;
    lp_value items[3]; // what it does, the key, the value
} operation;

static access access_of(const lp_pool *pool, lp_value v)
{
    static const char *const names[] = {"r", "read", "w", "write"};
    if (v.kind != LP_KIND_STRING)
        return NEITHER;
    size_t n;
    const char *name = lp_string_bytes(pool, v, &n);
    if (n && *name == ':') // a keyword of EDN
        name++, n--;
    for (size_t i = 0; i < 4; i++)
        if (n == strlen(names[i]) && memcmp(name, names[i], n) == 0)
            return i < 2 ? READS : WRITES;
    return NEITHER;
}

static operation operation_of(const lp_pool *pool, lp_value v)
{
    operation o = {.access = NEITHER};
    size_t n = 0;
    const lp_value *items = v.kind == LP_KIND_VECTOR ? lp_items(pool, v, &n) : NULL;
    if (n != 3)
        return o;
    memcpy(o.items, items, sizeof o.items);
    o.access = access_of(pool, items[0]);
    return o;
}

// The registers while a transaction runs.
typedef struct registers {
    lp_value *pairs;
    size_t count, capacity;
} registers;

static void registers_copy(registers *r, const void *state, size_t size)
{
    *r = (registers){.count = size / sizeof *r->pairs};
    MEMORY_GROW(r->pairs, r->capacity, r->count + 2);
    assert(r->pairs);
    if (size)
        memcpy(r->pairs, state, size);
}

static size_t find(const lp_pool *pool, const registers *r, lp_value key, bool *there)
{
    size_t i = 0;
    while (i < r->count && lp_value_compare(pool, r->pairs[i], key) < 0)
        i += 2;
    *there = i < r->count && lp_value_equal(r->pairs[i], key);
    return i;
}

static lp_value get(const lp_pool *pool, const registers *r, lp_value key)
{
    bool there;
    size_t at = find(pool, r, key, &there);
    return there ? r->pairs[at + 1] : LP_NIL;
}

static void set(const lp_pool *pool, registers *r, lp_value key, lp_value value)
{
    bool there;
    size_t at = find(pool, r, key, &there), after = at + (there ? 2 : 0);
    size_t more = lp_is_nil(value) ? 0 : 2;
    MEMORY_GROW(r->pairs, r->capacity, r->count + 2);
    memmove(r->pairs + at + more, r->pairs + after, (r->count - after) * sizeof *r->pairs);
    r->count += more - (after - at);
    if (more) {
        r->pairs[at] = key;
        r->pairs[at + 1] = value;
    }
}

// Does the next operation; false: it cannot be done, because it expects another value.
static bool run_one(const lp_pool *pool, registers *r, operation *o)
{
    if (o->access == WRITES) {
        set(pool, r, o->items[1], o->items[2]);
        return true;
    }
    lp_value now = get(pool, r, o->items[1]), expected = o->items[2];
    o->items[2] = now;
    return o->access == READS && (lp_is_nil(expected) || lp_value_equal(expected, now));
}

static void step_txn(lp_step *s, registers *r)
{
    size_t n;
    const lp_value *list = lp_items(s->pool, s->calls[0].arg, &n);
    lp_value *done = memory_new(n, sizeof *done);
    bool fine = s->calls[0].arg.kind == LP_KIND_VECTOR;
    for (size_t i = 0; i < n && fine; i++) {
        operation o = operation_of(s->pool, list[i]);
        fine = run_one(s->pool, r, &o);
        if (!fine)
            break;
        done[i] = lp_vector(s->pool, o.items, 3);
        list = lp_items(s->pool, s->calls[0].arg, &n); // the pool may have moved it
    }
    if (fine)
        lp_step_emit_values(s, lp_vector(s->pool, done, n), r->pairs, r->count);
    free(done);
}

static void step(lp_step *s)
{
    registers r;
    registers_copy(&r, s->state, s->state_size);
    if (s->calls[0].method == TXN) {
        step_txn(s, &r);
    } else if (s->calls[0].method == READ) {
        lp_step_emit_same(s, get(s->pool, &r, s->calls[0].arg));
    } else {
        set(s->pool, &r, lp_step_arg(s, 0, 0), lp_step_arg(s, 0, 1));
        lp_step_emit_values(s, LP_UNIT, r.pairs, r.count);
    }
    free(r.pairs);
}

// A result is the argument again, but for what was read. Nothing at all will do where
// nothing was read.
static const char *refuse_result(const lp_pool *pool, const lp_value *ops, size_t n, lp_value arg,
                                 lp_value *result)
{
    static const char another[] =
        "it returns its operations again with what they read, but here it returned others";
    bool only_writes = true;
    for (size_t i = 0; i < n; i++)
        only_writes &= operation_of(pool, ops[i]).access == WRITES;
    if ((lp_is_nil(*result) || result->kind == LP_KIND_UNIT) && only_writes)
        *result = arg;
    size_t m = 0;
    const lp_value *done = result->kind == LP_KIND_VECTOR ? lp_items(pool, *result, &m) : NULL;
    if (m != n || !done)
        return another;
    for (size_t i = 0; i < n; i++) {
        operation asked = operation_of(pool, ops[i]), got = operation_of(pool, done[i]);
        bool same = got.access != NEITHER && lp_value_equal(asked.items[0], got.items[0]) &&
                    lp_value_equal(asked.items[1], got.items[1]);
        if (!same || (got.access == WRITES && !lp_value_equal(asked.items[2], got.items[2])))
            return another;
    }
    return NULL;
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self;
    if (method != TXN)
        return NULL;
    size_t n = 0;
    const lp_value *ops = arg.kind == LP_KIND_VECTOR ? lp_items(pool, arg, &n) : NULL;
    bool fine = arg.kind == LP_KIND_VECTOR;
    for (size_t i = 0; i < n; i++)
        fine &= operation_of(pool, ops[i]).access != NEITHER;
    if (!fine)
        return "it takes a list of operations: [[\"r\",\"x\",null],[\"w\",\"y\",2]]";
    return result ? refuse_result(pool, ops, n, arg, result) : NULL;
}

static void why(const lp_why *w)
{
    registers r;
    registers_copy(&r, w->state, w->state_size);
    if (w->call->method == READ)
        lp_why_say(w, "%v holds %v", w->call->arg, get(w->pool, &r, w->call->arg));
    size_t n = 0, m = 0;
    const lp_value *ops = w->call->method == TXN ? lp_items(w->pool, w->call->arg, &n) : NULL;
    const lp_value *done = lp_items(w->pool, w->result, &m);
    for (size_t i = 0; i < n; i++) {
        operation o = operation_of(w->pool, ops[i]);
        bool fine = run_one(w->pool, &r, &o);
        operation seen = i < m ? operation_of(w->pool, done[i]) : o;
        if (fine && lp_value_equal(seen.items[2], o.items[2]))
            continue;
        lp_why_say(w, "%v holds %v", o.items[1], o.items[2]);
        break;
    }
    free(r.pairs);
}

const lp_spec lp_spec_multi_register = {
    .name = "multi-register",
    .summary = "registers, and transactions that read and write several at once; nil at first",
    .methods = {{"txn", "transaction", 1,
                 "txn([\"r\" \"x\" nil], [\"w\" \"y\" 5]) → [[\"r\" \"x\" 3] [\"w\" \"y\" 5]]"},
                {"read", "get load", 1, "read(\"x\") → 5", .reads_only = true, .returns_nil = true},
                {"write", "set put store", 2, "write(\"x\", 5)", .returns_nothing = true}},
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
    .refuse = refuse,
};
