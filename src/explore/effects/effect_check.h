// SPDX-License-Identifier: MIT
// Checks what is claimed: in every execution, operations that take effect where the table says, in this order, do what
// the spec allows. Nothing is used of the game or of its strategy: all executions are gone through again, with the rows
// of the table and the spec.

#ifndef EXPLORE_EFFECT_CHECK_H
#define EXPLORE_EFFECT_CHECK_H

#include "explore/effects/effect_rows.h"

typedef enum check_end { CHECK_HOLDS, CHECK_FAILS, CHECK_STOPPED } check_end;

// Of rows that decide alone: see effect_rows_decide.
check_end effect_check(const effect_graph *g, const effect_rows *rows, limits *l);

#endif
