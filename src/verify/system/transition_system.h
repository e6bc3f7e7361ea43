// SPDX-License-Identifier: MIT
// The waist: a labelled transition system, given by guarded steps over typed cells. Front ends
// (an object and its clients, an automaton) stand above it; the search, the store, canonical
// forms, reductions, properties, replay and description stand below it, and none knows who is
// on the other side. LTSmin's PINS is the model to learn from: a front end is a table of a few
// functions, and what it declares is data.
//
// A state is a vector of cells. The program (model/steps/program.h) says where everything lies,
// of which type it is, and which cells are dead. What moves are components: the threads of an
// object, or the automaton itself. A component is either open, that is in the middle of
// something, and then has one next step; or it may begin what it is offered: a call, an action.
//
// A step, here called a move, has
//     a guard      system_do sets run.blocked where it does not hold
//     an effect    system_do changes the cells in place, in as many ways as `run` has choices
//     a label      kind, name and values: all that properties and descriptions see of it
//     a footprint  system_touches: what partial order reduction needs
//
//     for each component t:
//         if (system_forced(s, cells, t, &m)) … system_do(s, copy, &m, &r) …
//         else for each offer i: if (system_offers(s, cells, t, i, &m)) … the same …

#ifndef VERIFY_TRANSITION_SYSTEM_H
#define VERIFY_TRANSITION_SYSTEM_H

#include "history/scenario.h"
#include "model/model.h"
#include "model/process/process_view.h"
#include "verify/system/compiled.h"

typedef enum label_kind {
    LABEL_CALL,
    LABEL_INTERNAL, // hidden: only where operations take effect in it is seen
    LABEL_RETURN,
    LABEL_ACTION, // of an automaton, or a step of a process
} label_kind;

// What a component may begin: a method or an action, with its arguments.
typedef struct offer {
    label_kind kind;
    uint32_t method;
    int32_t args[MODEL_MAX_ARGS];
    lp_value arg; // as a history holds it
    bool shares;  // its move reads or writes what others see: it cannot be put off
    bool fault;   // of the environment: nobody has to take it
} offer;

enum { EVENT_ENDS = 1, EVENT_FIRST = 2 };

typedef struct move {
    label_kind kind;
    uint32_t thread; // the component
    uint32_t pc;     // before the move
    uint32_t method; // its name, unless it is internal
    uint32_t offer;  // of a call or an action: which of the system's offers
    lp_value result; // of a return
    uint32_t lin;    // so many operations take effect, where marks count,
    uint64_t lins;   // as in a run
    uint32_t used;   // choices
    uint32_t choice[RUN_MAX_CHOICES];
    // Of a process, whose moves depend on what it has come to: they are the ways that one offer may
    // go, and `make` says which label was seen. 0: none; then `hidden` is what was hidden, + 1.
    // EVENT_ENDS: it terminates; else the label has the number from EVENT_FIRST on.
    uint32_t event, hidden;
    uint32_t takers; // likewise: the parts that take it (step_takers.h)
} move;

// As it was before it was made.
static inline void move_again(move *m)
{
    m->result = (lp_value){0};
    m->lin = m->used = 0;
    m->lins = 0;
    m->event = m->hidden = 0;
}

// A move that was not made yet. There is one for every transition, so its choices are not cleared.
static inline void move_begin(move *m, label_kind kind, uint32_t thread)
{
    m->kind = kind;
    m->thread = thread;
    m->pc = m->method = m->offer = 0;
    move_again(m);
}

// What a move is to a history: a call, a return, or nothing (LABEL_INTERNAL). Actions of an
// automaton may not make a history: a process calls while its operation is open, or returns while
// none is. Properties of histories say that this is a violation.
typedef struct history_event {
    label_kind kind;
    uint32_t process;
    uint32_t method; // of a call: see system_operation
    lp_value value;  // its argument, or the result
} history_event;

typedef struct transition_system transition_system;

typedef struct system_options {
    uint32_t threads, nodes, items;
    bool reuse, clear, has_capacity;
    uint32_t capacity, operations;
    bool has_range;
    int64_t low, high;
    const scenario *script;
    process_view view; // what is looked at of a process; else it goes on as if all were
    const char *cc;
    limits *limits;
} system_options;

typedef struct front_end {
    const char *noun;      // "object"
    const char *component; // "thread"; NULL: there is one, and it has no name
    // Adds the offers, and declares what is not as system_init leaves it.
    bool (*declare)(transition_system *s, const instance *v, const system_options *o, error *e);
    void (*release)(void *context); // NULL: there is none
    // May a component that is not open begin this now? The move may still be blocked.
    bool (*offers)(const transition_system *s, const int32_t *cells, uint32_t component,
                   uint32_t offer);
    // The next move of a component that is open. False: it is not.
    bool (*forced)(const transition_system *s, const int32_t *cells, uint32_t component, move *m);
    // The methods that a component may begin now or later, a bit each; NULL: not known.
    uint32_t (*later)(const transition_system *s, const int32_t *cells, uint32_t component);
    // Makes a move, by the compiled program or by the interpreter.
    void (*make)(const transition_system *s, int32_t *cells, move *m, run *r, bool interpreted);
    // The components, a bit each, that have to go on: it is a deadlock if they never can.
    uint32_t (*obliged)(const transition_system *s, const int32_t *cells);
    // The rest may be NULL. A move that is taken at once, because nobody can be in its way: the search
    // goes on after it, and needs no other move of the state. False: there is none.
    // The ways that it is one of are known then.
    bool (*at_once)(const transition_system *s, const int32_t *cells, bool interpreted, move *m,
                    run_ways *ways);
    // What the first state holds that is no variable's initial value:
    void (*start)(const transition_system *s, int32_t *cells, run *r);
    // A move in words, once it is made; where it stands in the text; and a state:
    void (*describe)(const transition_system *s, const move *m, text *what, uint32_t *at);
    void (*show)(const transition_system *s, const int32_t *cells, text *out);
    // What is seen of a move whose `event` is not 0,
    void (*label)(const transition_system *s, uint32_t event, text *out);
    // or of any move; nothing: it is not seen.
    void (*event)(const transition_system *s, const move *m, text *out);
    // Of a process: its labels, and who takes its steps.
    const struct process_terms *(*terms)(const transition_system *s);
} front_end;

