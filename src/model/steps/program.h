// SPDX-License-Identifier: MIT
// An object lowered to guarded steps over a flat vector of 32-bit cells.
//
// Every method becomes a list of instructions. An instruction that `yields`
// starts a step: the thread's pc names it, and the step runs from there to just
// before the next one that yields, or to the return. So a step does exactly one
// shared access and the local work after it; the local work before the first
// access belongs to the call. The return is a step of its own.
//
// The vector, in this order:
//     client   how many values are reserved; how many calls were made, in all (where
//              their number is bounded) and by each thread (in a scenario)
//     shared   the shared variables
//     threads  for each: pc (0: idle), result, then parameters and locals of all methods;
//              then its own variables, which stay when an operation returns
//     heap     for each struct, for each node: status, then its fields
// The shared variables and locals may be arrays, and collections: see variable_cells.
// A pointer is the number of a node of its struct from 1; 0 is null.

#ifndef MODEL_PROGRAM_H
#define MODEL_PROGRAM_H

#include "model/syntax/ast.h"

enum { NODE_FREE = 0, NODE_USED = 1, NODE_FREED = 2 }; // freed: maybe still pointed to
enum { PC_IDLE = 0 };

typedef enum instr_kind {
    INSTR_MOVE,   // to = a
    INSTR_LOAD,   // to = place
    INSTR_STORE,  // place = a
    INSTR_CAS,    // to = (place == a), then place = b
    INSTR_NEW,    // to = a new node of `record` with `items`
    INSTR_FREE,   // of a
    INSTR_ASSERT, // a
    INSTR_BRANCH, // unless a, to `label`
    INSTR_JUMP,   // to `label`
    INSTR_LABEL,
    INSTR_RETURN,
    INSTR_ATOMIC, // nothing but the start of a step
    INSTR_CLEAR,  // temporaries of the statement that ends here
    INSTR_DCAS,   // to = (place == a && second == b), then place = c, second = d
    INSTR_SWAP,   // to = place, place = a
    INSTR_FAA,    // to = place, place = place + a
    INSTR_AWAIT,  // the step is not possible unless a
    INSTR_LOCK,   // the step is not possible while place; then place = true
    INSTR_UNLOCK, // place must be true; then false
    INSTR_CHOOSE, // to = any number from a to b
    INSTR_LIN,    // the operation of thread a, or of this one, takes effect
    INSTR_LL,     // to = place, which is linked
    INSTR_SC,     // to = (place is still linked), then place = a
    INSTR_FILL,   // all items of local array `to` = a
    INSTR_MANY,   // `width` slots from `to` = place.seq(items), of a seq, set or map
    INSTR_CALL,   // `width` slots from `to` = functions[record](items)
} instr_kind;

typedef enum slot_kind { SLOT_NONE, SLOT_LOCAL, SLOT_TEMP, SLOT_RESULT } slot_kind;

typedef struct slot {
    slot_kind kind;
    uint32_t index;
} slot;

typedef struct place {
    const expr *base;       // NULL: a variable
    bool local;             // an array of the method
    uint32_t record, index; // the field, or the variable
    const expr *at;         // of an array: which item; else NULL
    uint32_t owner;         // before all steps: the thread whose own variable it is
    bool before;            // what it held before the step
} place;

// Where a procedure was called, and from where its caller was.
typedef struct call_site {
    const method *procedure;
    uint32_t at;
    const struct call_site *outer;
} call_site;

// Expressions in instructions are pure: constants, locals and temporaries.
typedef struct instr {
    instr_kind kind;
    bool yields;
    bool back;            // a jump backwards
    bool decides;         // a branch on the condition of an if or a while: see unreached.h
    bool before;          // a call of a function that sees the state before the step
    bool claims;          // part of what is claimed of a step
    uint32_t row;         // part of what fills in the row of a table of this number, + 1
    uint32_t pc;          // of an instruction that yields
    uint32_t at;          // where in the source
    uint32_t from, end;   // the statement around it
    const call_site *via; // NULL: it is the method's own
    slot to;
    place place, second;
    const expr *a, *b, *c, *d;
    const expr **items;
    uint32_t item_count, record;
    uint32_t width; // of what a call or an operation gives
    seq_op seq;
    type limit; // of the place
    uint32_t label;
    uint32_t clear_from, clear_to;
} instr;

typedef struct temporary {
    type type;
    bool kept; // lives from one step to a later one: has a cell
    uint32_t cell;
} temporary;

