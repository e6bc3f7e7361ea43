// SPDX-License-Identifier: MIT
// A .lin file as a tree. `parse` makes it, `check` fills in types and what
// names mean, `lower` reads it.
//
// Ownership: everything belongs to the model's arena and goes with it.

#ifndef MODEL_AST_H
#define MODEL_AST_H

#include "model/source.h"

#include <linchpin/value.h>

// What a model may hold. Reaching one is an error that names it.
enum {
    MODEL_MAX_DEPTH = 200, // nesting of statements and expressions
    MODEL_MAX_ARGS = 4,
    MODEL_MAX_METHODS = 16,
    MODEL_MAX_THREADS = 16,
    MODEL_MAX_NODES = 120, // of each struct
    MODEL_MAX_RECORDS = 16,
    MODEL_MAX_ITEMS = 256, // of an array
    MODEL_MAX_NAMES = 64,  // fields of a struct, locals of a method, shared variables
};

typedef enum type_kind {
    TYPE_UNIT, // a method without a result
    TYPE_INT,
    TYPE_BOOL,
    TYPE_POINTER, // to structs[record]
    TYPE_SEQ,     // of ints; in specs only
    TYPE_SET,     // of ints; in specs only
    TYPE_NULL,    // of the literal `null`
    TYPE_NONE,    // of the literal `none`
} type_kind;

typedef struct type {
    type_kind kind;
    uint32_t record;
    bool optional;    // int? and bool?
    const char *name; // of the struct, before `check` has found it
    uint32_t at;
} type;

typedef struct variable {
    const char *name;
    type type;
    uint32_t at;
    struct expr *initial; // of a shared or spec variable; may be NULL
    uint32_t length;      // of an array; 0: none
    bool ghost;           // for the proof only: the object does not see it
} variable;

typedef struct record {
    const char *name;
    uint32_t at;
    variable fields[MODEL_MAX_NAMES];
    uint32_t field_count;
} record;

typedef enum expr_kind {
    EXPR_INT, // and booleans, after `check` constants too
    EXPR_BOOL,
    EXPR_NULL,
    EXPR_NONE,
    EXPR_NAME,   // becomes EXPR_LOCAL, EXPR_SHARED or EXPR_INT
    EXPR_LOCAL,  // locals[index] of the method
    EXPR_SHARED, // shared[index] of the model, or a state variable of the spec
    EXPR_FIELD,  // a.name: field `index` of structs[record]
    EXPR_NOT,
    EXPR_MINUS,
    EXPR_BINARY, // a op b
    EXPR_CAS,    // cas(a, b, c)
    EXPR_NEW,    // new name{items}
    EXPR_SEQ,    // a.name(items)
    EXPR_TEMP,   // made by `lower`: temporary `index`
    EXPR_INDEX,  // a[b]: an item of shared array `index`
    EXPR_DCAS,   // dcas(items)
    EXPR_SWAP,   // swap(a, b)
    EXPR_FAA,    // faa(a, b)
    EXPR_CHOOSE, // choose(a..b)
    EXPR_ME,     // the thread's number
    EXPR_SHAPE,  // acyclic, sorted, reaches: in invariants only
} expr_kind;

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
} binary_op;

typedef enum seq_op {
    SEQ_PUSH,
    SEQ_PUSH_FRONT,
    SEQ_POP,
    SEQ_POP_FRONT,
    SEQ_FRONT,
    SEQ_BACK,
    SEQ_EMPTY,
    SEQ_LEN,
    SET_ADD,
    SET_REMOVE,
    SET_HAS,
} seq_op;

typedef enum heap_shape { SHAPE_ACYCLIC, SHAPE_SORTED, SHAPE_REACHES } heap_shape;

typedef struct expr {
    expr_kind kind;
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
    const char *link_name, *key_name;
    uint32_t link_at, key_at;
    struct expr *a, *b, *c;
    struct expr **items;
    uint32_t item_count;
} expr;

typedef enum stmt_kind {
    STMT_DECLARE, // local `index` = a (may be NULL)
    STMT_ASSIGN,  // a = b
    STMT_EXPR,    // a cas, or a seq operation, for its effect
    STMT_IF,      // a, then `body`, else `other`
    STMT_WHILE,   // a, `body`; `loop` has no a
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
    STMT_GHOST,  // `body`, riding along
} stmt_kind;

typedef struct block {
    struct stmt **items;
    uint32_t count;
} block;

typedef struct stmt {
    stmt_kind kind;
    uint32_t at, end; // of the statement; of its head where it has a body
    expr *a, *b;
    variable *declared;
    uint32_t index;
    block body, other;
} stmt;

typedef struct method {
    const char *name;
    uint32_t at, end;
    variable locals[MODEL_MAX_NAMES]; // parameters first
    uint32_t param_count, local_count;
    type result;
    bool inserts, removes; // @insert, @remove
    bool has_only;         // @only(first..last): which threads call it
    uint32_t only_first, only_last;
    block body;
} method;

// An object or a spec.
typedef struct unit {
    const char *name;
    uint32_t at;
    bool is_spec;
    bool frees;                      // some method has `free`: memory is managed by hand
    bool looks_at_threads;           // some method says `me`
    variable state[MODEL_MAX_NAMES]; // of a spec
    uint32_t state_count;
    method *methods[MODEL_MAX_METHODS];
    uint32_t method_count;
} unit;

typedef struct constant {
    const char *name;
    uint32_t at;
    int64_t value;
} constant;

typedef struct instance {
    uint32_t at;
    const char *object, *refines; // refines may be NULL
    uint32_t object_at, refines_at;
    const unit *subject, *spec; // spec NULL: built-in or none
    uint32_t threads, capacity, nodes, operations;
    bool has_capacity, has_nodes, has_range, reuse;
    bool points;       // using points: operations take effect at their marks
    bool deadlockfree; // some thread can always go on
    int64_t low, high;
} instance;

typedef struct invariant {
    const char *name;
    uint32_t at;
    bool quiescent; // holds when no operation is open
    expr *condition;
} invariant;

typedef struct model {
    source source;
    record **records;
    uint32_t record_count;
    variable shared[MODEL_MAX_NAMES];
    uint32_t shared_count;
    constant *constants;
    uint32_t constant_count, constant_capacity;
    unit **units;
    uint32_t unit_count, unit_capacity;
    instance *instances;
    uint32_t instance_count, instance_capacity;
    invariant *invariants;
    uint32_t invariant_count, invariant_capacity;
    method init; // body of the `init` block
    bool has_init;
    void **arena;
    uint32_t arena_count, arena_capacity;
} model;

void *model_allocate(model *m, size_t size); // zeroed
// *tokens, where it is wanted, is the caller's to free.
struct token;
bool model_parse(model *m, struct token **tokens, error *e);
bool model_check(model *m, error *e);
void type_print(const model *m, type t, text *out);

#endif
