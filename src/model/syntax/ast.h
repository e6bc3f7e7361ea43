// SPDX-License-Identifier: MIT
// A .lin file as a tree. `parse` makes it, `check` fills in types and what
// names mean, `lower` reads it.
//
// Ownership: everything belongs to the model's arena and goes with it.

#ifndef MODEL_AST_H
#define MODEL_AST_H

#include "model/syntax/ast_formula.h"
#include "model/syntax/ast_statement.h"
#include "model/syntax/claim_kind.h"
#include "model/syntax/model_limits.h"
#include "model/syntax/model_source.h"

#include <linchpin/value.h>

typedef struct enumeration {
    const char *name;
    uint32_t at;
    const char *items[MODEL_MAX_NAMES];
    uint32_t item_at[MODEL_MAX_NAMES];
    uint32_t item_count;
    bool open; // enum op { w1, r1, ... }: these are the names of what is verified alone
} enumeration;

// What may be sent: message store(tag t, op v); The messages of all kinds are numbered, with their
// contents, from `base` on.
typedef struct message_kind {
    const char *name;
    uint32_t at;
    variable params[MODEL_MAX_ARGS];
    uint32_t param_count;
    uint32_t base, count;
} message_kind;

typedef struct record {
    const char *name;
    uint32_t at;
    variable fields[MODEL_MAX_NAMES];
    uint32_t field_count;
} record;

// channel client <-> replica fifo lossy; is two of them.
typedef struct channel {
    const char *from, *to;
    uint32_t from_at, to_at;
    bool fifo, lossy, duplicating;
    uint32_t bound; // 0: none
} channel;

// crashes 1 of replica recovering;
typedef enum crash_mode { CRASH_STOPS, CRASH_RECOVERS, CRASH_FORGETS } crash_mode;
typedef struct crashes {
    const char *of;
    uint32_t at, of_at;
    uint32_t most; // in a run
    crash_mode mode;
} crashes;

// time 0..6 skew 1; of a system: its clocks show 0 to 6, and are never further from the time.
typedef struct timing {
    bool passes, bounded; // time; alone has no bound, and no clocks
    uint32_t at, last, skew;
} timing;

// What an action is to the components that it is composed with.
typedef enum action_role { ACTION_FREE, ACTION_INPUT, ACTION_OUTPUT, ACTION_INTERNAL } action_role;

// An argument of an action: a parameter, or a value that the automaton fixes.
typedef struct action_argument {
    struct expr *fixed; // NULL: a parameter,
    uint32_t local;     // which begins here
} action_argument;

// Who hears an action: the instances for which each argument is from low to high and, where `own`
// is not 0, is their parameter of that number, counted from 1.
typedef struct hearing {
    int64_t low, high;
    uint32_t own;
} hearing;

typedef struct hearer {
    uint32_t part; // of those that the flat automaton is made of
    hearing args[MODEL_MAX_ARGS];
} hearer;

enum { ONLY_ALL = UINT32_MAX };

typedef struct method {
    const char *name;
    const char *symbol; // in emitted C; NULL: the name
    uint32_t at, end;
    variable locals[MODEL_MAX_NAMES]; // parameters first
    uint32_t param_count, local_count;
    type result;
    bool inserts, removes;          // @insert, @remove
    bool has_only;                  // @only(first..last): which threads call it
    uint32_t only_first, only_last; // ONLY_ALL: all threads from the first on
    bool marks;                     // there is a mark in it, or in a procedure it calls
    bool is_let;       // a function that sees the state: `let` of an automaton, or an invariant
    bool is_condition; // likewise: what is said of states, which sees ghost variables as well
    bool is_constant;  // `let` of the file: it sees no state, and is what its value is
    bool checked;      // by the checker of another automaton of the file
    action_role role;
    action_argument args[MODEL_MAX_ARGS]; // of an action
    uint32_t arg_count;
    uint32_t outer; // its first parameters that are none of its arguments, but say whose it is
    bool hidden;    // nobody outside sees it
    // Of an input that receives: which message, from which component, and what that one is called.
    const char *message, *sender;
    uint32_t message_at, sender_at;
    const char *sender_names[MODEL_MAX_ARGS];
    uint32_t sender_count;
    const channel
        *over; // of an action that takes a message out of a channel, to receive or lose it
    uint32_t on_its_way; // the shared variable that holds what is in that channel
    // Of an action of a system: the part whose it is, counted from 1 (0: the environment), which
    // parameters say which instance, and who else takes part.
    uint32_t owner, owner_locals[MODEL_MAX_ARGS];
    hearer *hearers;
    uint32_t hearer_count;
    const char *struck; // of a crash or a recovery: the component; nobody has to take it
    bool idles;         // time passes, and nothing else: it is nothing to wait for
    block body;
    struct callee *callees[MODEL_MAX_PROCEDURES]; // by number; NULL: not called
} method;

