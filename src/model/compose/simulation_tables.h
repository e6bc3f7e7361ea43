// SPDX-License-Identifier: MIT
// What a simulation looks at of the implementation: the derived variables that its relations and
// matching steps call, and the variables that they name. Whether a step is matched depends on
// nothing else of it. So the relation can be checked as the definition says, for every state of
// the specification that is related to one of the implementation, on that part alone.
//
// There are two views for it, with the same variables in the same places:
//     tabled    the pairs, with a table of each such derived variable, which every action fills in
//               anew: what the search sees of a step are the tables before and after it. They are
//               derived from the rest, so states are kept without them, and a row is evaluated only
//               where a step may have changed it (verify/search/known_rows.h), unless there are too
//               many rows
//     abstract  relations and matching steps over the tables; its actions are those of the
//               implementation, without their guards and effects, then those of the specification

#ifndef MODEL_SIMULATION_TABLES_H
#define MODEL_SIMULATION_TABLES_H

#include "model/compose/compose_simulation.h"

// Finds what is looked at, and adds the tables to the view. `steps`: what matches each action.
bool simulation_tables(pairing *p, const block *steps);
// Statements that fill in all tables.
bool tables_fill(pairing *p, block *out);
// Reads tables where the derived variables were called.
void tables_read(pairing *p, block *b);
void tables_read_relations(pairing *p);

#endif
