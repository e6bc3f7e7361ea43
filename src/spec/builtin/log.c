// SPDX-License-Identifier: MIT
// A log that only grows; the first entry is number 0. `append` returns the number
// of its entry, or nothing where a library does not tell.

#include "spec/refuse.h"

#include <string.h>

enum { APPEND, READ, LENGTH, READ_ALL };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *entries = lp_step_values(s, &n);
    lp_value arg = s->calls[0].arg;
    switch (s->calls[0].method) {
    case APPEND:
        lp_step_emit_appended(s, lp_int((int64_t)n), arg);
        lp_step_emit_appended(s, LP_UNIT, arg);
        lp_step_emit_appended(s, LP_NIL, arg); // how JSON writes "nothing"
        break;
    case READ:
        lp_step_emit_same(s, arg.kind == LP_KIND_INT && arg.bits >= 0 && (size_t)arg.bits < n
                                 ? entries[arg.bits]
                                 : LP_NIL);
        break;
    case LENGTH:
        lp_step_emit_same(s, lp_int((int64_t)n));
        break;
    default:
        lp_step_emit_same(s, lp_vector(s->pool, entries, n));
    }
}

// What is in the log stays there, where it is.
static bool may_return(const lp_outlook *o)
{
    const lp_value *entries = o->state;
    size_t n = o->state_size / sizeof *entries, m = 0;
    lp_value i = o->call->arg;
    if (o->call->method == LENGTH)
        return o->result.kind == LP_KIND_INT && o->result.bits >= (int64_t)n;
    if (o->call->method == READ)
        return i.kind != LP_KIND_INT || i.bits < 0 || (size_t)i.bits >= n ||
               lp_value_equal(entries[i.bits], o->result);
    if (o->call->method != READ_ALL)
        return true;
    const lp_value *all = lp_items(o->pool, o->result, &m);
    return n <= m && (n == 0 || memcmp(entries, all, n * sizeof *all) == 0);
}

// Whoever returns nothing may be recorded with true or with its argument again; but an integer
// is the number of the entry.
static const char *refuse_append(lp_value arg, lp_value *result)
{
    bool again = lp_value_equal(*result, arg) && arg.kind != LP_KIND_INT;
    if (again || lp_value_equal(*result, LP_TRUE))
        *result = LP_UNIT;
    return refuse_result(*result) ? "it returns the number of the entry, or nothing" : NULL;
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool;
    if (!result)
        return method == READ ? refuse_argument(arg) : NULL;
    return method == APPEND   ? refuse_append(arg, result)
           : method == LENGTH ? refuse_result(*result)
                              : NULL;
}

static void why(const lp_why *w)
{
    const lp_value *entries = w->state;
    size_t n = w->state_size / sizeof *entries;
    lp_value i = w->call->arg;
    if (w->call->method == READ && i.kind == LP_KIND_INT && i.bits >= 0 && (size_t)i.bits < n)
        lp_why_say(w, "entry %v is %v", i, entries[i.bits]);
    else if (w->call->method == READ_ALL && n)
        lp_why_say(w, "the log holds %l", entries, n);
    else
        lp_why_say(w, "the log has %d entr%s", (int64_t)n, n == 1 ? "y" : "ies");
}

const lp_spec lp_spec_log = {
    .name = "log",
    .summary = "entries are appended and read by number, from 0; nil where there is none",
    .methods = {{"append", "add push write", 1, "append(5) → 0", .returns_nil = true},
                {"read", "get at", 1, "read(0) → 5", .reads_only = true, .returns_nil = true},
                {"length", "size len tail", 0, "length() → 1", .reads_only = true},
                {"read_all", "scan entries list", 0, "read_all() → [5]", .reads_only = true}},
    .initial = lp_initial_empty,
    .step = step,
    .may_return = may_return,
    .why = why,
    .refuse = refuse,
};