// A procedure as one method sees it: a copy of its body whose variables are among the
// method's. A procedure never calls itself, so all its calls in a method share one.
typedef struct callee {
    const method *of;
    uint32_t params[MODEL_MAX_ARGS]; // the local that each argument goes to
    block body;
    uint32_t size; // in statements, with those of the procedures it calls
} callee;

// Who takes part in a synchronisation: a call of a method or, in a group, several.
typedef struct participant {
    const char *name;
    uint32_t at;
    uint32_t method;             // of the spec, after `check`
    bool group;                  // its parameters are seqs, and all get the same result
    uint32_t low, high;          // how many calls; 1 and 1 outside a group
    uint32_t first, param_count; // its parameters among the locals of the body
    type result;
} participant;

// Operations of a spec that take effect together. A method on its own is one with a
// single participant.
typedef struct synchronisation {
    uint32_t at;
    method *body; // sees the parameters of all
    participant parts[MODEL_MAX_MEETING];
    uint32_t part_count;
    uint32_t number; // the local that holds how many calls the last group has, + 1
    bool alike;      // calls of one method may change places
} synchronisation;

// A component of a system: an automaton, of which there is one for each value of its parameters.
typedef struct system_part {
    const char *name;
    uint32_t at;
    const struct unit *of;
    type domains[MODEL_MAX_ARGS];
    uint32_t domain_count;
    // In a simulation: the system it is part of, and what its variables are called by. NULL: its
    // name.
    const char *within, *prefix;
} system_part;

// step client[x].order(q) matches { … } of a simulation: what the specification does when the
// implementation takes this action.
typedef struct step_match {
    const char *part, *action; // part NULL: an action that is seen from outside
    uint32_t at, action_at;
    const char *outer[MODEL_MAX_ARGS], *args[MODEL_MAX_ARGS]; // names for its parameters
    uint32_t outer_count, arg_count;
    block body;
    bool used;
} step_match;

// simulation NAME from IMPLEMENTATION to SPECIFICATION { … }
typedef struct simulation {
    const char *from, *to;
    uint32_t from_at, to_at, end;
    step_match *matches;
    uint32_t match_count;
} simulation;

// An object, a spec, an automaton or a system of automata; a simulation is an automaton, too,
// whose states are pairs of states: see compose_simulation.h.
typedef struct unit {
    const char *name;
    uint32_t at;
    bool is_spec, is_automaton;      // else an object
    bool is_process;                 // an automaton whose actions are what processes do
    bool frees;                      // some method has `free`: memory is managed by hand
    bool looks_at_threads;           // some method says `me`
    variable state[MODEL_MAX_NAMES]; // of a spec
    uint32_t state_count;
    // After `check` also those that are only there as participants: without a body.
    method *methods[MODEL_MAX_ACTIONS];
    uint32_t method_count;
    // Of a spec: those written down; after `check` also one for each method with a body.
    synchronisation *syncs[MODEL_MAX_SYNCS + MODEL_MAX_METHODS];
    uint32_t sync_count;
    bool meets; // some are written down
    // Of an automaton: its variables, derived variables and invariants, among those of the file.
    uint32_t shared_from, shared_to, function_from, function_to, invariant_from, invariant_to;
    uint32_t claim_from, claim_to;   // what is said of its steps
    method *init;                    // its init block; NULL: none
    variable params[MODEL_MAX_ARGS]; // there is an instance for each of their values
    uint32_t param_count;
    system_part *components; // of a system
    uint32_t component_count;
    const char *hidden[MODEL_MAX_ACTIONS]; // names of actions
    uint32_t hidden_at[MODEL_MAX_ACTIONS];
    uint32_t hidden_count;
    channel *channels; // of a system
    uint32_t channel_count;
    crashes *crashes;
    uint32_t crash_count;
    timing time;
    const system_part *made_of; // of a flat automaton of a system with channels
    uint32_t made_of_count;
    simulation *simulates; // NULL: it is no simulation
    bool composed;         // made of components: actions may have the same name
    bool checked;          // as in a method
} unit;

