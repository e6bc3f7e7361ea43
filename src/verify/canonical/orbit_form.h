// SPDX-License-Identifier: MIT
// One vector for all states that differ only in how names of orbits are called (orbit_plan.h): the
// least of those that the permutations make of it, field by field, among the permutations that put
// names in the order of their marks. So of most states few permutations are tried, and of those
// most are given up after a few fields. Names that tie mostly do because nothing tells them apart in
// this state: if exchanging neighbours leaves it as it is, all their orders make the same of it, and one
// is tried.

#ifndef VERIFY_ORBIT_FORM_H
#define VERIFY_ORBIT_FORM_H

#include "verify/canonical/orbit_known.h"

// What an observer's state becomes under this permutation.
typedef uint32_t (*orbit_observed)(void *context, uint32_t state, uint32_t permutation);

typedef struct orbit_form {
    const orbit_plan *plan;
    orbit_observed observed; // NULL: nobody looks
    void *context;
    const int32_t *in;
    uint8_t order[ORBITS_MOST][ORBIT_MOST_NAMES]; // which name is called 0, 1, …
    bool tied[ORBITS_MOST][ORBIT_MOST_NAMES];     // with the one before it
    int32_t *best;                                // fields, cell after cell
    int32_t *tried;                               // one field
    const int32_t *base;                          // for orbit_form_make_near
    orbit_known known;                            // in `base`
    uint32_t *met, turn;                          // for orbit_known_follow
    bool same;                                    // what was made last is what was given
} orbit_form;

void orbit_form_init(orbit_form *f, const orbit_plan *p);
void orbit_form_fini(orbit_form *f);
// In place. Gives the observer's state that belongs to it.
uint32_t orbit_form_make(orbit_form *f, int32_t *cells, uint32_t observed);
// The same, for states that differ from `cells` in few places: `changed` says where, and `cells` must
// stay as they are.
void orbit_form_base(orbit_form *f, const int32_t *cells);
uint32_t orbit_form_make_near(orbit_form *f, const cell_changes *changed, int32_t *cells,
                              uint32_t observed);
// What the permutation of this number makes of a state, in place.
void orbit_form_permute(orbit_form *f, uint32_t number, int32_t *cells);

#endif
