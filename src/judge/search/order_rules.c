// SPDX-License-Identifier: MIT
// What is known about orders without a search: see order_search.h.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/order_search.h"

#include <stdlib.h>

extern const judge judge_linearizable;

// For the faster judges, before the search over orders has its turn.
static const uint64_t faster_steps = 5000000;

// Is the history linearizable, so that every weaker condition holds too?
bool order_real_time_explains(const judge_task *task, lp_verdict *v)
{
    judge_task again = {.history = task->history,
                        .methods = task->methods,
                        .spec = task->spec,
                        .limits = task->limits,
                        .budget = faster_steps,
                        .want_witness = task->want_witness};
    lp_verdict w;
    lp_verdict_init(&w);
    judge_linearizable.run(&again, &w);
    bool holds = w.outcome == LP_HOLDS && (w.has_witness || !task->want_witness);
    if (holds) {
        v->outcome = LP_HOLDS;
        verdict_copy(&v->judge, w.judge ? w.judge : judge_linearizable.name);
        v->witness = w.witness;
        v->witness_count = w.witness_count;
        v->has_witness = w.has_witness;
        w.witness = NULL;
    }
    lp_verdict_fini(&w);
    return holds;
}

void order_equal_in_turn(const judge_task *task, const uint32_t *rank, uint32_t *after)
{
    struct {
        uint64_t rank, method, pending;
        int64_t process;
        lp_value arg, result;
    } key;
    const lp_history *h = task->history;
    intern *kinds = intern_new();
    uint32_t *last = memory_new(h->op_count, sizeof *last);
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        key.rank = rank ? rank[i] : 0;
        key.method = task->methods[i];
        key.pending = lp_op_pending(op);
        key.process = task->spec->looks_at_process ? op->process : 0;
        key.arg = op->arg;
        key.result = lp_op_pending(op) ? LP_NIL : op->result;
        bool fresh;
        uint32_t kind = intern_add_fresh(kinds, &key, sizeof key, &fresh);
        // Equal operations that meet take effect at once: neither comes first.
        after[i] = fresh || task->spec->syncs ? ORDER_FREE : last[kind];
        last[kind] = i;
    }
    free(last);
    intern_free(kinds);
}