typedef struct constant {
    const char *name;
    uint32_t at;
    int64_t value;
} constant;

// What an action is to the histories of an automaton: call request(writer x) is write(x); or
// return response(reader x, writer? v) is v; The first argument says whose operation it is.
typedef struct operation_label {
    bool returns;
    uint32_t at;
    method *head;                 // the action: its name and arguments
    const char *method;           // of a call: the spec's
    uint32_t method_at;           //
    expr *values[MODEL_MAX_ARGS]; // of the call's arguments, or of the result: EXPR_LOCAL of the
    uint32_t value_count;         // head, or constants
} operation_label;

typedef struct instance {
    uint32_t at;
    claim claim;
    const char *object, *refines; // the spec; may be NULL
    uint32_t object_at, refines_at;
    const unit *subject, *spec; // spec NULL: built-in or none
    const char *implements;     // an automaton or system of the file; NULL: none
    uint32_t implements_at;
    const char *condition; // of CLAIM_CONDITION, as judge_find takes it
    uint32_t condition_at;
    progress progress; // of CLAIM_PROGRESS
    uint32_t progress_at;
    temporal_claim temporal;        // of CLAIM_TEMPORAL
    const unit *against;            // which is this one,
    const struct model *against_in; // in its own view
    refinement refinement;          // of CLAIM_IMPLEMENTS
    uint32_t refined_at;
    // Of processes: the one that is verified, and the one that it implements.
    const struct process_definition *process, *against_process;
    uint32_t threads, capacity, nodes, operations;
    bool any_threads; // threads *: every number of them
    bool has_threads, has_capacity, has_nodes, has_range, reuse;
    bool points;       // using points: operations take effect at their marks
    bool deadlockfree; // some thread can always go on
    bool leakfree;     // a node is freed before the last pointer to it is gone
    bool divergencefree, deterministic, nonterminating; // of processes
    int64_t low, high;
    uint32_t reachable_from, reachable_to; // of the model's conditions
    const char *property;                  // one that verify knows by name; NULL: none
    uint32_t property_at;
    operation_label *labels; // of an automaton: its calls and returns
    uint32_t label_count;
    const struct model *in; // what it is verified in: see compose.h
} instance;

typedef struct invariant {
    const char *name;
    uint32_t at, end; // of a reachable condition: its text
    bool quiescent;   // holds when no operation is open
    bool ends;        // among what is reachable: holds where no action is enabled
    bool atom;        // likewise: part of a formula
    // Likewise: no condition but an int, of which the least or greatest value is asked for where the
    // condition before it holds. It is one of the conditions so that whoever goes through what an
    // instance says of states (footprints, symmetries, channels) meets it as well.
    extreme_kind extreme;
    expr *condition;
} invariant;

// never decreases E for x in op; of an automaton or a system: no step makes E smaller. Or
// step invariant NAME { E }, in which x' is x after the step.
typedef struct step_claim {
    const char *name; // NULL: what never decreases
    uint32_t at, end;
    expr *what;
    variable names[MODEL_MAX_ARGS]; // it is claimed for each of their values
    uint32_t name_count;
} step_claim;

