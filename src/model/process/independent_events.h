// SPDX-License-Identifier: MIT
// Steps of a process that are taken at once, because nobody can be in their way: partial order reduction with
// ample sets of one step, as in Figs. 3 and 4 of Liu, Chen, Liu and Sun ("Model checking linearizability
// via refinement", 2009). What independent_steps.h is for threads and independent_actions.h for automata.
//
// A term is taken apart at |||, ||, \, [[ ]] and in front of a semicolon, as far as these reach from its outside: what
// is left are its *parts*, beside each other. A step b of a part is *independent* in a state if
//   1. it is the only step of its part, whatever it may be combined with: no other event, message or end is
//      offered there, so that no choice, general choice or interrupt within the part is decided by it;
//   2. no other part may ever write a cell that is read when the part's steps are looked for or taken, nor ever
//      read or write a cell that the part's first step may write (process_touches.h);
//   3. nobody else takes part in it: it is not seen, or an event in no other alphabet, and not renamed;
//   4. it is not seen from outside: it is hidden, or nobody looks at events;
//   5. it writes no cell that a claim about states looks at, and no node, and goes one way;
//   6. if there are atomic processes, it is a step of one that has begun; or it begins none, and nobody ever waits for
//      somebody else: there is no || and no channel without a buffer.
//
// Let b lead from s to s'. Relate u and u' if u' is u after b, and each state to itself. This is a branching
// bisimulation (van Glabbeek and Weijland) that keeps divergences. First without atomic processes:
//   - x of another part leads from u to w: by 2. its enabling, its values and its effect are those in u', and
//     b's in w are those in u; by 1. and 3. x is taken without b's part. So u' goes by x to w', and w, w' are related.
//     What ends a part from outside (a choice or an interrupt around it) cannot happen: the term is not taken
//     apart below these operators. The end of a semicolon's first process needs the end of all its parts (1.).
//   - what b's part does in u is b, to u' (1.); what u' does, u does after b, which is not seen (4.).
//   - u' has a run of steps that are not seen and no end iff u has: one from u loses at most b.
// So traces, failures, divergences, ends and deadlocks are those of s', and what is claimed of states is claimed of
// cells that b does not write (5.). b is possible until it is taken: a state without steps has none such.
// Groote and van de Pol call such a step confluent ("State space reduction using partial τ-confluence", 2000).
//
// Atomic processes. Who has begun suppresses the steps of others while he can go on. If b is a step of such a process, all
// steps of u are of such processes, and they stay possible in u' as b does in w. If it is not, then b is suppressed in w
// while A, which x has begun, can go on; and so is in w' what b's part does next, unless that has begun, which
// 6. excludes. A can go on in w where it can in w': that depends on cells (2.), and on nobody else, unless A waits
// to take a step together with b's part. Then A goes on in w' and not in w, and others do in w and not in w': an order of
// events would be lost (a process of test_random_events.c).
//
// The proviso for cycles: b is taken on the path of the step before; where such steps have no end, none is taken.
// So what is stored is a state without such a step, or one from which they have no end, and it is expanded in all
// ways. A divergence made of such steps stays a cycle of stored states.
//
// Events that are seen (Fig. 4): where nothing but states is claimed, all events count as not seen. In a
// comparison an event may come first only if in every state of the specification's set it commutes, too, and
// no event does that in the models we have: one that is a call or a return is what the sets are about.

#ifndef MODEL_INDEPENDENT_EVENTS_H
#define MODEL_INDEPENDENT_EVENTS_H

#include "model/process/process_touches.h"
#include "model/process/process_view.h"

typedef struct independent_events {
    process_view view; // VIEW_ALL: nothing is taken at once
    bool atomic;       // there are atomic processes,
    bool meets;        // and some that wait for others
    cell_set claimed;  // by what is claimed of states
} independent_events;

void independent_events_init(independent_events *x, const program *p, const processes *a,
                             const process_definition *of, process_view view);
// Which of the steps of a term in the state is independent; process_steps gives them all, in *all. False: none is, or
// something fails.
bool independent_event(const independent_events *x, stepper *s, uint32_t term, step_list *all,
                       uint32_t *which);

#endif
