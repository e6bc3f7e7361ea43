// SPDX-License-Identifier: MIT
// Which pending operations are followed by another call of their process: see
// pending_write.h.

#include "history/text/pending_write.h"

#include "base/io/limits.h"
#include "history/history_format.h"
#include "history/open_table.h"

#include <inttypes.h>
#include <stdlib.h>

// The operation of the same process and id that this call finds open, or
// LP_NO_EVENT; the table is brought up to date.
static uint32_t overtaken(open_table *open, const lp_history *h, const lp_event *event)
{
    const lp_op *op = &h->ops[event->op];
    open_op *before = open_table_find(open, op->process, op->id);
    if (event->is_return) {
        if (before && before->number == event->op)
            open_table_remove(open, before);
        return LP_NO_EVENT;
    }
    uint32_t number = before ? (uint32_t)before->number : LP_NO_EVENT;
    if (!before)
        before = open_table_add(open, op->process, op->id);
    before->number = event->op;
    return number;
}

bool pending_write(const lp_history *h,
                   void (*event)(const lp_history *h, uint32_t op, const char *type, text *out),
                   limits *l, text *out)
{
    enum { LOOK_EVERY = 1024 }; // events
    open_table open;
    open_table_init(&open);
    bool stopped = false;
    for (uint32_t i = 0; i < h->event_count; i++) {
        stopped = i % LOOK_EVERY == 0 && limits_reached(l);
        if (stopped)
            break;
        uint32_t before = overtaken(&open, h, &h->events[i]);
        if (before != LP_NO_EVENT)
            event(h, before, "info", out);
        const lp_event *now = &h->events[i];
        event(h, now->op, now->failed ? "fail" : now->is_return ? "ok" : "invoke", out);
    }
    open_table_fini(&open);
    return !stopped;
}

bool pending_fits(const lp_history *h, const char *format, error *e)
{
    open_table open;
    open_table_init(&open);
    bool fits = true;
    for (uint32_t i = 0; i < h->event_count && fits; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        if (overtaken(&open, h, &h->events[i]) != LP_NO_EVENT)
            fits = error_set(e,
                             "process %" PRId64 " goes on after an operation that never returned; "
                             "the format \"%s\" cannot say that",
                             op->process, format);
        if (!lp_is_nil(op->object) || !lp_is_nil(op->id))
            fits =
                error_set(e, "the format \"%s\" has no names for objects and operations", format);
    }
    open_table_fini(&open);
    return fits;
}
