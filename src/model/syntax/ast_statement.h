// SPDX-License-Identifier: MIT
// Variables, expressions and statements of the tree: see ast.h.

#ifndef MODEL_AST_STATEMENT_H
#define MODEL_AST_STATEMENT_H

#include "model/syntax/model_type.h"

typedef struct variable {
    const char *name;
    type type;
    uint32_t at;
    struct expr *initial; // of a shared or spec variable; may be NULL
    uint32_t length;      // of an array; 0: none
    type index;           // what its items are chosen by; of type unit: an int from 0
    bool ghost;           // for the proof only: the object does not see it
    bool own;             // each thread has one, which only it can see
    bool clock;           // of an automaton: nothing but time changes it
    bool linked;          // some method uses ll on it
    uint32_t procedure;   // whose local it is, where a method calls it: its number + 1
    // A tuple is one variable for each part, side by side, called t.0, t.1 … The
    // first of them knows the whole; NULL: it is none.
    const char *whole_name;
    type whole;
    uint32_t outer; // of a component: so many parts of its index say which instance it belongs to
    bool given;     // the init block gives it a value
    bool unshown;   // made by compose: traces do not show it
    // In a simulation: it is the specification's; of the implementation, it is looked at (see
    // simulation_tables.h).
    bool specified, seen;
    bool derived; // a table that every action fills in from the others: states are kept without it
} variable;

typedef enum expr_kind {
    EXPR_INT, // and booleans, after `check` constants too
    EXPR_BOOL,
    EXPR_NULL,
    EXPR_NONE,
    EXPR_NAME,   // becomes EXPR_LOCAL, EXPR_SHARED or EXPR_INT
    EXPR_LOCAL,  // locals[index] of the method
    EXPR_SHARED, // shared[index] of the model, be it a thread's own, or of the spec's state
    EXPR_FIELD,  // a.name: field `index` of structs[record]
    EXPR_NOT,
    EXPR_MINUS,
    EXPR_VALUE,     // value(a): what an option holds
    EXPR_BINARY,    // a op b
    EXPR_CAS,       // cas(a, b, c)
    EXPR_NEW,       // new name{items}
    EXPR_SEQ,       // a.name(items)
    EXPR_TEMP,      // made by `lower`: temporary `index`
    EXPR_INDEX,     // a[b]: an item of an array; `index` is that of a, or of the part meant
    EXPR_DCAS,      // dcas(items)
    EXPR_SWAP,      // swap(a, b)
    EXPR_FAA,       // faa(a, b)
    EXPR_CHOOSE,    // choose(a..b)
    EXPR_ME,        // the thread's number
    EXPR_SHAPE,     // acyclic, sorted, reaches: in invariants only
    EXPR_CALL,      // name(items): functions[index]
    EXPR_LL,        // ll(a)
    EXPR_SC,        // sc(a, b)
    EXPR_TUPLE,     // (items)
    EXPR_ITEM,      // a.index, of a tuple: `check` makes it the part itself
    EXPR_RANGE,     // made by `lower`: a, which must fit the type
    EXPR_COUNT,     // made by `lower`: how many bits of a are set
    EXPR_PROCEDURE, // name(items): `callee`
    EXPR_CONDITION, // a ? b : c
    EXPR_LIST,      // {items}: what the items of an array are first
    EXPR_SET,       // {items}: a set of a finite type
    EXPR_IN,        // a in b
    EXPR_BIND,      // forall and the like: `bind`
    EXPR_CLOSURE,   // closure(a): the transitive closure of a relation
    EXPR_MESSAGE,   // name(items): messages[index]
    EXPR_IS,        // made by compose: is the message a one of messages[index]?
    EXPR_CONTENT,   // made by compose: part `number` of the message a, of messages[index]
    EXPR_PRIMED,    // a', a after the step: `check` makes it a itself
} expr_kind;

// What is said of all items of some sets, or made of them.
typedef enum bind_kind {
    BIND_ALL,        // forall x in S : a
    BIND_ANY,        // exists x in S : a
    BIND_FILTER,     // {x in S : a}
    BIND_MAP,        // {a : x in S : b}
    BIND_LEAST,      // min(a : x in S : b)
    BIND_MOST,       // max
    BIND_MAJORITIES, // majorities(S): `check` makes it {q in set<S> : …}
} bind_kind;

