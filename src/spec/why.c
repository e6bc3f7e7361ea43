// SPDX-License-Identifier: MIT
// Evidence in words: see why.h.

#include "spec/why.h"

#include "base/memory.h"
#include "base/value/value_text.h"

#include <stdarg.h>
#include <stdlib.h>

enum { MOST_LISTED = 5 };

// What `why` says goes to a text; the struct a spec sees is its first member.
typedef struct saying {
    lp_why why;
    text *out;
} saying;

static void put(const lp_why *w, const char *words)
{
    text_add(((const saying *)w)->out, "%s", words);
}

// "1, 2 and 3"; of many only the first few.
static void add_list(const lp_pool *pool, const lp_value *values, size_t count, const char *last,
                     text *out)
{
    size_t shown = count > MOST_LISTED + 1 ? MOST_LISTED : count;
    for (size_t i = 0; i < shown; i++) {
        text_add(out, "%s", i == 0 ? "" : i + 1 == count ? last : ", ");
        value_print(pool, values[i], out);
    }
    if (shown < count)
        text_add(out, "%s%zu more", last, count - shown);
}

void lp_why_say(const lp_why *w, const char *format, ...)
{
    text said = {0};
    va_list args;
    va_start(args, format);
    for (const char *c = format; *c; c++) {
        if (*c != '%' || !c[1]) {
            text_add_bytes(&said, c, 1);
            continue;
        }
        switch (*++c) {
        case 'v':
            value_print(w->pool, va_arg(args, lp_value), &said);
            break;
        case 'l': {
            const lp_value *values = va_arg(args, const lp_value *);
            add_list(w->pool, values, va_arg(args, size_t), " and ", &said);
            break;
        }
        case 'd':
            text_add(&said, "%lld", (long long)va_arg(args, int64_t));
            break;
        case 's':
            text_add(&said, "%s", va_arg(args, const char *));
            break;
        default:
            text_add_bytes(&said, c, 1);
        }
    }
    va_end(args);
    if (said.length)
        w->put(w, said.bytes);
    text_fini(&said);
}

bool why_not_there(const lp_why *w, const char *container, const lp_value *values, size_t count,
                   size_t *at)
{
    *at = lp_values_find(values, count, w->result);
    if (*at < count)
        return false;
    if (count == 0)
        lp_why_say(w, "the %s is empty", container);
    else if (lp_is_nil(w->result))
        lp_why_say(w, "the %s holds %l", container, values, count);
    else
        lp_why_say(w, "%v is not in the %s", w->result, container);
    return true;
}

// The distinct results that a step emits.
typedef struct results {
    lp_step step;
    lp_value *list;
    size_t count, capacity;
} results;

static void collect(lp_step *s, const lp_value *emitted, const void *next, size_t size)
{
    (void)next;
    (void)size;
    results *r = (results *)s;
    if (lp_values_find(r->list, r->count, emitted[0]) < r->count)
        return;
    MEMORY_GROW(r->list, r->capacity, r->count + 1);
    r->list[r->count++] = emitted[0];
}

// Is this method met by others there?
static bool meets(const lp_sync *sync, uint32_t method)
{
    bool found = false;
    for (uint32_t i = 0; i < sync->count; i++)
        found |= sync->methods[i] == method;
    return found && lp_sync_most(sync) > 1;
}

static void say_what_it_could(const lp_why *w, lp_pool *pool, text *out)
{
    const lp_spec *spec = w->spec;
    for (uint32_t i = 0; spec->syncs && i < spec->sync_count; i++)
        if (meets(&spec->syncs[i], w->call->method)) {
            text_add(out, "no open operation can meet it so");
            return;
        }
    if (spec->needs_result) {
        text_add(out, "the spec does not allow this result");
        return;
    }
    results r = {.step = {.spec = spec,
                          .pool = pool,
                          .state = w->state,
                          .state_size = w->state_size,
                          .sync = w->call->method,
                          .count = 1,
                          .calls = w->call,
                          .emit = collect}};
    if (!spec->syncs)
        spec->step(&r.step);
    for (uint32_t i = 0; i < (spec->syncs ? spec->sync_count : 0); i++)
        if (spec->syncs[i].methods[0] == w->call->method) {
            r.step.sync = i;
            spec->step(&r.step);
        }
    if (r.count == 0) {
        text_add(out, "it is not allowed in this state");
    } else {
        text_add(out, "it could only return ");
        add_list(pool, r.list, r.count, " or ", out);
    }
    free(r.list);
}

void spec_print_why(const lp_spec *spec, lp_pool *pool, const void *state, size_t size,
                    const lp_call *call, lp_value result, text *out)
{
    saying s = {.why = {.spec = spec,
                        .pool = pool,
                        .state = state,
                        .state_size = size,
                        .call = call,
                        .result = result,
                        .put = put},
                .out = out};
    size_t before = out->length;
    if (spec->why)
        spec->why(&s.why);
    if (out->length == before)
        say_what_it_could(&s.why, pool, out);
}
