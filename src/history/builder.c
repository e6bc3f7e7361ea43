// SPDX-License-Identifier: MIT
// Pairs returns with calls: see builder.h. Open operations are found by a hash
// of (process, id), so that a history of any number of processes is read in
// linear time.

#include "history/builder.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/format.h"

#include <stdlib.h>

enum { NOT_OPEN = UINT32_MAX };

struct builder {
    const char *file;
    lp_history *into;
    lp_history *all; // failed operations are still in it
    bool *failed;    // of each operation of `all`
    size_t failed_capacity;
    intern *keys;   // (process, object if it has an id, id)
    uint32_t *open; // per key: its open operation
    size_t open_capacity;
};

typedef struct key {
    int64_t process;
    lp_value id;
} key;

builder *builder_new(const char *file, lp_history *into)
{
    builder *b = memory_new(1, sizeof *b);
    b->file = file;
    b->into = into;
    b->all = lp_history_new(into->pool);
    b->keys = intern_new();
    return b;
}

void builder_free(builder *b)
{
    if (!b)
        return;
    lp_history_free(b->all);
    intern_free(b->keys);
    free(b->failed);
    free(b->open);
    free(b);
}

// Where the open operation of this process and id is noted. Operations with
// ids are known by their id alone among those of their process.
static uint32_t *open_operation(builder *b, const builder_event *event, bool *fresh)
{
    key k = {event->process, event->id};
    uint32_t n = intern_add_fresh(b->keys, &k, sizeof k, fresh);
    MEMORY_GROW(b->open, b->open_capacity, (size_t)n + 1);
    if (*fresh)
        b->open[n] = NOT_OPEN;
    return &b->open[n];
}

static bool complain(const builder *b, const builder_event *event, error *e, const char *what)
{
    return error_at(e, b->file, event->line, event->column, "%s", what);
}

static char *describe(const builder *b, uint32_t op)
{
    text t = {0};
    op_print(b->into->pool, &b->all->ops[op], &t);
    text_add(&t, " of line %u", b->all->ops[op].line);
    return text_take(&t);
}

bool builder_invoke(builder *b, const builder_event *event, error *e)
{
    bool fresh;
    uint32_t *open = open_operation(b, event, &fresh);
    if (!fresh && !lp_is_nil(event->id))
        return complain(b, event, e, "this operation id was used before in the same process");
    if (*open != NOT_OPEN) {
        char *other = describe(b, *open);
        error_at(e, b->file, event->line, event->column,
                 "process %lld calls again while its %s is open; give operations an \"id\" if one "
                 "process may have several open",
                 (long long)event->process, other);
        free(other);
        return false;
    }
    if (b->all->event_count >= LP_NO_EVENT - 2)
        return complain(b, event, e, "the history has too many events");
    uint32_t op = lp_history_call(b->all, event->process, event->method, event->value);
    b->all->ops[op].object = event->object;
    b->all->ops[op].id = event->id;
    b->all->ops[op].line = event->line > UINT32_MAX ? 0 : (uint32_t)event->line;
    MEMORY_GROW(b->failed, b->failed_capacity, (size_t)op + 1);
    b->failed[op] = false;
    *open = op;
    return true;
}

// The open operation that this return belongs to; NULL with an error.
static uint32_t *matching(builder *b, const builder_event *event, error *e)
{
    bool fresh;
    uint32_t *open = open_operation(b, event, &fresh);
    if (*open == NOT_OPEN) {
        error_at(e, b->file, event->line, event->column,
                 "process %lld returns%s without an open call", (long long)event->process,
                 lp_is_nil(event->id) ? "" : " from this operation id");
        return NULL;
    }
    const lp_op *op = &b->all->ops[*open];
    if (!lp_is_nil(event->method) && !lp_value_equal(event->method, op->method)) {
        char *other = describe(b, *open);
        error_at(e, b->file, event->line, event->column,
                 "process %lld returns from \"%s\", but its open call is %s",
                 (long long)event->process, lp_string_bytes(b->into->pool, event->method, NULL),
                 other);
        free(other);
        return NULL;
    }
    if (!lp_is_nil(event->object) && !lp_value_equal(event->object, op->object)) {
        complain(b, event, e, "the return names another object than the call");
        return NULL;
    }
    return open;
}

bool builder_ok(builder *b, const builder_event *event, error *e)
{
    uint32_t *open = matching(b, event, e);
    if (!open)
        return false;
    lp_history_return(b->all, *open, event->value);
    *open = NOT_OPEN;
    return true;
}

bool builder_fail(builder *b, const builder_event *event, error *e)
{
    uint32_t *open = matching(b, event, e);
    if (!open)
        return false;
    b->failed[*open] = true;
    *open = NOT_OPEN;
    return true;
}

bool builder_info(builder *b, const builder_event *event, error *e)
{
    uint32_t *open = matching(b, event, e);
    if (!open)
        return false;
    *open = NOT_OPEN;
    return true;
}

void builder_finish(builder *b)
{
    bool *keep = memory_new(b->all->op_count, sizeof *keep);
    for (uint32_t i = 0; i < b->all->op_count; i++)
        keep[i] = !b->failed[i];
    lp_history *kept = lp_history_select(b->all, keep);
    free(keep);
    free(b->into->ops);
    free(b->into->events);
    *b->into = *kept;
    free(kept);
}
