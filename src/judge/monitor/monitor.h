// SPDX-License-Identifier: MIT
// The monitor: fed calls and returns one at a time, it holds the set of
// configurations that explain what was seen so far. A configuration is a spec
// state and, for every open operation, whether it has taken effect and with
// which result. Sets are interned: a monitor state is one number, and what an
// event does to it is remembered.
//
//     uint32_t s = monitor_start(m);
//     s = monitor_call(m, s, 0, enq, 0, lp_int(5), NULL, false);
//     s = monitor_return(m, s, 0, LP_UNIT);
//     if (s == MONITOR_VIOLATED) …
//
// An open operation is known by its slot: any number below MONITOR_MAX_SLOTS
// that no other open operation has. Engines use the thread's number.

#ifndef JUDGE_MONITOR_H
#define JUDGE_MONITOR_H

#include "base/intern.h"
#include "base/io/limits.h"
#include "base/text.h"
#include "spec/automaton.h"

enum { MONITOR_VIOLATED = 0, MONITOR_STOPPED = UINT32_MAX, MONITOR_MAX_SLOTS = 4096 };

typedef struct monitor monitor;

monitor *monitor_new(const lp_spec *spec, lp_pool *pool);
void monitor_free(monitor *m);
automaton *monitor_automaton(monitor *m);
struct set_view monitor_set(const monitor *m, uint32_t set);
// From now on events may end in MONITOR_STOPPED when a limit is reached.
void monitor_limit(monitor *m, limits *l);
// The same when a return meets more configurations than that; 0: any number.
void monitor_bound(monitor *m, size_t configurations);
// Configurations met by the last return; 0: what it does was remembered.
size_t monitor_work(const monitor *m);

uint32_t monitor_start(monitor *m);
// `known`: the result it will return with, when the whole history is at hand;
// NULL when not. `forever`: it is known never to return.
uint32_t monitor_call(monitor *m, uint32_t set, uint32_t slot, uint32_t method, int64_t process,
                      lp_value arg, const lp_value *known, bool forever);
uint32_t monitor_return(monitor *m, uint32_t set, uint32_t slot, lp_value result);

// The operation had no effect: as if it had never been called.
uint32_t monitor_fail(monitor *m, uint32_t set, uint32_t slot);
// It is now known that the operation will never return. Its slot stays taken.
uint32_t monitor_abandon(monitor *m, uint32_t set, uint32_t slot);
// Forgets everything but these sets, for monitors that run for ever; each gets its new
// number. All other numbers are void.
void monitor_forget(monitor *m, uint32_t *sets, size_t count);

// For searches that treat threads as interchangeable: the same set with the slot
// order[i] called i, for the first `count` slots, which all open operations have.
uint32_t monitor_reorder(monitor *m, uint32_t set, const uint32_t *order, uint32_t count);
// Are the configurations of `less` all in `more`, with the same open operations?
// Then whatever `less` allows in the future, `more` allows.
bool monitor_subsumes(const monitor *m, uint32_t less, uint32_t more);

// May all open operations wait for ever here? Some configuration must explain what
// returned by that alone, and must not let any group of the open ones take effect.
bool monitor_rests(monitor *m, uint32_t set);

// How an operation came to return: going back from `after`, a configuration of
// the set after the return of `slot`, to one of `set` before it. `steps` gets the
// effects in order, each as the slots that took part, and the number of the
// configuration before is returned. (A call keeps the numbers.) The array is valid
// until the next event.
typedef struct monitor_effect {
    uint32_t sync, count;
    uint32_t slots[LP_MAX_ARITY];
} monitor_effect;
uint32_t monitor_explain(monitor *m, uint32_t set, uint32_t slot, lp_value result,
                         uint32_t after_set, uint32_t after, const monitor_effect **steps,
                         uint32_t *step_count);
// Every open operation that has not taken effect in some configuration could
// still do so later; a set with configurations is never a violation.
uint32_t monitor_set_size(const monitor *m, uint32_t set);
uint32_t monitor_set_count(const monitor *m);
// The bytes of every spec state that is possible when the operation in `slot` is to take
// effect next. False: there is none, or there are more than anybody would want.
bool monitor_states(monitor *m, uint32_t set, uint32_t slot, intern *states);
// For people: the distinct spec states that are possible when the operation in `slot` is
// to take effect next ("the queue could only be: [1 2], []"), and, unless `what` is NULL,
// why the operation cannot return this result in any of them: "deq() → 3 is impossible:
// 1 was enqueued before 3 and is still in the queue", where `what` is what comes first.
void monitor_print_violation(monitor *m, uint32_t set, uint32_t slot, lp_value result,
                             const char *what, text *out);
uint64_t monitor_bytes(const monitor *m);

#endif
