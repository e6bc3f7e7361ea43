// SPDX-License-Identifier: MIT
// The components of a system, each by itself, as `compile` needs them: their text as it was
// written, with what every name means and what type every expression has. Variables keep their
// names and tuples stay whole; `send m(x) to replica[p]` and `input receive m(…) from client[x]`
// stay as they are. The file has been read before: what is wrong in it is known.
//
// What is annotated:
//   EXPR_NAME becomes EXPR_LOCAL (a parameter, a local, a bound variable), EXPR_SHARED (a variable
//   of the automaton, or its parameter), EXPR_INT (a constant; of type enum, with its name) or
//   EXPR_CALL (of functions[index]); on the right of `in` a name that is left is that of a type.
//   EXPR_FIELD becomes EXPR_ITEM. A binder without a domain goes through all values of its type.
//
// A *supply* is a part of an enum without end, of which client processes take fresh identifiers:
// no two of the file's types have a part of it in common.

#ifndef MODEL_COMPONENT_H
#define MODEL_COMPONENT_H

#include "model/syntax/ast.h"
#include "spec/replicable.h"

enum { COMPONENT_SUPPLIES = 15 };

typedef struct supply {
    uint32_t of; // enums[of]
    int64_t low, high;
    const char *name;
} supply;

// What is called and returned from for the identifiers of a supply.
typedef struct component_operation {
    uint32_t supply;
    const operation_label *call, *back;
    const char *method;
    unsigned arguments;        // of the method: the value of the identifier
    bool reads_only, looks_up; // see replicable.h
} component_operation;

typedef struct component {
    const system_part *part;
    unit *u;
    bool is_operation; // a client process has one for each call; else it is a server
    component_operation operations[COMPONENT_SUPPLIES];
    uint32_t operation_count;
    const crashes *crashes; // NULL: it says nothing of them
    uint32_t instances;     // of a server
    // Actions that it shares with another component, and is told of or tells by a message.
    bool shares[MODEL_MAX_ACTIONS], hands_over;       // an operation that shares an output
    const struct component *heard[MODEL_MAX_ACTIONS]; // whose output this input is
} component;

// Which system is meant, and what its machine is.
typedef struct component_choice {
    const char *system; // NULL: there must be one that is meant
    // What a machine<op> is: the enum's identifiers are a supply for each of these methods then. NULL: it
    // is not given, and a model with a machine cannot be compiled.
    const replicable *object;
} component_choice;

typedef struct component_system {
    model *m;
    const replicable *object;
    uint32_t operations; // enums[operations]: what a machine carries out; UINT32_MAX: there is none
    const unit *system;
    const instance *claims;  // the verify block with its calls and returns; NULL: there is none
    const char *environment; // the automaton whose outputs they are; NULL: none
    component parts[MODEL_MAX_NAMES];
    uint32_t part_count;
    supply supplies[COMPONENT_SUPPLIES];
    uint32_t supply_count;
    method *functions[MODEL_MAX_FUNCTIONS]; // that are used, each after those that it uses
    uint32_t function_count;
} component_system;

// `m` as it was parsed, and nothing else; it is annotated. False: with an error.
bool components_find(model *m, const component_choice *which, component_system *out, error *e);
// An automaton by itself, without clients: a server.
bool component_lone(model *m, const char *name, component_system *out, error *e);

const component *component_named(const component_system *s, const char *name); // NULL: none
bool type_is_supply(const model *m, type t);
bool type_is_closed(const model *m, type t); // finite, and nothing of it is open
// The bounds of ints, enums, bools and sets, in what runs: an open range has none above.
int64_t type_lowest(type t);
int64_t type_highest(type t);
// The supplies that a type of identifiers has, from *first on. Gives how many.
uint32_t type_supplies(const component_system *s, type t, uint32_t *first);
// What x is one of wherever this condition holds, if there is something that is kept: the set S of
// `x in S`, or the array m of `m[x] != none`, whose items are kept that are not what they were first.
// NULL: nothing is known. The condition is annotated.
expr *component_domain(const model *m, const expr *condition, const char *x);
bool type_is_open_set(const model *m, type t);     // of what has no end
bool is_open_array(const model *m, const expr *x); // a variable that is one, as a domain is
// Is f a function that sees the variables of an automaton?
static inline bool function_sees(const method *f)
{
    return f->is_let;
}

#endif
