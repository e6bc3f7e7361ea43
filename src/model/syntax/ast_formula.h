// SPDX-License-Identifier: MIT
// What is said of runs: formulas of linear temporal logic over conditions of states and over steps.

#ifndef MODEL_AST_FORMULA_H
#define MODEL_AST_FORMULA_H

#include "model/syntax/model_limits.h"
#include "model/syntax/model_type.h"
#include "temporal/formula/ltl_formula.h"

struct expr;

typedef enum event_kind {
    EVENT_CALL,   // push.call(t, 1)
    EVENT_RETURN, // pop.return(t, 1)
    EVENT_ACTION, // grant(w1), client[x].retry()
    EVENT_LABEL,  // of a process: enter.0, c!1, c?x
    EVENT_TAU,    // likewise: a step that is not seen,
    EVENT_SKIP,   // or termination
} event_kind;

typedef enum event_argument_kind {
    EVENT_ANY,      // _
    EVENT_VALUE,    // a number, true, false, none, or a name of an enum
    EVENT_VARIABLE, // any other name: what is said is said for each of its values
} event_argument_kind;

typedef struct event_argument {
    struct expr *written;
    event_argument_kind kind;
    uint32_t variable; // of the formula
} event_argument;

// A step that is named: it holds where it is the next one.
typedef struct event_pattern {
    event_kind kind;
    const char *name; // of the method or the action: "push", "client.retry"
    uint32_t at, end;
    bool bare;       // without arguments: whichever they are
    char sign;       // of a label: before its first value, '.', '!' or '?'; 0: there is none
    uint32_t number; // of its name, after `check`
    // Of a call or a return: the thread, then arguments or the result; these may be left out. Of an
    // action of a component: what says which one, then its arguments. Of a label: its first values.
    event_argument args[2 * MODEL_MAX_ARGS];
    uint32_t arg_count;
} event_pattern;

// A value that a variable of the formula may have in a condition: of an int, a bool, or an enum with that
// number.
typedef struct variable_value {
    type_kind kind;
    uint32_t record;
    int32_t cell;
} variable_value;

typedef struct variable_values {
    const char *name;
    uint32_t variable; // of the formula, after `check`
    variable_value list[MODEL_MAX_REACHABLE];
    uint32_t count;
} variable_values;

// A condition in which variables of the formula stand is one for each of their values: the first
// variable counts fastest. See formula_values.c.
typedef struct condition_values {
    variable_values of[MODEL_MAX_ARGS];
    uint32_t count;
} condition_values;

typedef struct temporal_formula {
    ltl_kind kind;
    uint32_t at;
    uint32_t depth; // operators above the deepest leaf
    struct temporal_formula *left, *right;
    uint32_t condition;       // of LTL_ATOM: among those of its verify block,
    event_pattern *event;     // unless it is a step
    condition_values *values; // of that condition, which is the first of several; NULL: it is one
} temporal_formula;

// What is assumed of the scheduler in runs without an end.
typedef enum fairness {
    FAIR_NOT,    // nothing
    FAIR_WEAK,   // who can go on from some time on does
    FAIR_STRONG, // who can go on again and again does
    FAIR_GLOBAL, // every step that can be taken again and again, from the same state, is
} fairness;

// A claim |= of a verify block.
typedef struct temporal_claim {
    temporal_formula *what; // NULL: none
    uint32_t at, end;
    fairness fair;
    bool fair_actions; // is asked of actions or events, not of threads, components or parts;
    bool fair_events;  // that is, of events
    bool fair_given;
    uint32_t fair_at;
    const char *variables[MODEL_MAX_ARGS];
    uint32_t variable_count;
} temporal_claim;

// Fairness as a file has it after `fair`: "weak", "strong events". False: it is none.
bool fairness_read(const char *words, temporal_claim *c);

#endif
