// SPDX-License-Identifier: MIT
// Processes of a .lin file as a tree: `process P(i) = a.i -> P(i);`, `channel c 2;` and
// `alphabet P {a, b};`. Everything belongs to the model's arena.

#ifndef MODEL_AST_PROCESS_H
#define MODEL_AST_PROCESS_H

#include "model/syntax/ast.h"

enum {
    PROCESS_MAX_VALUES = 32,  // that are evaluated at one place
    PROCESS_MAX_COPIES = 256, // of an indexed form
    PROCESS_MAX_PARTS = 64,   // of a choice or a composition, and events of a set
};

typedef enum process_kind {
    PROCESS_STOP,
    PROCESS_SKIP,
    PROCESS_EVENT,      // e.x{block} -> parts[0]
    PROCESS_SEND,       // c!x -> parts[0]
    PROCESS_RECEIVE,    // c?x -> parts[0]
    PROCESS_IF,         // if (values[0]) { parts[0] } else { parts[1] }
    PROCESS_GUARD,      // [values[0]] parts[0]
    PROCESS_EXTERNAL,   // []
    PROCESS_GENERAL,    // [+]
    PROCESS_INTERNAL,   // <>
    PROCESS_SEQUENCE,   // parts[0]; parts[1]
    PROCESS_INTERLEAVE, // |||
    PROCESS_PARALLEL,   // ||
    PROCESS_HIDE,       // parts[0] \ {set}; an alphabet is one without a part
    PROCESS_RENAME,     // parts[0] [[from <- to]]
    PROCESS_INTERRUPT,  // parts[0] interrupt parts[1]
    PROCESS_ATOMIC,     // atomic { parts[0] }
    PROCESS_CALL,       // name(values)
} process_kind;

// An event of a set. It stands for all events of that name that begin with its values.
typedef struct process_event {
    const char *name;
    uint32_t at;
    uint32_t number;             // of the name; after `check`
    uint32_t first, value_count; // among the values of the process around
} process_event;

// What is evaluated, or done, with some of the variables in scope: an action of the processes' unit.
typedef struct process_site {
    uint32_t method;                // its number, + 1; 0: there is none
    uint32_t slots[MODEL_MAX_ARGS]; // the variables that its parameters are
    uint32_t slot_count;
    bool reads; // shared variables, so that what it gives may change
} process_site;

typedef struct process {
    process_kind kind;
    uint32_t at, end;
    uint32_t depth;
    uint32_t number; // among all of the file, after `check`
    const char *name;
    uint32_t name_at; // of a conditional: of its condition, with all brackets
    uint32_t target;  // of an event: its name's number; of a channel or a call: that one's number
    expr **values;
    type *types; // of the values; after `check`
    uint32_t value_count;
    // Of a receipt, for each value: the variable that takes it; NULL: it has to be the one given.
    const char **binds;
    uint32_t *bind_at, *bound;
    block block; // what an event does,
    bool acts;   // where it does something
    struct process **parts;
    uint32_t part_count;
    // [] i in 0..3 @ P: parts[0] for each i from values[0] to values[1], or of a type.
    const char *index; // NULL: it is not indexed
    uint32_t index_at, index_slot;
    type index_type;
    bool index_typed;
    process_event *set, *to; // of hiding; of renaming, what becomes what
    uint32_t set_count;
    // After `check`.
    process_site evaluates, does;
    uint64_t needs; // the variables of its definition that it needs, a bit each
    bool delayed;   // to come to it, shared variables are read: after the step that leads there
} process;

typedef struct process_definition {
    const char *name;
    uint32_t at, number;
    variable slots[MODEL_MAX_NAMES]; // its parameters, then what is bound within it
    uint32_t param_count, slot_count;
    process *body;
    process *alphabet; // NULL: its events are what it can do
    bool delayed;      // as its body is
} process_definition;

// alphabet P {a, b}; until `check` finds P.
typedef struct process_alphabet {
    const char *name;
    uint32_t at;
    process *set;
} process_alphabet;

typedef struct process_channel {
    const char *name;
    uint32_t at, capacity;
    type types[MODEL_MAX_PARTS];
    uint32_t type_count;
    uint32_t shared; // the variable that holds what is in it, where it has a buffer
    uint32_t event;  // its name's number
} process_channel;

typedef struct processes {
    process_definition **list;
    uint32_t count, capacity;
    process_channel *channels;
    uint32_t channel_count, channel_capacity;
    process_alphabet *alphabets;
    uint32_t alphabet_count, alphabet_capacity;
    process **nodes;            // by number
    process_definition **owner; // whose each is
    uint32_t node_count, node_capacity, owner_capacity;
    const char **events; // names, by number
    uint32_t event_count, event_capacity;
    unit *unit;    // whose actions the sites are
    uint32_t term; // the variable that holds the term,
    uint32_t out;  // and the array that sites give their values in
} processes;

uint32_t process_find(const model *m, const char *name); // the definition; else their number
uint32_t process_channel_find(const model *m, const char *name); // likewise
void processes_free(processes *p);                               // NULL: nothing

#endif
