// SPDX-License-Identifier: MIT
// Operations and histories as text: see history_format.h.

#include "base/memory.h"
#include "history/history_format.h"
#include "history/text/json_event.h"

#include <stdlib.h>

// Objects are mostly called by strings, which need no quotes here.
void op_print_object(const lp_pool *pool, lp_value object, text *out)
{
    if (lp_is_nil(object))
        return;
    if (object.kind == LP_KIND_STRING)
        text_add(out, "%s", lp_string_bytes(pool, object, NULL));
    else
        value_print(pool, object, out);
    text_add(out, ".");
}

void op_print_call(const lp_pool *pool, const lp_op *op, text *out)
{
    size_t n;
    op_print_object(pool, op->object, out);
    const char *name = lp_string_bytes(pool, op->method, &n);
    text_add_bytes(out, name, n);
    text_add(out, "(");
    if (op->arg.kind == LP_KIND_VECTOR)
        value_print_items(pool, op->arg, ", ", out);
    else if (!lp_is_nil(op->arg) && op->arg.kind != LP_KIND_UNIT)
        value_print(pool, op->arg, out);
    text_add(out, ")");
}

void op_print(const lp_pool *pool, const lp_op *op, text *out)
{
    op_print_call(pool, op, out);
    if (lp_op_pending(op)) {
        text_add(out, " …");
    } else if (op->result.kind != LP_KIND_UNIT) {
        text_add(out, " → ");
        value_print(pool, op->result, out);
    }
}

static int by_process(const void *a, const void *b, void *context)
{
    const lp_history *h = context;
    const lp_event *x = a, *y = b;
    int64_t p = h->ops[x->op].process, q = h->ops[y->op].process;
    if (p != q)
        return p < q ? -1 : 1;
    return (x->op > y->op) - (x->op < y->op);
}

void history_canonical(const lp_history *h, text *out)
{
    lp_event *events = memory_copy(h->events, h->event_count * sizeof *events);
    for (uint32_t i = 0, j; i < h->event_count; i = j) {
        for (j = i; j < h->event_count && events[j].is_return == events[i].is_return; j++)
            ;
        qsort_r(events + i, j - i, sizeof *events, by_process, (void *)(uintptr_t)h);
    }
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '[');
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_op *op = &h->ops[events[i].op];
        json_open(&w, '{');
        json_event_write(&w, h->pool, op, events[i].is_return ? "ok" : "invoke");
        value_write_member(&w, "value", h->pool, events[i].is_return ? op->result : op->arg);
        json_close(&w);
    }
    json_close(&w);
    json_write_fini(&w);
    free(events);
}
