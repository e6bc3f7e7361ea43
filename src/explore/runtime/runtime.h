// SPDX-License-Identifier: MIT
// What the parts of the explore runner share. The runner is one process with
// one OS thread that runs; the threads of the user's object are fibers on it.
//
//     user code ──__tsan_*, pthread_*, malloc──▶ hook ──point()──▶ scheduler
//         ▲                                                            │
//         └───────────────── the chosen fiber goes on ◀────────────────┘
//
// These are mutable globals on purpose: hooks are called by compiled code that
// hands nothing over. A hook first looks at rt.in_user: see hook_scope.h.

#ifndef EXPLORE_RUNTIME_H
#define EXPLORE_RUNTIME_H

#include "explore/runtime/frame.h"

#include <linchpin/judge.h>
#include <linchpin/value.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FIBERS_MAX = 32,      // main, the scenario's threads, threads the object starts
    FIBER_KEYS_MAX = 16,  // pthread_key_create
    FIBER_EXITS_MAX = 16, // destructors of C++ thread_local objects
    FIBER_MAIN = 0,       // creates the object; its process number is the thread count
    INVISIBLE_ENOUGH = 1 << 30,
};

// What a parked fiber will do when it is chosen.
typedef enum op_kind {
    OP_NONE,
    OP_START,     // the first step of a thread the object started
    OP_PROLOGUE,  // a thread of the scenario has yet to come to its first step
    OP_OPERATION, // a whole operation that touches nothing others can see
    OP_CALL,
    OP_RETURN,
    OP_READ,
    OP_WRITE,
    OP_LOAD,
    OP_STORE,
    OP_UPDATE, // an atomic read-modify-write
    OP_MALLOC,
    OP_FREE,
    OP_YIELD,
    OP_CREATE,
    OP_EXIT,
    OP_UNLOCK,
    OP_TRYLOCK,
    OP_SIGNAL,
    OP_BROADCAST,
    OP_WAIT,    // releases the mutex and begins to wait
    OP_SYNC,    // another operation on a synchronisation object that cannot block
    OP_FOREIGN, // a call that leaves the instrumented code; extra: which, see foreign.h
    OP_CHOICE,  // `extra` alternatives; a decision that is not about threads
    // From here on the fiber may not be able to go on.
    OP_BLOCKING,
    OP_LOCK = OP_BLOCKING, // address: the mutex
    OP_SPINLOCK,
    OP_READLOCK,
    OP_WRITELOCK,
    OP_JOIN,     // extra: the fiber
    OP_JOIN_ALL, // main, for the scenario's threads
    OP_SLEEP,    // waiting on `waiting_on` until woken
    OP_RELOCK,   // woken from a condition variable; extra: the mutex
    OP_ONCE,     // until nobody else is inside
    OP_SEMAPHORE,
    OP_STREAM, // a call on the stream `address`; extra: as OP_FOREIGN
    OP_FILE,   // until the descriptor `size` is ready for the events `extra` of poll
} op_kind;

typedef struct pending {
    op_kind kind;
    uint32_t size;
    const void *address;
    const void *pc;
    uint64_t extra;
} pending;

typedef enum fiber_status { FIBER_UNUSED, FIBER_PARKED, FIBER_DONE } fiber_status;

// Plain bytes that belong to the state of an execution: hashed and reset as they are.
typedef struct fiber_state {
    pending next;
    uint32_t status; // a fiber_status
    bool detached, joined, woken, timed, quiet;
    bool competes;   // its next step orders symmetric threads: see thread_symmetry.h
    bool begun;      // it has taken such a step
    bool call_waits; // an operation has begun; its call goes with its first step
    uint16_t call;   // which
    uint32_t random; // of rand()
    bool fickle;     // may wake up for no reason, if that is to be explored
    // A call that has left the instrumented code: where its return address is, and what
    // that was; its footprint is unknown; so is that of all this thread does.
    bool foreign_unknown, foreign_body;
    const void *const *foreign_slot;
    const void *foreign_return;
    uint64_t foreign_arguments[6];
    const char *callback; // a function of the user's that a library has called: where its frame is
    uint64_t blocked, raised; // sets of signals
    const void *waiting_on;
    void *(*body)(void *); // of a thread that the object started
    void *argument, *result;
    const void *keys[FIBER_KEYS_MAX];
    struct {
        void (*run)(void *);
        void *argument;
    } exits[FIBER_EXITS_MAX];
    uint32_t exit_count;
} fiber_state;

typedef struct fiber {
    uint32_t number;
    char *stack_low, *stack_high;
    char *stack_used; // cleared from here up
    void *fs;         // thread pointer of its donor
    pthread_t donor;  // a real thread that sleeps for ever and lends its TLS
    int *errno_at;
    bool stack_shared, tls_shared; // another fiber was seen to reach into it
    // Of one execution:
    void *context;
    const char *base; // the stack above it does not change during an operation
    const char *live; // while it is parked: the user has no frame below
    user_frame frame; // while it is parked: all that its hook goes on with; no stack: unknown
    void (*run)(void *);
    void *argument;
    fiber_state s;
} fiber;

