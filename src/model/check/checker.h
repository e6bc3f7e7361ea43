// SPDX-License-Identifier: MIT
// What the files of the checker share. It finds out what every name means and
// what type every expression has, and writes both into the tree.

#ifndef MODEL_CHECKER_H
#define MODEL_CHECKER_H

#include "model/syntax/ast.h"

#include <linchpin/spec.h>

typedef struct checker {
    model *m;
    const source *s;
    unit *u;                     // NULL: in an initialiser, the init block or a function
    method *f;                   // NULL: in an initialiser
    const synchronisation *sync; // NULL: not in the body of one
    error *e;
    uint32_t scope[MODEL_MAX_NAMES];    // locals in scope, by number
    uint32_t scope_at[MODEL_MAX_NAMES]; // where each was declared: locals share cells
    uint32_t scope_count;
    uint32_t shared_visible; // an initialiser sees the variables above it
    uint32_t loops;
    uint32_t links;          // places with ll so far
    bool in_invariant;       // shapes may be asked for
    bool in_guard;           // of an action: it reads, and nothing else
    bool in_own_initial;     // of a thread's own variable: those above it are seen
    bool in_function;        // pure: parameters and locals only,
    bool in_let;             // and the state
    uint32_t let;            // which function that is: it may use those before it
    bool before;             // what looks at the state means it as it was before the step
    bool sees_ghosts;        // likewise, in what is no ghost code: a condition as a function
    uint32_t ghost;          // ghost variables may be read: in ghost blocks, assert, invariants
    uint32_t looks;          // and nothing may be changed: in assert, marks, invariants
    const method *procedure; // NULL: in the method itself; else a procedure that it calls
    uint32_t calling[MODEL_MAX_PROCEDURES], depth; // the procedures around, by number
    uint32_t size;                                 // statements so far
    const expr *written; // on the left of an assignment: may be a ghost variable
} checker;

bool type_equal(type a, type b);
bool type_same(type a, type b); // with the same ranges
bool type_fits(type have, type want);
bool type_points(type t); // a pointer, or one is part of it
bool wrong_type(checker *c, const expr *x, type want, const char *role);
bool check_type(checker *c, type *t);
uint32_t variable_find(const variable *list, uint32_t count, const char *name); // else count

bool check_expr(checker *c, expr *x);
bool check_name(checker *c, expr *x);
bool check_constant_name(const checker *c, expr *x); // a constant, or a name of an enum; else false
bool name_known(const checker *c, const char *name); // to a local or a variable
bool check_call(checker *c, expr *x);                // of a function or a procedure
bool check_whole(checker *c, expr *x);               // also an array without an index
// Checks x and that it fits `want`; `role` says where it stands.
bool check_fits(checker *c, expr *x, type want, const char *role);
bool check_place(checker *c, expr *x, const char *role);
// Is this an object, and no invariant? Else an error: there is no `what` in it.
bool check_acts(checker *c, const expr *x, const char *what);

// The variable or field that a place belongs to; NULL: it is no place.
const variable *place_variable(const checker *c, const expr *x);
bool place_array(const checker *c, const expr *x); // a whole array
bool place_local(const expr *x);                   // of the method
bool place_own(const checker *c, const expr *x);   // of the thread: nobody else can touch it
bool check_index(checker *c, expr *x);
bool check_field(checker *c, expr *x);
bool check_item(checker *c, expr *x); // of a tuple

bool check_cas(checker *c, expr *x);
bool check_dcas(checker *c, expr *x);
bool check_swap(checker *c, expr *x); // and faa
bool check_link(checker *c, expr *x); // ll and sc
bool check_shape(checker *c, expr *x);
uint32_t procedure_find(const model *m, const char *name); // else their number
bool check_procedures(checker *c);                         // each on its own
bool check_procedure_call(checker *c, expr *x, uint32_t which);
bool check_arguments(checker *c, const expr *x, const method *f);
bool check_collection(checker *c, expr *x);
bool check_machine(checker *c, expr *x); // object.answer(x): it becomes the variable
bool applies(const stmt *s);             // object.apply(x); as it is written,
bool check_apply(checker *c, stmt *s);   // which becomes an assignment
bool check_target(checker *c, stmt *s);  // the left side of an assignment
bool check_choose(checker *c, expr *x);
bool set_literal(const expr *x); // what it is a set of may be seen only from what is beside it
bool check_set(checker *c, expr *x);
bool check_set_as(checker *c, expr *x, type want); // a literal
bool check_bind(checker *c, expr *x);
bool check_in(checker *c, expr *x);
bool check_closure(checker *c, expr *x);
bool check_majorities(checker *c, expr *x);
bool check_quorums(checker *c); // what is claimed of quorum systems
bool check_messages(checker *c);
bool check_message(checker *c, expr *x);    // one that is made
bool check_received(checker *c, expr *x);   // what one is asked
bool check_set_binary(checker *c, expr *x); // of which the sides have been checked
bool check_set_operation(checker *c, expr *x);
bool set_statement(checker *c, stmt *s); // makes an assignment of it, if it adds or removes
bool check_lets(checker *c);
bool fill_formulas(checker *c);  // variables of formulas in conditions get their values
bool add_conditions(checker *c); // of an automaton: each becomes a function
bool check_invariants(checker *c);
bool declared_twice(checker *c, const char *name, uint32_t at); // the error: always false
bool check_list(checker *c, expr *x, const variable *v);        // what an array holds at first
bool check_zero(checker *c, const variable *v);                 // 0 is in its range

bool check_variables(checker *c, variable *list, uint32_t count, bool many_allowed);
bool check_plain(checker *c, type t); // what a client can give
bool check_result(checker *c, type *result);
bool check_syncs(checker *c, unit *u);
bool check_instance(checker *c, instance *v);
bool check_automaton(checker *c);
bool declare_processes(checker *c);                   // before variables are checked,
bool check_processes(checker *c);                     // and when all else is
bool check_process_instance(checker *c, instance *v); // of a file with processes
bool check_against(checker *c, instance *v);          // of what implements an object or a process
bool check_guard(checker *c, stmt *s);
// Refuses what threads have and an action has not: waiting, locks, ghost code.
bool check_in_action(checker *c, const stmt *s);
// Is what stands there no clock? Else an error.
bool check_no_clock(checker *c, const expr *x);
const char *body_noun(const checker *c); // what is being checked: "a method", "an action", …
bool check_automaton_instance(checker *c, instance *v);
// The calls and returns of an automaton, and the spec: `builtin` unless it is one of the file.
bool check_operations(checker *c, const instance *v, const lp_spec *builtin);
bool check_state_condition(checker *c, expr *x,
                           const char *role); // of states: looks, and changes nothing
bool check_instance_conditions(checker *c, const instance *v); // of a verify block
bool check_formula(checker *c, instance *v);                   // what is claimed of runs
bool check_constant(checker *c, expr *x); // a literal, or a name that becomes one
bool check_results(checker *c, stmt *s);  // of a synchronisation
bool check_block(checker *c, block *b);
void scope_add(checker *c, uint32_t local, uint32_t at);
// The cells of a local: of one declared before, if it has the same name and type.
bool local_place(checker *c, const variable *v, uint32_t *index);
bool block_ends(const block *b); // never falls off its end

#endif
