// SPDX-License-Identifier: MIT
// Histories: calls and returns, in the order in which they happened.
//
//     lp_history *h = lp_history_new(pool);
//     uint32_t a = lp_history_call(h, 0, lp_string(pool, "enq", 3), lp_int(5));
//     lp_history_return(h, a, LP_UNIT);
//
// An operation is in one of these states; an arrow is an event:
//
//     open ──return──▶ returned       it took effect between call and return
//      ├────fail────▶ failed         it had no effect: as if never called
//      └────(end)───▶ pending        it may or may not have taken effect
//
// Ownership: a history owns its events and operations, never its pool.

#ifndef LINCHPIN_HISTORY_H
#define LINCHPIN_HISTORY_H

#include <linchpin/value.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LP_NO_EVENT = UINT32_MAX };

typedef struct lp_op {
    int64_t process;
    lp_value method;   // a string
    lp_value arg;      // nil: none; one: itself; several: a vector
    lp_value result;   // of a returned operation
    lp_value object;   // which object it works on; nil when there is only one
    lp_value id;       // the operation's identity where the source gave one, else nil
    uint32_t call;     // index of its call event
    uint32_t ret;      // index of its return event; LP_NO_EVENT: pending
    uint32_t line;     // where in the source its call stood; 0: not from a file
    uint32_t ret_line; // and its return
} lp_op;

typedef struct lp_event {
    uint32_t op;
    bool is_return;
    bool failed; // it ends an operation that had no effect; such are kept for writing only
} lp_event;

typedef struct lp_history {
    lp_pool *pool;
    lp_op *ops; // in the order of their calls
    uint32_t op_count, op_capacity;
    lp_event *events;
    uint32_t event_count, event_capacity;
} lp_history;

lp_history *lp_history_new(lp_pool *pool);
void lp_history_free(lp_history *history);

// Both return the number of the operation. Calling for an operation that has
// returned, or that does not exist, is misuse and aborts.
uint32_t lp_history_call(lp_history *h, int64_t process, lp_value method, lp_value arg);
void lp_history_return(lp_history *h, uint32_t op, lp_value result);

// A new history of the operations with keep[i] set, in the same order.
lp_history *lp_history_select(const lp_history *h, const bool *keep);

static inline bool lp_op_pending(const lp_op *op)
{
    return op->ret == LP_NO_EVENT;
}

// Real-time order: a returned before b was called.
static inline bool lp_op_precedes(const lp_op *a, const lp_op *b)
{
    return a->ret != LP_NO_EVENT && a->ret < b->call;
}

#ifdef __cplusplus
}
#endif
#endif
