// SPDX-License-Identifier: MIT
// Runs of one thread: see sequential.h.

#include "spec/sequential.h"

#include "base/error.h"
#include "base/io/json.h"
#include "base/memory.h"
#include "base/value/value_text.h"
#include "spec/registry.h"
#include "spec/why.h"

#include <stdlib.h>
#include <string.h>

typedef struct state {
    void *bytes;
    size_t size;
} state;

// The states possible now; a step emits into it.
typedef struct states {
    lp_step step;
    lp_value wanted;
    bool any_result;
    state list[64];
    size_t count;
} states;

static void emit(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    states *to = (states *)s;
    if (!to->any_result && !lp_value_equal(results[0], to->wanted))
        return;
    REQUIRE(to->count < 64);
    to->list[to->count++] = (state){memory_copy(next, size), size};
}

static void drop(states *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->list[i].bytes);
}

static lp_value parse(lp_pool *pool, const char *bytes, size_t length)
{
    json j;
    json_init(&j, bytes, length);
    lp_value v;
    bool fine = value_read_json(pool, &j, json_next(&j), &v);
    REQUIRE(fine);
    json_fini(&j);
    return v;
}

// One call and its result; gives what follows.
static const char *parse_call(const lp_spec *spec, lp_pool *pool, const char *at, lp_call *call,
                              lp_value *result)
{
    *call = (lp_call){0};
    if (strcspn(at, ":") < strcspn(at, "( ")) {
        call->process = strtol(at, NULL, 10);
        at = strchr(at, ':') + 1;
    }
    const char *open = strchr(at, '('), *close = open + 1;
    while (*close != ')')
        close++;
    char *name = memory_string_n(at, (size_t)(open - at));
    call->method = spec_method(spec, name);
    REQUIRE(call->method != UINT32_MAX);
    free(name);
    char *list = text_format("[%.*s]", (int)(close - open - 1), open + 1);
    size_t n;
    lp_value args = parse(pool, list, strlen(list));
    const lp_value *items = lp_items(pool, args, &n);
    free(list);
    REQUIRE((int)n == spec->methods[call->method].args);
    call->arg = n == 0 ? LP_NIL : n == 1 ? items[0] : args;
    at = close + 1;
    *result = LP_UNIT;
    if (*at == '=') {
        size_t length = strcspn(++at, " ");
        *result = parse(pool, at, length);
        at += length;
    }
    bool fine = spec_normal_result(&spec->methods[call->method], call->arg, result);
    REQUIRE(fine);
    return at + strspn(at, " ");
}

bool sequential_run(const lp_spec *spec, const char *run, text *why, uint32_t *failed)
{
    lp_pool *pool = lp_pool_new();
    states now = {.step = {.spec = spec, .pool = pool, .emit = emit}, .any_result = true};
    spec->initial(spec, &now.step);
    *failed = 0;
    for (const char *at = run; *at && now.count; ++*failed) {
        lp_call call;
        states next = {
            .step = {.spec = spec, .pool = pool, .count = 1, .calls = &call, .emit = emit}};
        at = parse_call(spec, pool, at, &call, &next.wanted);
        next.step.sync = call.method;
        for (size_t i = 0; i < now.count; i++) {
            next.step.state = now.list[i].bytes;
            next.step.state_size = now.list[i].size;
            spec->step(&next.step);
        }
        for (size_t i = 0; i < now.count && !next.count; i++) {
            text_add(why, "%s", i ? " / " : "");
            spec_print_why(spec, pool, now.list[i].bytes, now.list[i].size, &call, next.wanted,
                           why);
        }
        drop(&now);
        now = next;
    }
    bool allowed = now.count > 0;
    drop(&now);
    lp_pool_free(pool);
    return allowed;
}
