// SPDX-License-Identifier: MIT
// Verdicts: what every engine of linchpin answers, with its evidence.
//
// A verdict is one of four, never a boolean. "holds" covers something, and
// says what; "violated" shows a counterexample; "unknown" names the limit that
// was reached; "error" is for input that could not be judged.
//
// Ownership: a verdict owns everything it points to except the history's pool.

#ifndef LINCHPIN_JUDGE_H
#define LINCHPIN_JUDGE_H

#include <linchpin/chart.h>
#include <linchpin/explanation.h>
#include <linchpin/figures.h>
#include <linchpin/history.h>
#include <linchpin/plots.h>
#include <linchpin/spec.h>
#include <linchpin/steps.h>
#include <linchpin/threads.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lp_outcome {
    LP_HOLDS = 0, // the values are the command line's exit codes
    LP_VIOLATED = 1,
    LP_ERROR = 2,
    LP_UNKNOWN = 3,
} lp_outcome;

// What kind of violation was found: what programs decide by, where people read `reason`.
typedef enum lp_violation {
    LP_VIOLATION_NONE = 0,
    LP_VIOLATION_CONDITION,   // a history breaks the condition: no order explains it
    LP_VIOLATION_DEADLOCK,    // no thread can go on
    LP_VIOLATION_LIVELOCK,    // threads go on for ever, and some operation can never return
    LP_VIOLATION_BLOCKING,    // not lock-free: an operation needs another thread to go on
    LP_VIOLATION_RACE,        // two accesses that nothing orders
    LP_VIOLATION_INVARIANT,   // an invariant is false
    LP_VIOLATION_ASSERTION,   // an assertion fails
    LP_VIOLATION_NULL,        // null dereference
    LP_VIOLATION_FREED,       // use after free, or of a local after its function returned
    LP_VIOLATION_DOUBLE_FREE, //
    LP_VIOLATION_BAD_FREE,    // of what was not allocated
    LP_VIOLATION_BOUNDS,      // access outside of a block or an array
    LP_VIOLATION_LEAK,        // memory is not freed at the end
    LP_VIOLATION_ARITHMETIC,  // overflow, division by zero, a value outside of its range
    LP_VIOLATION_MISUSE,      // of a lock, a thread, a collection: against its rules
    LP_VIOLATION_POINT,       // an operation takes effect twice, or where none can, or nowhere
    LP_VIOLATION_ENDLESS,     // a loop or a recursion that does not end
    LP_VIOLATION_CRASH,       // by a signal, or by abort
    LP_VIOLATION_EXIT,        // the object ended its process or thread
    LP_VIOLATION_UNREACHABLE, // no state of the model is as was said to be reachable
    LP_VIOLATION_SIMULATION,  // a step is not matched, or leads out of the relation
    LP_VIOLATION_END,         // a run of the model ends otherwise than was said
    LP_VIOLATION_TRACE,       // of the model is none of what it is to implement
    LP_VIOLATION_TEMPORAL,    // a run of the model breaks a formula of temporal logic
    LP_VIOLATION_REFUSAL,     // a process refuses what it must not
    LP_VIOLATION_DIVERGENCE,  // a process goes on for ever, and nothing is seen of it
} lp_violation;

const char *lp_violation_name(lp_violation v); // as JSON has it: "data-race"

// A function that a step was in.
typedef struct lp_trace_frame {
    char *where;    // "atomic_base.h:488"; may be NULL
    char *function; // "std::atomic<int>::load"; may be NULL
} lp_trace_frame;

enum { LP_NO_THREAD = -1 }; // of a step that is nobody's in particular, as an automaton's

// One line of "what happened" in a counterexample of explore or verify.
typedef struct lp_trace_step {
    int64_t thread;
    char *what;             // "write top = 0x10 (release)", "top = n"
    char *where;            // "treiber.c:31"; may be NULL
    bool is_switch;         // another thread ran just before
    bool is_call;           // an operation begins: "call push(1)"
    lp_trace_frame *frames; // innermost first; `where` is of one of them
    uint32_t frame_count;
    uint32_t events;         // of the history, so many when it is done; LP_NO_EVENT: not known
    uint32_t happened;       // of the whole run, where the history has only some of it; likewise
    lp_step_access *access;  // may be NULL
    lp_cell_change *changes; // of the verdict's memory
    uint32_t change_count;
} lp_trace_step;

// What a complete search of a model, or random walks through it, reached, and what not.
typedef struct lp_covered_method {
    char *name;
    bool called, returned; // ever
    uint64_t times;        // how often it was called, or taken, where that was counted
} lp_covered_method;

typedef enum lp_lack { LP_NEVER_REACHED, LP_NEVER_TRUE, LP_NEVER_FALSE } lp_lack;

typedef struct lp_unreached {
    lp_lack lack; // of the statement, or of its condition
    char *what;   // "return false;"
    char *where;  // "treiber.lin:31:5"
    uint32_t line;
} lp_unreached;

