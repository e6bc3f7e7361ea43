// SPDX-License-Identifier: MIT
// A simulation checked as the definition says: for every reachable step s -> s' of the
// implementation and every reachable state u of the specification that is related to s, the
// matching steps can be taken from u and lead to a state that is related to s'. (A search over
// pairs looks only at the u that the matching steps have led to, which is enough for traces.)
//
// Whether that is so depends on what the relations and the matching steps look at of s and s', a
// small part of them (model/compose/simulation_tables.h). The search tells which parts there are
// and which steps lead from one to another; these are then combined with all states of the
// specification.

#ifndef VERIFY_RELATED_STATES_H
#define VERIFY_RELATED_STATES_H

#include "verify/job.h"

typedef struct related related;

// For a verify block about a simulation. NULL: with an error.
related *related_new(const instance *v, error *e);
void related_free(related *r);                      // NULL: nothing
const instance *related_instance(const related *r); // what is searched instead of `v`
// Names that the specification tells apart, in whatever it does, are not interchangeable.
void related_cut(const related *r, const job *j, enum_symmetry *s);
void related_begin(related *r, const job *j); // before each search
void related_note(void *r, const seen_transition *t);
// After a search that found nothing. False: with an error. Else it may have found a violation, or the
// search ends differently now: at a limit, or for want of room.
bool related_check(related *r, job *j, search *q);
uint64_t related_pairs(const related *r); // that it has looked at

#endif