typedef struct routine {
    const method *method;
    instr *code;
    uint32_t count, capacity;
    temporary *temps;
    uint32_t temp_count, temp_capacity;
    uint32_t labels;
    uint32_t return_pc;
    bool call_shares; // what goes with the call looks at what is shared: see invisible_access.h
    bool looks_back;  // at the state before the step
    bool is_known;    // a constant of the file, which is
    int32_t known[MODEL_MAX_PARTS];  // this: see constant_value.h
    uint64_t *live;                  // for each instruction: see local_liveness.h
    uint32_t cells[MODEL_MAX_NAMES]; // of each local, from the start of the thread
} routine;

// What ll was used on. A thread holds one link to each: to the variable (1), to an
// item of the array (its index + 1), or to the field of a node (its number).
typedef struct link_place {
    bool field;
    uint32_t record, index; // as in a place
    uint32_t cell;          // from the start of the thread
} link_place;

typedef struct pointer_field {
    uint32_t offset, record;
} pointer_field;

typedef struct heap_layout {
    uint32_t start, stride;
    uint32_t fields[MODEL_MAX_NAMES]; // from the start of the node
    pointer_field pointers[MODEL_MAX_CELLS];
    uint32_t pointer_count;
} heap_layout;

typedef struct layout {
    uint32_t reserved, started, done; // client cells
    uint32_t shared;
    uint32_t threads, thread_stride;
    uint32_t results;     // cells of the widest result
    uint32_t own;         // a thread's own variables, from its start to its end
    uint32_t init_locals; // cells of those of the init block, which are in no state
    link_place links[MODEL_MAX_LINKS];
    uint32_t link_count;
    heap_layout heaps[MODEL_MAX_RECORDS];
    uint32_t heap_count, nodes;
    uint32_t cells;       // of the whole vector
    pointer_field *roots; // absolute, in the order of the canonical form
    uint32_t root_count;
    uint32_t shared_roots; // the first so many are of shared variables;
    uint32_t thread_roots; // then so many for each thread
    // The first cell of each shared variable; of a thread's own, from its start.
    uint32_t variable[MODEL_MAX_SHARED];
} layout;

// The result takes as many cells as the widest one; then come the locals.
enum { THREAD_PC = 0, THREAD_RESULT = 1 };

typedef struct program {
    const model *model;
    const unit *object;
    uint32_t threads, nodes;
    uint32_t items; // that there is room for in a seq, set or map
    bool manual;    // memory is managed by hand: the object uses `free`
    bool reuse;     // freed nodes may be read and written
    bool clear;     // dead locals are set to zero
    routine routines[MODEL_MAX_ACTIONS];
    uint32_t routine_count;
    routine functions[MODEL_MAX_FUNCTIONS]; // in the order of the model
    routine init;
    uint32_t pc_count;
    layout layout;
    model *scratch; // owns what lowering makes
} program;

typedef struct program_options {
    uint32_t threads, nodes;
    uint32_t items; // 0: a few
    bool reuse, clear;
} program_options;

program *program_new(const model *m, const unit *object, const program_options *o);
program_options program_shape(const program *p); // what it was made with
void program_free(program *p);
void layout_make(program *p);
// A seq, set or map is how many items it has, then the items, those of a set and of a
// map in order; what is not used is zero, so that equal ones have equal cells.
uint32_t variable_cells(const program *p, const variable *v);
uint32_t variable_unit(const program *p, const variable *v); // of one item of an array
uint32_t item_cells(type many);                              // of one item of a seq, set or map
// What a cell of a variable holds. TYPE_UNIT: how many items there are.
type variable_cell(const program *p, const variable *v, uint32_t which);
// What a place is, or is an item of.
const variable *program_variable(const program *p, const routine *r, const place *of);
// Do threads keep something from one operation to the next?
bool program_owns(const program *p);
// Do the locals of all methods share their cells? Those of actions do: an action is one step.
bool program_overlays(const program *p);
// Is there a seq, set or map in it?
bool program_collects(const program *p);
// Where a variable begins, for this thread if it is its own.
uint32_t variable_start(const program *p, uint32_t which, uint32_t thread);
// The instruction a pc stands for; NULL: a return or idle. *r is its routine.
const instr *program_instr(const program *p, uint32_t pc, const routine **r);
// Which link a place has; NULL: ll is not used on it.
const link_place *program_link(const program *p, const place *of);
// The locals (a bit each) that a state at this pc may still need.
uint64_t program_live(const program *p, uint32_t pc);
// C source of a shared object with the next-state function: see emitted.h.
void program_emit(const program *p, text *out);

#endif