typedef struct lp_model_coverage {
    lp_covered_method *methods;
    uint32_t method_count;
    lp_unreached *unreached;
    uint32_t unreached_count;
    bool shown;   // also where nothing is missing
    bool actions; // of an automaton: its actions are called methods here
    bool counted; // how often, in random walks
} lp_model_coverage;

// What in a model can hardly be meant, though it can be judged.
typedef struct lp_warning {
    char *what;  // "the variable x is never used"
    char *where; // "treiber.lin:31:5"
} lp_warning;

// reachable E with least X: what was found.
typedef struct lp_extreme {
    char *condition; // "left.empty()"
    char *of;        // "minutes"
    char *where;     // "bridge.lin:31:40"
    bool greatest;   // else the least
    int64_t value;
    bool exact; // every state was looked at; else there may be one with less, or more
} lp_extreme;

// Where operations with a result of this kind take effect: a linearization point that was found.
typedef struct lp_point {
    char *operation; // "deq"
    char *result;    // its kind: "nil", "true", "false", "a value"; NULL: it returns nothing
    char *way;       // "own step", "step of another thread", "hindsight"
    char *where;     // "ms_queue.c:57"; NULL: nowhere in particular
    char *what;      // the statement; may be NULL
    char *when;      // "when it succeeds"; NULL: always
} lp_point;

// All orders that explain a history: how many, and the first of them.
typedef struct lp_orders {
    uint64_t count;
    bool complete;      // else there are at least so many
    lp_effect *effects; // of the orders listed, one after the other
    uint32_t *ends;     // of each of these, where its effects end
    uint32_t listed;
} lp_orders;

typedef struct lp_verdict {
    lp_outcome outcome;
    lp_violation violation; // LP_VIOLATION_NONE unless violated
    char *condition; // "linearizable"; NULL when something else is broken, such as by a crash
    char *spec;      // "queue"
    char *subject;   // file or object judged; may be NULL
    char *claimed;   // of a model: where that is claimed, "treiber.lin:33:8"; may be NULL
    char *judge;     // which algorithm decided
    char *coverage;  // what it is about: "this history", "all histories of this scenario, …"
    char *reason;    // one sentence: what is violated, which limit, which error
    char *warning;   // why "holds" may say less than it seems to; may be NULL
    char *detail;    // further lines, e.g. the states that were possible; may be NULL
    char *scenario;  // as --scenario takes it; may be NULL
    char *schedule;  // as --replay takes it; may be NULL
    char *reproduce; // the command that shows it again; may be NULL
    char **limits;   // what it was tried up to: "2 threads", "timeout 10 s"
    uint32_t limit_count;
    char **assumptions; // what it takes for granted: "memory is sequentially consistent"
    uint32_t assumption_count;

    lp_history *history; // the counterexample, or what the witness explains
    lp_history *whole;   // all of the history that was judged, where it was asked for
    uint64_t left_out;   // operations that the counterexample does without
    uint32_t culprit;    // operation that no order can explain, or LP_NO_EVENT
    bool rechecked;      // the evidence was confirmed by separate code
    lp_effect *witness;  // holds: an order that explains `history`
    uint32_t witness_count;
    bool has_witness;
    lp_orders *orders; // where all were asked for; else NULL
    lp_explanation
        *explanation; // of a small counterexample: how far it can be explained; may be NULL
    lp_other_condition *others; // the same history under other conditions
    uint32_t other_count;

    lp_trace_step *trace;
    uint32_t trace_count;
    uint32_t trace_setup; // the first so many steps were made before the threads started
    lp_memory *memory;    // before the first step; may be NULL
    lp_waiting *waiting;  // threads that cannot go on
    uint32_t waiting_count;
    lp_cycle *cycle; // steps that can be taken for ever; may be NULL
    lp_race *race;   // of LP_VIOLATION_RACE; else NULL
    lp_chart *chart; // who sent what to whom, in a system of automata; may be NULL
    lp_figure *figures;
    uint32_t figure_count;
    lp_model_coverage *model_coverage; // may be NULL
    lp_warning *warnings;              // of a model
    uint32_t warning_count;
    lp_extreme *extremes; // of a model
    uint32_t extreme_count;
    lp_point *points; // of `explore --infer-points`
    uint32_t point_count;
    lp_series *series; // to be plotted, where a page is asked for
    uint32_t series_count;
    lp_graph *graph; // of a small model, where a page is asked for; else NULL
} lp_verdict;

void lp_verdict_init(lp_verdict *v);
void lp_verdict_fini(lp_verdict *v);

// Judges a history: all that `linchpin check` does. `condition` NULL means
// "linearizable". `v` must be initialised; an outcome of LP_ERROR has its reason.
lp_outcome lp_history_judge(const lp_history *history, const lp_spec *spec, const char *condition,
                            lp_verdict *v);

#ifdef __cplusplus
}
#endif
#endif