struct transition_system {
    const model *m;
    const front_end *front;
    program *p;
    compiled c;
    lp_pool *pool;
    offer *offers;
    uint32_t offer_count, offer_capacity;
    uint32_t *returns;     // of each pc: the method whose return is the next move there, + 1
    history_event *events; // of each offer, where actions call operations; NULL: moves do
    const operation_label *labels;
    uint32_t processes;    // whose operations they are
    uint32_t process_enum; // whose names these are, + 1: see enum_of_processes
    bool optional;         // nobody has to take an offer
    bool symmetric;        // components of one class are interchangeable
    uint32_t classes[MODEL_MAX_THREADS + 1];
    bool reserved, started, done; // which of the front end's own cells it uses; the others are 0
    void *context;                // the front end's
};

program_options system_shape(const system_options *o); // of the program that it gets
bool system_init(transition_system *s, const instance *v, const system_options *o, lp_pool *pool,
                 error *e);
void system_fini(transition_system *s);
void system_start(const transition_system *s, int32_t *cells, run *r);

// For front ends: adds an offer; one for each value of each parameter of all methods.
void system_offer(transition_system *s, label_kind kind, uint32_t which, const int32_t *args);
bool system_offer_all(transition_system *s, label_kind kind, const instance *v,
                      const system_options *o, error *e);
// A cell, and the result of a method, as a history holds it.
lp_value system_value(const transition_system *s, type t, int32_t cell);
lp_value system_result(const transition_system *s, uint32_t which, const int32_t *cells);
lp_value system_finite(const transition_system *s, type t, const int32_t *cells);

static inline bool system_forced(const transition_system *s, const int32_t *cells,
                                 uint32_t component, move *m)
{
    return s->front->forced(s, cells, component, m);
}

static inline bool system_offers(const transition_system *s, const int32_t *cells,
                                 uint32_t component, uint32_t which, move *m)
{
    if (!s->front->offers(s, cells, component, which))
        return false;
    const offer *o = &s->offers[which];
    move_begin(m, o->kind, component);
    m->offer = which;
    m->method = o->method;
    return true;
}

// Every move that may be possible in a state, one after the other; *next is 0 at first. `guards`: those of
// actions are asked for by compiled code, else the move is blocked where one does not hold.
bool system_next_move(const transition_system *s, const int32_t *cells, bool guards, uint32_t *next,
                      move *m);

// Is the next move of the component a return? What folding asks all the time.
static inline bool system_returns(const transition_system *s, const int32_t *cells,
                                  uint32_t component)
{
    const layout *l = &s->p->layout;
    return s->returns[cells[l->threads + component * l->thread_stride + THREAD_PC]] != 0;
}

// What histories see of a move. The method of a call has a number, from 0, and a name.
static inline history_event system_event(const transition_system *s, const move *m)
{
    if (s->events && m->kind == LABEL_ACTION)
        return s->events[m->offer];
    return (history_event){
        .kind = m->kind,
        .process = m->thread,
        .method = m->method,
        .value = m->kind == LABEL_CALL ? s->offers[m->offer].arg : m->result,
    };
}

// Does a property of histories have something to see in it?
static inline bool system_tells(const transition_system *s, const move *m)
{
    return !s->events || m->kind != LABEL_ACTION || s->events[m->offer].kind != LABEL_INTERNAL;
}

const char *system_operation(const transition_system *s, uint32_t which);

// Does a move in place, with the choices in *r. Fills in what the move says about itself.
void system_do(const transition_system *s, int32_t *cells, move *m, run *r);
// The same by the interpreter, which knows nothing of the compiled program.
void system_interpret(const transition_system *s, int32_t *cells, move *m, run *r);
// Makes a move that is taken at once, and goes one way, from `cells` to `after`. False: there is none.
bool system_at_once(const transition_system *s, const int32_t *cells, bool interpreted,
                    run_ways *ways, int32_t *after, move *m, run *r);
// The footprint of an open component's next step, as in emitted.h.
uint32_t system_touches(const transition_system *s, const int32_t *cells, uint32_t component);

static inline uint32_t system_obliged(const transition_system *s, const int32_t *cells)
{
    return s->front->obliged(s, cells);
}

// The thread whose operation is the i-th to take effect with this move.
static inline uint32_t move_effect(const move *m, uint32_t i)
{
    return (uint32_t)(m->lins >> (RUN_LIN_BITS * i)) & ((1u << RUN_LIN_BITS) - 1);
}

#endif
