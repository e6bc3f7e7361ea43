// SPDX-License-Identifier: MIT
// Resolving methods, once per distinct name: see resolve.h.

#include "judge/resolve.h"

#include "base/memory.h"
#include "base/text.h"
#include "spec/registry.h"

#include <stdlib.h>

static bool unknown_method(uint32_t line, const char *name, const lp_spec *spec, error *e)
{
    char *near = spec_method_near(spec, name);
    text hint = {0};
    if (near)
        text_add(&hint, "did you mean \"%s\"?", near);
    for (uint32_t i = 0; !near && i < spec_method_count(spec); i++)
        text_add(&hint, "%s%s", i ? ", " : "it has: ", spec->methods[i].name);
    error_at(e, NULL, line, 0, "the spec \"%s\" has no method \"%s\"; %s", spec->name, name,
             hint.bytes);
    text_fini(&hint);
    free(near);
    return false;
}

static bool refused(const lp_spec *spec, const lp_pool *pool, uint32_t method, lp_value arg,
                    lp_value *result, uint32_t line, error *e)
{
    if (!spec->refuse)
        return false;
    const char *wrong = spec->refuse(spec, pool, method, arg, result);
    if (wrong)
        error_at(e, NULL, line, 0, "%s: %s", spec->methods[method].name, wrong);
    return wrong != NULL;
}

static bool check_arguments(const lp_spec *spec, uint32_t number, const lp_pool *pool, lp_value arg,
                            uint32_t line, error *e)
{
    const lp_spec_method *method = &spec->methods[number];
    size_t given = lp_is_nil(arg) || arg.kind == LP_KIND_UNIT ? 0 : 1;
    if (method->args >= 2)
        lp_items(pool, arg, &given);
    // What is to be read, as some recorders write it: the result alone counts.
    if ((int)given == method->args || (method->args == 0 && method->reads_only))
        return !refused(spec, pool, number, arg, NULL, line, e);
    return error_at(e, NULL, line, 0, "%s takes %d argument%s, but here it has %zu", method->name,
                    method->args, method->args == 1 ? "" : "s", given);
}

// Inline: it is asked of every operation that is read.
static inline bool normal_result(const lp_spec *spec, const lp_pool *pool, uint32_t number,
                                 lp_value arg, uint32_t line, lp_value *result, error *e)
{
    const lp_spec_method *method = &spec->methods[number];
    if (refused(spec, pool, number, arg, result, line, e))
        return false;
    if (!spec_normal_result(method, arg, result))
        return error_at(e, NULL, line, 0, "%s returns nothing, but here it returned a value",
                        method->name);
    if (result->kind != LP_KIND_UNIT || method->returns_nothing)
        return true;
    *result = LP_NIL;
    return method->returns_nil ||
           error_at(e, NULL, line, 0, "%s returns a value, but here it returned nothing",
                    method->name);
}

bool resolve_result(const lp_spec *spec, const lp_pool *pool, uint32_t number, lp_value arg,
                    uint32_t line, lp_value *result, error *e)
{
    return normal_result(spec, pool, number, arg, line, result, e);
}

// Results that come from no file are as the object gave them: one that gave nothing
// where there should be a value is wrong, and that is for the judge to say.
static bool normalise(lp_op *op, const lp_spec *spec, const lp_pool *pool, uint32_t number,
                      error *e)
{
    const lp_spec_method *method = &spec->methods[number];
    op->arg = resolve_argument(method, op->arg);
    if (lp_op_pending(op))
        return true;
    if (op->line)
        return normal_result(spec, pool, number, op->arg, op->ret_line, &op->result, e);
    return spec_normal_result(method, op->arg, &op->result) ||
           error_set(e, "%s returns nothing, but here it returned a value", method->name);
}

// Few names, often repeated: a list, and the one found last first.
typedef struct names {
    struct name {
        lp_value name;
        uint32_t method;
    } * list;
    size_t count, capacity, last;
} names;

static const struct name *name_find(names *n, lp_value name, const lp_pool *pool,
                                    const lp_spec *spec)
{
    if (n->count && lp_value_equal(n->list[n->last].name, name))
        return &n->list[n->last];
    for (n->last = 0; n->last < n->count; n->last++)
        if (lp_value_equal(n->list[n->last].name, name))
            return &n->list[n->last];
    MEMORY_GROW(n->list, n->capacity, n->count + 1);
    n->list[n->count++] = (struct name){name, spec_method(spec, lp_string_bytes(pool, name, NULL))};
    return &n->list[n->last];
}

uint32_t resolve_method(const lp_spec *spec, const lp_pool *pool, lp_value name, lp_value arg,
                        uint32_t line, error *e)
{
    const char *bytes = lp_string_bytes(pool, name, NULL);
    uint32_t method = spec_method(spec, bytes);
    if (method == UINT32_MAX) {
        unknown_method(line, bytes, spec, e);
        return method;
    }
    return check_arguments(spec, method, pool, arg, line, e) ? method : UINT32_MAX;
}

bool resolve_methods(lp_history *h, const lp_spec *spec, uint32_t *methods, error *e)
{
    names seen = {0};
    bool fine = true;
    for (uint32_t i = 0; i < h->op_count && fine; i++) {
        lp_op *op = &h->ops[i];
        methods[i] = name_find(&seen, op->method, h->pool, spec)->method;
        if (methods[i] == UINT32_MAX)
            fine = unknown_method(op->line, lp_string_bytes(h->pool, op->method, NULL), spec, e);
        else
            fine = check_arguments(spec, methods[i], h->pool, op->arg, op->line, e) &&
                   normalise(op, spec, h->pool, methods[i], e);
    }
    free(seen.list);
    return fine;
}