// quorums reads, writes intersect in 3; of the file: any two of them have so many items in common.
typedef struct quorum_claim {
    uint32_t at;
    const method *of[2]; // constants; the same one twice, if only one is named
    uint32_t common;
} quorum_claim;

typedef struct model {
    source source;
    record **records;
    uint32_t record_count;
    variable shared[MODEL_MAX_SHARED]; // and the threads' own, in the order of the file
    uint32_t shared_count;
    constant *constants;
    uint32_t constant_count, constant_capacity;
    unit **units;
    uint32_t unit_count, unit_capacity;
    instance *instances;
    uint32_t instance_count, instance_capacity;
    enumeration **enums;
    uint32_t enum_count;
    alias *aliases;
    uint32_t alias_count, alias_capacity;
    message_kind *messages;
    uint32_t message_count, message_capacity;
    method **functions; // pure: they see their parameters and locals only, unless is_let
    uint32_t function_count;
    method **procedures; // as they were parsed: see callee
    uint32_t procedure_count;
    invariant *invariants;
    uint32_t invariant_count, invariant_capacity;
    step_claim *step_claims; // in the order of the file
    uint32_t step_claim_count, step_claim_capacity;
    quorum_claim *quorum_claims; // of the file
    uint32_t quorum_claim_count, quorum_claim_capacity;
    invariant *reachables; // without a name: of all instances, in the order of the file
    uint32_t reachable_count, reachable_capacity;
    method init; // body of the `init` block
    bool has_init;
    bool *used; // by the position of a declaration: something else mentions what it declares
    // Of a file with automata: each automaton or system alone, made flat; and in the last one, where there
    // are some, objects and processes. See compose.h and compose_beside.h.
    struct model **views;
    uint32_t view_count;
    const struct model *whole;   // of such a view: the file
    uint32_t row_count;          // of tables that actions fill in: see simulation_tables.h
    struct processes *processes; // NULL: there are none
    void **arena;
    uint32_t arena_count, arena_capacity;
} model;

void *model_allocate(model *m, size_t size); // zeroed
// *tokens, where it is wanted, is the caller's to free.
struct token;
bool model_parse(model *m, struct token **tokens, error *e);
bool model_check(model *m, error *e);
// Of a file, before that: no constant or derived variable is called like something else.
bool model_check_names(const model *m, error *e);
// Why what is assumed of the scheduler is nothing that can be assumed of what is verified; NULL: it can.
const char *fairness_unsuited(const instance *v, const char **hint);
bool has_automaton(const model *m);
void function_body(model *m, method *f, expr *value); // `return value;`
void type_print(const model *m, type t, text *out);
type message_type(const model *m);                       // of all messages of the model
uint32_t message_find(const model *m, const char *name); // else their number
// Which item of which enum has this name. False: none.
bool enum_item_find(const model *m, const char *name, uint32_t *of, uint32_t *item);
void type_find_enum(const model *m, type *t); // by its name, as in the text of a file
// What a cell holds for a literal as it was parsed: a number, true, none, a name of an enum.
int32_t literal_cell(const model *m, const expr *x);
// True: nothing comes after this loop unless something breaks out of it.
bool loop_endless(const stmt *s);
bool block_breaks(const block *b); // out of the loop around it
// Copies that can be checked on their own.
block block_copy(model *m, const block *b);
expr *expr_copy(model *m, const expr *x);
method *method_copy(model *m, const method *f);
// The last variable of the list, if it is a tuple, becomes its parts. False: more than `most`.
bool variable_split(model *m, variable *list, uint32_t *count, uint32_t most);
// What a model calls a variable, and its type: of a tuple, the whole.
const char *variable_name(const variable *v);
type variable_type(const variable *v);
bool seq_changes(seq_op op); // what it is applied to
// Does the environment of an automaton see this action?
static inline bool action_visible(const method *f)
{
    return !f->hidden && !f->over && (f->role == ACTION_OUTPUT || f->role == ACTION_INPUT);
}

#endif
