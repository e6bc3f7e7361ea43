// SPDX-License-Identifier: MIT
// What the files of this folder share: a run that is being replayed.

#ifndef RUN_REPLAYING_H
#define RUN_REPLAYING_H

#include "run/replay/replay_network.h"
#include "run/replay/trace_reader.h"

// How far an operation is that hands itself over to a server, by an action that they share.
typedef enum replay_handing {
    HANDING_NOT,
    HANDING_TOLD,     // it has taken its part of the action that hands it over,
    HANDING_TAKEN,    // and the server has taken its own:
    HANDING_ANSWERED, // the server has taken its part of the action that gives it back,
    HANDING_OVER      // and so has the operation
} replay_handing;

// A component that has begun: of a server one for each key, of an operation until it returns.
typedef struct replay_component {
    replay_who who;
    int64_t key;
    int64_t *state;
    replay_handing handing; // of an operation
    replay_who handed_to;
} replay_component;

// What an operation was called with.
typedef struct replay_argument {
    int64_t id, value;
} replay_argument;

HASH_TABLE_TYPE(replay_component_table, replay_component);
HASH_TABLE_TYPE(replay_argument_table, replay_argument);

typedef struct replay_process {
    trace_reader trace;
    bool known; // which process it is
    uint64_t process;
    int64_t clock;                       // as far as it has gone
    uint64_t lives;                      // how often it was started again
    int64_t last_id[COMPONENT_SUPPLIES]; // of its operations
} replay_process;

enum { REPLAY_NO_PLACE = UINT32_MAX };

// How the run differs from the model.
typedef struct replay_difference {
    bool found;
    char *why;
    uint32_t at; // in the model, or REPLAY_NO_PLACE
} replay_difference;

typedef struct replay {
    const component_system *s;
    enact_part *parts; // as in s
    replay_names names;
    replay_network network;
    replay_component_table components;
    replay_argument_table arguments;
    replay_process *processes;
    size_t count, capacity;
    replay_difference difference;
    bool unknown; // it is none: the interpreter does not know this part of the language
    uint64_t steps;
} replay;

// Returns false.
bool replay_differs(replay *r, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// NULL: it has not begun, or has returned.
replay_component *replay_find(replay *r, replay_who who, int64_t key);
replay_component *replay_add(replay *r, replay_who who, int64_t key);
void replay_remove(replay *r, replay_who who, int64_t key);
void replay_forget(replay *r, replay_who who); // all its keys
void replay_note_argument(replay *r, int64_t id, int64_t value);
int64_t replay_argument_of(const replay *r, int64_t id);
void replay_tables_init(replay *r);
void replay_tables_fini(replay *r);

// The message that the step of a process receives: which one it is. False: it receives none.
bool replay_receives(const replay *r, const replay_process *p, replay_link *out);
// The step that the trace is at. False: it differs.
bool replay_step(replay *r, replay_process *p);

// One action, from the state of `c` on: it must be enabled, and lead to what the trace has. If it does,
// so be it. False: it differs.
typedef struct replay_taking {
    replay_process *process;
    replay_component *component;
    enact_step step;
} replay_taking;

bool replay_take(replay *r, const replay_taking *t);
// If it is one that two components share: both may take their parts as one step. Else, that its component is not
// waiting for the other part of one. False: it differs.
bool replay_shared(replay *r, const replay_taking *t, const enact_outcome *out);

#endif
