// SPDX-License-Identifier: MIT
// What the steps of a trace do to memory, for whoever shows them one after the other: the access
// that a step makes, what it changes, and what was there before the first step. Memory after a step
// is lp_memory's cells with the changes of all steps up to it. Ownership: the verdict's.

#ifndef LINCHPIN_STEPS_H
#define LINCHPIN_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lp_access_kind {
    LP_ACCESS_READ,
    LP_ACCESS_WRITE,
    LP_ACCESS_CAS,    // compare and swap; also the store of load-linked and store-conditional
    LP_ACCESS_UPDATE, // another read and write in one: swap, fetch and add
    LP_ACCESS_FENCE,  // of no cell
    LP_ACCESS_LOCK,
    LP_ACCESS_UNLOCK,
    LP_ACCESS_WAIT, // on a condition variable, a futex, a semaphore, a thread
    LP_ACCESS_WAKE,
    LP_ACCESS_ALLOCATE,
    LP_ACCESS_FREE,
} lp_access_kind;

// The order that C11 gives an access its name for.
typedef enum lp_memory_order {
    LP_ORDER_NONE, // not atomic, or of a model
    LP_ORDER_RELAXED,
    LP_ORDER_CONSUME,
    LP_ORDER_ACQUIRE,
    LP_ORDER_RELEASE,
    LP_ORDER_ACQ_REL,
    LP_ORDER_SEQ_CST,
} lp_memory_order;

const char *lp_access_kind_name(lp_access_kind k);   // as JSON has it: "cas"
const char *lp_memory_order_name(lp_memory_order o); // "acq_rel"

typedef struct lp_step_access {
    lp_access_kind kind;
    lp_memory_order order;
    bool failed;          // of a compare and swap, and of what only tries
    char *cell;           // "top", "node2.next"; NULL: of none
    char *before, *after; // what it held; NULL: not known, or there was nothing
} lp_step_access;

enum { LP_NO_BOX = UINT32_MAX };

// A change of one cell; or of a whole box, which then has no cell.
typedef struct lp_cell_change {
    uint32_t box;
    bool made, freed; // the box
    bool unreachable; // the box, of a model: nothing leads to it any more, so it is there no more
    char *cell;       // "next"; NULL where it is of the box
    char *before, *after; // NULL: the cell was not there, or is not any more
    uint32_t to;          // the box that the new value points to, or LP_NO_BOX
} lp_cell_change;

typedef enum lp_box_kind {
    LP_BOX_GLOBAL,        // what all share
    LP_BOX_NODE,          // of the heap
    LP_BOX_THREAD,        // a thread's own
    LP_BOX_COMPONENT,     // of a system; of a simulation, its implementation
    LP_BOX_SPECIFICATION, // of a simulation
} lp_box_kind;

const char *lp_box_kind_name(lp_box_kind k); // "node"

typedef struct lp_memory_box {
    char *name; // "node2", "thread 1", "client[x]"; no two have the same
    lp_box_kind kind;
    char *type; // "node", "struct node"; may be NULL
} lp_memory_box;

typedef struct lp_memory_cell {
    uint32_t box;
    char *cell, *value;
    uint32_t to; // the box that the value points to, or LP_NO_BOX
} lp_memory_cell;

typedef struct lp_memory {
    lp_memory_box *boxes; // all that ever exist; one that a step makes does not before
    uint32_t box_count;
    lp_memory_cell *cells; // before the first step
    uint32_t cell_count;
} lp_memory;

#ifdef __cplusplus
}
#endif
#endif
