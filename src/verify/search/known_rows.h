// SPDX-License-Identifier: MIT
// What the rows of a simulation's tables are (model/compose/simulation_tables.h), without evaluating
// most of them: a step changes few cells, and a row depends on few.
//
// Which cells a row depends on is found out as it is evaluated: the compiled functions note what they
// read. Let R(s) be what they read of a state s. A state that agrees with s on R(s) is read alike,
// cell by cell, and the row is the same in it. So let D be all that evaluations of the row have read so
// far, on whichever states:
//   - What a row is, is kept by what is in the cells of D. If a state has the same in them as one that
//     was evaluated, s, then R(s) is part of D, and the row is what it is in s.
//   - R(s) is kept with it. If the row is known in this way in the state that is expanded, s, then a
//     step that changes no cell of R(s) leaves the row, and what it reads, as it is.
// D only grows; what was kept is then forgotten.
//
// Whoever looks at channels is noted (claim_looks.h) as if the row had been evaluated. One for each
// thread of the search.

#ifndef VERIFY_KNOWN_ROWS_H
#define VERIFY_KNOWN_ROWS_H

#include "model/emit/emitted.h"
#include "model/steps/program.h"
#include "verify/canonical/cell_changes.h"

typedef struct known_rows known_rows;

known_rows *known_rows_new(const program *p); // NULL: there are no rows
void known_rows_free(known_rows *k);          // NULL: nothing
// The state that steps are taken from next, whose tables are filled in. `fill`: see emitted.h.
void known_rows_base(known_rows *k, void (*fill)(int32_t *state, run *r), int32_t *cells);
// What the last of these steps has changed, tables aside.
const cell_changes *known_rows_changed(const known_rows *k);
// For runs of these steps.
row_source *known_rows_source(known_rows *k);

#endif
