// SPDX-License-Identifier: MIT
// Processes as closed terms, and the steps that they can take: Plotkin's structural operational
// semantics of CSP# over the state that a transition system has.
//
// A term is a number: terms that are the same have the same one. It is an operator with terms as its
// parts; or a process of the file that has not begun, with the values of the variables it needs. What
// terms and their steps are does not depend on who asks, so several threads share them.
//
//     stepper s = …;
//     uint32_t t = process_build(&s, definition->body, arguments);
//     process_steps(&s, t, &list);            // all that t can do in the state s.cells
//     process_take(&s, &list.items[0], &t);   // changes the state, and gives the term after it

#ifndef MODEL_PROCESS_TERMS_H
#define MODEL_PROCESS_TERMS_H

#include "model/emit/emitted.h"
#include "model/process/event_label.h"
#include "model/process/word_table.h"
#include "model/steps/program.h"

typedef enum term_kind {
    TERM_STOP,
    TERM_DONE, // it has terminated
    TERM_SKIP,
    TERM_PREFIX,     // process, values: an event, a message that is sent or received
    TERM_IF,         // process, values
    TERM_GUARD,      // process, values
    TERM_INTERNAL,   // process, values
    TERM_LATER,      // process, values: what it is, is found out in the state after the step
    TERM_HOLE,       // process, values: a receipt whose message is not known yet
    TERM_EXTERNAL,   // parts
    TERM_GENERAL,    // parts
    TERM_INTERLEAVE, // parts
    TERM_PARALLEL,   // a part and its alphabet, again and again
    TERM_SEQUENCE,   // part, process, values
    TERM_HIDE,       // part, set
    TERM_RENAME,     // part, process
    TERM_INTERRUPT,  // part, part
    TERM_ATOMIC,     // part, whether it has begun
    TERM_EFFECTS,    // part, part: of steps that are taken together
} term_kind;

enum { TERM_NONE = WORD_TABLE_FULL };
enum { TERM_UNSETTLED = 1, TERM_OPEN = 2 }; // there is a TERM_LATER, or a TERM_HOLE, in it

typedef struct process_terms {
    const model *m;
    const processes *a;
    word_table *terms, *labels, *sets;
    word_table *paths, *takers; // see step_takers.h; NULL: nobody asks
} process_terms;

typedef enum step_kind {
    STEP_HIDDEN,
    STEP_EVENT,
    STEP_ENDS,     // it terminates
    STEP_SENDS,    // over a channel without a buffer, to somebody beside it
    STEP_RECEIVES, // likewise
} step_kind;

typedef struct process_step {
    step_kind kind;
    bool urgent;    // of an atomic process that has begun
    uint32_t label; // of an event, or of what is sent
    uint32_t shown; // what was hidden, + 1; 0: nothing that has a name
    uint32_t
        origin; // the process that takes it; of what goes on behind a semicolon: all + its number
    uint32_t takers; // and the parts that it belongs to: see step_takers.h
    uint32_t effect; // the term that acts, + 1; 0: none does
    uint32_t target; // the term after it; of a receipt with a hole
    uint32_t hole;
} process_step;

typedef struct step_list {
    process_step *items;
    uint32_t count;
    size_t capacity;
    bool depends; // on the state
} step_list;

// What is being looked into, the innermost first: a call or a guard, with the values of its variables.
typedef struct open_call {
    const void *what;
    const int32_t *values; // MODEL_MAX_NAMES of them
    const struct open_call *around;
} open_call;

// Who evaluates, and in which state. Where something fails, `run` says how.
typedef struct stepper {
    const process_terms *t;
    const program *p;
    int32_t *cells; // evaluating leaves them as they are
    void (*call)(void *context, int32_t *cells, uint32_t method, const int32_t *args, run *r);
    // The same, for what is looked at ahead: nothing counts as reached by it. NULL: there is no such.
    void (*quietly)(void *context, int32_t *cells, uint32_t method, const int32_t *args, run *r);
    void *context;
    run *run;
    uint32_t at; // the process that all began with, where nothing nearer is to blame
    bool anew;   // steps that are remembered are found out again
    uint32_t depth;
    const open_call *open;
} stepper;

bool process_terms_init(process_terms *t, const model *m);
void process_terms_fini(process_terms *t);

// The term of a process; TERM_NONE: it fails.
uint32_t process_build(stepper *s, const process *x, const int32_t *env);
// The steps of a term, in place of what the list has; where an atomic process has begun and can go on, those of such
// processes. False: it fails.
bool process_steps(stepper *s, uint32_t term, step_list *out);
void step_list_fini(step_list *l);
// Changes the state. False: it fails, or is blocked.
bool process_take(stepper *s, const process_step *step, uint32_t *after);
void term_print(const process_terms *t, uint32_t term, text *out);
// Marks, by their numbers, the processes that this one may come to, and itself.
void processes_called(const processes *a, const process_definition *of, bool *reached);

#endif
