// SPDX-License-Identifier: MIT
// The state space of an instance: a compiled model and its client.
//
// The client is either the most general one (each idle thread may call any
// method with any argument of the declared ranges, for ever, while the capacity
// allows) or a scenario. A call, each step and a return are moves.

#ifndef VERIFY_TRANSITION_SYSTEM_H
#define VERIFY_TRANSITION_SYSTEM_H

#include "history/scenario.h"
#include "model/model.h"
#include "verify/system/compiled.h"

typedef enum move_kind { MOVE_CALL, MOVE_STEP, MOVE_RETURN } move_kind;

typedef struct client_call {
    uint32_t method;
    int32_t args[MODEL_MAX_ARGS];
    lp_value arg; // as a history holds it
} client_call;

typedef struct move {
    move_kind kind;
    uint32_t thread;
    uint32_t pc;     // before the move
    uint32_t method; // of a call or return
    uint32_t call;   // of a call: which of the system's calls
    lp_value result; // of a return
    uint32_t lin;    // so many operations take effect, where marks count,
    uint64_t lins;   // as in a run
    uint32_t used;   // choices
    uint32_t choice[RUN_MAX_CHOICES];
} move;

typedef struct transition_system {
    const model *m;
    program *p;
    compiled c;
    lp_pool *pool;
    bool has_capacity;
    uint32_t capacity;
    uint32_t operations; // at most so many calls in all; 0: any number
    client_call *calls;  // most general client: all; scenario: as written
    uint32_t call_count, call_capacity;
    const scenario *script;                          // NULL: most general client
    uint32_t script_start[SCENARIO_MAX_THREADS + 1]; // of each thread, in `calls`
    uint32_t script_count[SCENARIO_MAX_THREADS + 1];
    uint32_t *returns;                       // of each pc: the method it returns from, + 1
    uint32_t classes[MODEL_MAX_THREADS + 1]; // threads of one class may call the same methods
} transition_system;

typedef struct system_options {
    uint32_t threads, nodes, items;
    bool reuse, clear, has_capacity;
    uint32_t capacity, operations;
    bool has_range;
    int64_t low, high;
    const scenario *script;
    const char *cc;
    limits *limits;
} system_options;

bool system_init(transition_system *s, const model *m, const instance *v, const system_options *o,
                 lp_pool *pool, error *e);
void system_fini(transition_system *s);
void system_start(const transition_system *s, int32_t *cells, run *r);

// May an idle thread make this call now?
bool system_may_call(const transition_system *s, const int32_t *cells, uint32_t thread,
                     uint32_t call);
// Does a move in place, with the choices in *r. Fills in what the move says about itself.
void system_do(const transition_system *s, int32_t *cells, move *m, run *r);
// The move that a thread in the middle of an operation makes next.
move system_next(const transition_system *s, const int32_t *cells, uint32_t thread);

// The thread whose operation is the i-th to take effect with this move.
static inline uint32_t move_effect(const move *m, uint32_t i)
{
    return (uint32_t)(m->lins >> (RUN_LIN_BITS * i)) & ((1u << RUN_LIN_BITS) - 1);
}

// As a history holds it.
lp_value system_result(const transition_system *s, uint32_t which, const int32_t *cells);

#endif
