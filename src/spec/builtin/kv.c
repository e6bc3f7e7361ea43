// SPDX-License-Identifier: MIT
// A key–value store, judged key by key. The state is a list of key, value, key,
// value …, sorted by key.
//
// A key that was never put, or was deleted, reads as nil or as "": stores of
// strings write the one or the other, and no history mixes them with a reason.
// `append` to such a key starts a string, or, with a value that is none, a list.

#include "base/value/joined.h"

#include <linchpin/spec.h>

enum { GET, PUT, APPEND, DELETE, REMOVE, CAS };

static size_t find(const lp_pool *pool, const void *state, size_t size, lp_value key, bool *there)
{
    const lp_value *pairs = state;
    size_t n = size / sizeof *pairs, i = 0;
    while (i < n && lp_value_compare(pool, pairs[i], key) < 0)
        i += 2;
    *there = i < n && lp_value_equal(pairs[i], key);
    return i;
}

static bool is_empty(const lp_pool *pool, lp_value v)
{
    size_t length = 1;
    if (v.kind == LP_KIND_STRING)
        lp_string_bytes(pool, v, &length);
    return length == 0;
}

// Strings are joined, lists get one more; anything else cannot be appended to.
static bool append(lp_pool *pool, bool there, lp_value now, lp_value more, lp_value *joined)
{
    if (!there)
        *joined = more.kind == LP_KIND_STRING ? more : lp_vector(pool, &more, 1);
    else if (now.kind == LP_KIND_STRING && more.kind == LP_KIND_STRING)
        *joined = joined_string(pool, now, more);
    else if (now.kind == LP_KIND_VECTOR)
        *joined = joined_vector(pool, now, more);
    else
        return false;
    return true;
}

static void step(lp_step *s)
{
    uint32_t method = s->calls[0].method;
    bool there;
    lp_value entry[2] = {lp_step_arg(s, 0, 0), lp_step_arg(s, 0, 1)};
    size_t at = find(s->pool, s->state, s->state_size, entry[0], &there), gone = there ? 2 : 0;
    lp_value now = there ? lp_step_values(s, NULL)[at + 1] : LP_NIL;
    if (method == GET) {
        lp_step_emit_same(s, now);
        if (!there)
            lp_step_emit_same(s, lp_string(s->pool, "", 0));
    } else if (method == PUT) {
        lp_step_emit_spliced(s, LP_UNIT, at, gone, entry, 2);
    } else if (method == APPEND) {
        if (append(s->pool, there, now, entry[1], &entry[1]))
            lp_step_emit_spliced(s, LP_UNIT, at, gone, entry, 2);
    } else if (method == CAS) {
        lp_value from = entry[1];
        bool same = lp_value_equal(now, from), maybe = !there && is_empty(s->pool, from);
        entry[1] = lp_step_arg(s, 0, 2);
        if (same || maybe)
            lp_step_emit_spliced(s, LP_TRUE, at, gone, entry, 2);
        if (!same)
            lp_step_emit_same(s, LP_FALSE);
    } else {
        lp_step_emit_spliced(s, method == DELETE ? LP_UNIT : lp_bool(there), at, gone, NULL, 0);
    }
}

static lp_value split(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg)
{
    return lp_call_arg(self, pool, method, arg, 0);
}

// While there are only appends, what is there stays at the beginning.
static bool may_return(const lp_outlook *o)
{
    if (o->call->method != GET ||
        o->methods & (1u << PUT | 1u << DELETE | 1u << REMOVE | 1u << CAS))
        return true;
    bool there;
    lp_value key = lp_call_arg(o->spec, o->pool, GET, o->call->arg, 0);
    size_t at = find(o->pool, o->state, o->state_size, key, &there);
    if (!there)
        return true;
    lp_value now = ((const lp_value *)o->state)[at + 1];
    if (now.kind != LP_KIND_STRING && now.kind != LP_KIND_VECTOR)
        return lp_value_equal(now, o->result);
    return joined_begins_with(o->pool, o->result, now);
}

static bool only_read(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                      lp_value result)
{
    (void)self, (void)pool, (void)arg;
    return (method == REMOVE || method == CAS) && lp_value_equal(result, LP_FALSE);
}

static void why(const lp_why *w)
{
    bool there;
    lp_value key = lp_call_arg(w->spec, w->pool, w->call->method, w->call->arg, 0);
    size_t at = find(w->pool, w->state, w->state_size, key, &there);
    if (there)
        lp_why_say(w, "the value of %v is %v", key, ((const lp_value *)w->state)[at + 1]);
    else
        lp_why_say(w, "there is no key %v", key);
}

const lp_spec lp_spec_kv = {
    .name = "kv",
    .summary = "key–value store, judged key by key; nil or \"\" for a key that is not there",
    .methods = {{"get", "read lookup", 1, "get(\"k\") → 5", .reads_only = true,
                 .returns_nil = true},
                {"put", "set write store update", 2, "put(\"k\", 5)", .returns_nothing = true},
                {"append", "concat", 2, "append(\"k\", \"xy\")", .returns_nothing = true},
                {"delete", "del erase unset", 1, "delete(\"k\")", .returns_nothing = true},
                {"remove", NULL, 1, "remove(\"k\") → true"},
                {"cas", "compare_and_set compare_and_swap replace", 3, "cas(\"k\", 5, 6) → true",
                 .echo_is_true = true}},
    .split = split,
    .data_independent = true, // all operations mention their key
    .hides_past = true,
    .initial = lp_initial_empty,
    .step = step,
    .may_return = may_return,
    .why = why,
    .only_read = only_read,
};
