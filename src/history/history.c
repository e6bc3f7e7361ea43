// SPDX-License-Identifier: MIT
// Histories as arrays of operations and events: see linchpin/history.h.

#include "base/error.h"
#include "base/memory.h"

#include <linchpin/history.h>

#include <stdlib.h>

lp_history *lp_history_new(lp_pool *pool)
{
    lp_history *h = memory_new(1, sizeof *h);
    h->pool = pool;
    return h;
}

void lp_history_free(lp_history *h)
{
    if (!h)
        return;
    free(h->ops);
    free(h->events);
    free(h);
}

static uint32_t add_event(lp_history *h, uint32_t op, bool is_return)
{
    REQUIRE(h->event_count < LP_NO_EVENT);
    MEMORY_GROW(h->events, h->event_capacity, (size_t)h->event_count + 1);
    h->events[h->event_count] = (lp_event){.op = op, .is_return = is_return};
    return h->event_count++;
}

uint32_t lp_history_call(lp_history *h, int64_t process, lp_value method, lp_value arg)
{
    REQUIRE(method.kind == LP_KIND_STRING);
    MEMORY_GROW(h->ops, h->op_capacity, (size_t)h->op_count + 1);
    uint32_t op = h->op_count++;
    h->ops[op] = (lp_op){.process = process,
                         .method = method,
                         .arg = arg,
                         .call = add_event(h, op, false),
                         .ret = LP_NO_EVENT};
    return op;
}

void lp_history_return(lp_history *h, uint32_t op, lp_value result)
{
    REQUIRE(op < h->op_count);
    REQUIRE(lp_op_pending(&h->ops[op]));
    h->ops[op].result = result;
    h->ops[op].ret = add_event(h, op, true);
}

lp_history *lp_history_select(const lp_history *h, const bool *keep)
{
    lp_history *out = lp_history_new(h->pool);
    uint32_t *renamed = memory_new(h->op_count, sizeof *renamed);
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        const lp_op *op = &h->ops[event->op];
        if (!keep[event->op])
            continue;
        if (event->is_return) {
            lp_history_return(out, renamed[event->op], op->result);
            out->ops[renamed[event->op]].ret_line = op->ret_line;
            continue;
        }
        uint32_t n = lp_history_call(out, op->process, op->method, op->arg);
        renamed[event->op] = n;
        out->ops[n].object = op->object;
        out->ops[n].id = op->id;
        out->ops[n].line = op->line;
    }
    free(renamed);
    return out;
}
