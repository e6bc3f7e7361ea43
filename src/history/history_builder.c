// SPDX-License-Identifier: MIT
// Pairs returns with calls: see history_builder.h.

#include "history/history_builder.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/history_format.h"
#include "history/open_table.h"
#include "history/text/value_copy.h"

#include <inttypes.h>
#include <stdlib.h>

struct builder {
    const char *file;
    lp_pool *pool;
    history_sink sink;
    open_table open;
    uint64_t op_count;
    intern *ids; // (process, id) of all operations with an id; NULL: not remembered
    lp_value cas;
};

typedef struct id_key {
    int64_t process;
    lp_value id;
} id_key;

builder *builder_new(const char *file, lp_pool *pool, const history_sink *sink, bool remember_ids)
{
    builder *b = memory_new(1, sizeof *b);
    b->file = file;
    b->pool = pool;
    b->sink = *sink;
    b->ids = remember_ids ? intern_new() : NULL;
    b->cas = lp_string(pool, "cas", 3);
    open_table_init(&b->open);
    return b;
}

void builder_free(builder *b)
{
    if (!b)
        return;
    open_table_fini(&b->open);
    intern_free(b->ids);
    free(b);
}

static bool complain(const builder *b, const history_event *event, error *e, const char *what)
{
    return error_at(e, b->file, event->line, event->column, "%s", what);
}

// "enq(5) of line 3"
static char *describe(const builder *b, const open_op *open)
{
    text t = {0};
    lp_op op = {.method = open->method, .arg = open->arg, .result = LP_UNIT};
    op_print(b->pool, &op, &t);
    text_add(&t, " of line %" PRIu64, open->line);
    return text_take(&t);
}

static bool called_again(const builder *b, const history_event *event, const open_op *open,
                         error *e)
{
    char *other = describe(b, open);
    if (lp_is_nil(event->id))
        error_at(e, b->file, event->line, event->column,
                 "process %" PRId64 " calls again while its %s is open; give operations an \"id\" "
                 "if one process may have several open",
                 event->process, other);
    else
        error_at(e, b->file, event->line, event->column,
                 "this operation id is still open in the same process: %s", other);
    free(other);
    return false;
}

static bool invoke(builder *b, const history_event *event, error *e)
{
    open_op *open = open_table_find(&b->open, event->process, event->id);
    if (open)
        return called_again(b, event, open, e);
    if (!lp_is_nil(event->id) && b->ids) {
        id_key k = {event->process, event->id};
        bool fresh;
        intern_add_fresh(b->ids, &k, sizeof k, &fresh);
        if (!fresh)
            return complain(b, event, e, "this operation id was used before in the same process");
    }
    open = open_table_add(&b->open, event->process, event->id);
    open->method = event->method;
    open->arg = event->value;
    open->object = event->object;
    open->number = b->op_count++;
    open->line = event->line;
    return b->sink.call(b->sink.to, open->number, event, e);
}

static bool other_method(const builder *b, const history_event *event, const open_op *open,
                         error *e)
{
    char *other = describe(b, open);
    error_at(e, b->file, event->line, event->column,
             "process %" PRId64 " returns from \"%s\", but its open call is %s", event->process,
             lp_string_bytes(b->pool, event->method, NULL), other);
    free(other);
    return false;
}

// Jepsen reports a compare-and-set that succeeded by its argument again.
static bool cas_succeeded(const builder *b, const history_event *event, const open_op *open)
{
    return event->type == EVENT_OK && lp_value_equal(open->method, b->cas) &&
           open->arg.kind == LP_KIND_VECTOR && lp_value_equal(open->arg, event->value);
}

static bool finish(builder *b, const history_event *event, error *e)
{
    open_op *open = open_table_find(&b->open, event->process, event->id);
    if (!open)
        return error_at(e, b->file, event->line, event->column,
                        "process %" PRId64 " returns%s without an open call", event->process,
                        lp_is_nil(event->id) ? "" : " from this operation id");
    if (!lp_is_nil(event->method) && !lp_value_equal(event->method, open->method))
        return other_method(b, event, open, e);
    if (!lp_is_nil(event->object) && !lp_value_equal(event->object, open->object))
        return complain(b, event, e, "the return names another object than the call");
    uint64_t op = open->number;
    history_event truth;
    if (cas_succeeded(b, event, open)) {
        truth = *event;
        truth.value = LP_TRUE;
        event = &truth;
    }
    open_table_remove(&b->open, open);
    const history_sink *s = &b->sink;
    return event->type == EVENT_OK     ? s->ret(s->to, op, event, e)
           : event->type == EVENT_FAIL ? s->fail(s->to, op, event, e)
                                       : s->info(s->to, op, e);
}

bool builder_add(builder *b, const history_event *event, error *e)
{
    return event->type == EVENT_INVOKE ? invoke(b, event, e) : finish(b, event, e);
}

lp_value builder_argument(const builder *b, const history_event *event)
{
    const open_op *open = open_table_find(&b->open, event->process, event->id);
    return open ? open->arg : LP_NIL;
}

uint64_t builder_open_count(const builder *b)
{
    return b->open.count;
}

void builder_use_pool(builder *b, lp_pool *pool)
{
    REQUIRE(!b->ids); // they are kept as numbers of the old pool
    open_table old = b->open;
    open_table_init(&b->open);
    for (size_t i = 0; i <= old.mask; i++) {
        const open_op *from = &old.slots[i];
        if (!from->used)
            continue;
        // Places depend on the id's number, which the new pool gives anew.
        open_op *to = open_table_add(&b->open, from->process, value_copy(b->pool, pool, from->id));
        to->method = value_copy(b->pool, pool, from->method);
        to->arg = value_copy(b->pool, pool, from->arg);
        to->object = value_copy(b->pool, pool, from->object);
        to->number = from->number;
        to->line = from->line;
    }
    open_table_fini(&old);
    b->cas = lp_string(pool, "cas", 3);
    b->pool = pool;
}