typedef enum end_kind {
    END_NONE,
    END_COMPLETE,
    END_DEADLOCK,
    END_BUG,     // violated: ended.violation says what, ended.text in words
    END_ERROR,   // the test itself is wrong
    END_UNKNOWN, // something explore does not control
    END_RESTART, // memory thought to be private is shared: begin again
    END_PRUNED,  // this state was reached before
    END_STUCK,   // all that could go on go round in vain, for ever
    END_CYCLE,   // back in a state of this execution: it can go on so for ever
    END_WAITS,   // an operation cannot go on unless another thread does
    END_STEPS,
    END_SCHEDULE, // a replayed schedule has come to its end
} end_kind;

// One call or return, in canonical order: see subject.c.
typedef struct run_event {
    uint32_t process;
    uint16_t is_return, call; // which call of its process
    lp_value result;
} run_event;

enum { RUN_EVENTS_MAX = 2 * 64 * 18 };

// Four things, each of which lives for another time.

// What executions are to be like: set before they are run.
typedef struct configuration {
    int errors; // the stderr that the runner was given; the object's goes nowhere
    bool reuse, spurious;
    bool races;         // data races are looked for: see races.h
    bool all_loops;     // a thread is continued after an iteration without effect
    bool folded;        // a call is part of the first step of its operation, a return of the last
    bool frames;        // fibers keep the user's frame that they are parked at: see fiber
    bool reduced;       // by partial order: races between steps are known
    uint64_t max_steps; // of one execution
} configuration;

// The execution that runs.
typedef struct execution_state {
    bool in_user;             // see hook_scope.h
    bool loading;             // constructors run: nothing is scheduled
    bool late;                // of a library that the object loads itself
    bool tracing;             // steps are written down to be shown
    bool recording;           // the step that runs is new: its footprint is recorded
    bool prologues;           // some threads are at OP_PROLOGUE
    bool solo;                // no other thread exists, or can be seen any more
    char hidden, free_list;   // their addresses stand for what only foreign calls touch, and malloc
    const void *private_last; // atomic or volatile access to what is private to the fiber
    uint32_t private_run;     // how often it was made again since the last step
    uint32_t invisible_run; // accesses since the last step; INVISIBLE_ENOUGH: the next one ends it
    // Of the thread that came to a point last: see thread_state.h; 0: not computed.
    uint64_t thread_state;
    uint64_t past; // of the states by which foreign calls were made, in the search by states
    fiber *current;
    fiber fibers[FIBERS_MAX];
    uint32_t fiber_count;  // in use in this execution
    uint32_t unfinished;   // of them not done
    uint32_t thread_count; // of the scenario
    void *scheduler;       // its context while a fiber runs
    void *scheduler_fs;

    uint64_t steps;
    uint32_t choice;      // the scheduler's answer to OP_CHOICE
    const void *probe_pc; // a hook tries an address on behalf of this place: see region_probe

    run_event events[RUN_EVENTS_MAX];
    uint32_t event_count, last_run; // last_run: where the last run of calls or returns begins

    void *instance; // what create() gave
    uint32_t key_count;
    void (*key_destructors[FIBER_KEYS_MAX])(void *);
} execution_state;

// What executions have shown about the object, kept when the exploration starts over. Which
// words are promoted (footprint.h) and which stacks are shared (fiber) belongs to it, too.
typedef struct knowledge {
    bool symmetry;          // symmetric threads are still taken for one another: thread_symmetry.h
    bool opaque;            // there are steps with an unknown footprint: see foreign.h
    bool invisible_plain;   // plain accesses without a race are invisible: see footprint.h
    bool irreducible;       // something was seen that the reduction does not understand
    bool clock_used;        // the object looked at the clock
    char uncontrolled[256]; // memory or functions that make "holds" too much to say
} knowledge;

// How the last execution ended.
typedef struct execution_result {
    end_kind how;           // END_NONE: it has not
    lp_violation violation; // of END_BUG
    int signal;
    bool hung; // the watchdog has ended this execution: see watchdog.h
    bool lost; // user code was left in a library: no other execution can be run. See lost_thread.h
    char text[512];
    const void *pc;
    uint64_t total_steps; // of the executions before
} execution_result;

extern configuration config;
extern execution_state rt;
extern knowledge learnt;
extern execution_result ended;

#define CALLER __builtin_return_address(0)
// Where the caller's frame ends: above the return address and the saved frame pointer.
#define FRAME_TOP ((const char *)__builtin_frame_address(0) + 2 * sizeof(void *))

// How people and schedules number threads: the scenario's from 0, then main,
// then those that the object started.
static inline uint32_t thread_number(const fiber *f)
{
    if (f->number == FIBER_MAIN)
        return rt.thread_count;
    return f->number <= rt.thread_count ? f->number - 1 : f->number;
}

#endif
