// SPDX-License-Identifier: MIT
// How much of everything a .lin file may hold; docs/lin.md has the same as a table.

#ifndef MODEL_LIMITS_H
#define MODEL_LIMITS_H

// What a model may hold. Reaching one is an error that names it.
enum {
    MODEL_MAX_DEPTH = 200,     // nesting of statements and expressions
    MODEL_MAX_ARGS = 8,        // of an action, a function, a procedure
    MODEL_MAX_METHOD_ARGS = 4, // of a method: what a scenario can give
    MODEL_MAX_METHODS = 16,    // of an object or a spec: LP_MAX_METHODS
    MODEL_MAX_ACTIONS = 128,   // of an automaton
    MODEL_MAX_MEETING = 8,     // operations of one synchronisation
    MODEL_MAX_SYNCS = 32,
    MODEL_MAX_THREADS = 16,
    MODEL_MAX_NODES = 120, // of each struct
    MODEL_MAX_RECORDS = 16,
    MODEL_MAX_ENUMS = 16,
    MODEL_MAX_PARTS = 8, // cells of a value: of a tuple, of a set of a finite type
    MODEL_MAX_FUNCTIONS = 128,
    MODEL_MAX_PROCEDURES = 32,
    MODEL_MAX_STATEMENTS = 4000, // of a method, with those of the procedures it calls
    MODEL_MAX_MESSAGES = 32,     // kinds of them
    MODEL_MAX_CHANNELS = 32,     // of a system, in one direction
    MODEL_MAX_CRASHES = 64,      // of a kind of component, in a run
    MODEL_MAX_TIME = 1000,       // that a clock shows
    MODEL_MAX_LINKS = 32,        // variables and fields with ll
    MODEL_MAX_ITEMS = 256,       // of an array
    MODEL_MAX_CELLS = 1024,      // of a node
    MODEL_MAX_MANY = 64,         // items of a seq, set or map of an object
    MODEL_MAX_REACHABLE = 64,    // conditions of a file
    MODEL_MAX_MATCHES = 64,      // steps of a simulation
    MODEL_MAX_ROWS = 64,         // of its tables that are known to the search; others may follow
    MODEL_MAX_LABELS = 16,       // calls and returns of a verify block: LP_MAX_METHODS
    MODEL_MAX_SHARED = 256,      // variables of objects, or of automata
    MODEL_MAX_NAMES = 64,        // fields of a struct, locals of a method, names of an enum
};

#endif