typedef struct binder {
    const char *name;
    uint32_t at;
    struct expr *domain; // a set; NULL after `check`: all values of the type
    type type;
    uint32_t local; // of the method around
} binder;

typedef enum binary_op {
    OP_OR,
    OP_AND,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_MOD,
    OP_BIT_AND,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_LEFT, // shifts
    OP_RIGHT,
} binary_op;

typedef enum seq_op {
    SEQ_PUSH,
    SEQ_PUSH_FRONT,
    SEQ_POP,
    SEQ_POP_FRONT,
    SEQ_FRONT,
    SEQ_BACK,
    SEQ_HAS,
    SEQ_REMOVE, // the first that is equal
    SEQ_EMPTY,
    SEQ_LEN,
    SEQ_INSERT, // before the first that is greater or equal
    SET_ADD,
    SET_REMOVE,
    SET_HAS,
    MAP_PUT,
    MAP_GET,
    MAP_REMOVE,
    MAP_HAS,
    MANY_CHOOSE, // any item of a seq or set, any key of a map
    SEQ_TAKE,    // any item, which is taken out where it stands
    MANY_CLEAR,  // all items are taken out
} seq_op;

typedef enum heap_shape { SHAPE_ACYCLIC, SHAPE_SORTED, SHAPE_REACHES } heap_shape;

typedef struct expr {
    expr_kind kind;
    bool checked;  // what it means is known
    bool of_set;   // of the value of an option: made by `lower` for the least or greatest item
    bool exact;    // made by `lower` of ranks and bits: it cannot overflow
    bool instance; // which instance of a component it is: no number that somebody wrote
    bool before;   // of what looks at the state: as it was before the step
    uint32_t at, end;
    uint32_t depth;
    type type;
    int64_t number;
    const char *name;
    uint32_t name_at; // of a field or seq operation
    uint32_t index;
    binary_op op;
    seq_op seq;
    heap_shape shape;
    uint32_t link, key; // of a shape: the fields it follows and compares
    uint32_t link_item; // which item, where it follows an array
    bool has_item;
    const char *link_name, *key_name;
    uint32_t link_at, key_at;
    struct expr *a, *b, *c;
    struct expr **items;
    uint32_t item_count;
    const struct callee *callee;
    bind_kind bind;
    binder *binders;
    uint32_t binder_count;
} expr;

typedef enum stmt_kind {
    STMT_DECLARE, // local `index` = a (may be NULL)
    STMT_ASSIGN,  // a = b; `updates`: b is a op c, and the place of a is found once
    STMT_EXPR,    // a cas, or a seq operation, for its effect
    STMT_IF,      // a, then `body`, else `other`
    STMT_WHILE,   // a, `body`; `loop` has no a; of a `for`, `other` goes after each turn
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_RETURN, // a may be NULL
    STMT_FREE,
    STMT_ASSERT,
    STMT_ATOMIC,
    STMT_BLOCK,
    STMT_AWAIT,  // a
    STMT_LOCK,   // a is a bool place
    STMT_UNLOCK, // a
    STMT_LIN,    // the operation takes effect here
    STMT_GHOST,  // `body`, part of the step before
    STMT_SEND,   // the message a to the component b; compose makes a change of the channel of it
    STMT_EACH,   // `declared`, in the order of its type, where it is in a: `body`; in a simulation
} stmt_kind;

typedef struct block {
    struct stmt **items;
    uint32_t count;
} block;

typedef struct stmt {
    stmt_kind kind;
    uint32_t at, end; // of the statement; of its head where it has a body
    expr *a, *b;
    expr **more; // the further results of a synchronisation
    uint32_t more_count;
    variable *declared;
    uint32_t index;
    block body, other;
    bool updates;
    bool guard;   // an await that is the guard of an action
    bool timely;  // made by compose: time advances a clock
    bool of_step; // an assert about a step: what has no prime is as it was before
    uint32_t row; // it fills in the row of a table of this number, + 1: see simulation_tables.h
} stmt;

// What a value may be shifted by.
static inline bool shifts(int64_t by)
{
    return by >= 0 && by <= 31;
}

// Rounds down: towards minus infinity.
static inline int64_t shifted_right(int64_t n, int64_t by)
{
    return n < 0 ? ~(~n >> by) : n >> by;
}

#endif
