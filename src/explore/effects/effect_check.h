// SPDX-License-Identifier: MIT
// Checks what is claimed: in every execution, operations that take effect where the table says, in this order, do what
// the spec allows. All executions are gone through again, with the rows of the table and the spec; nothing is used of the
// game. Where the table alone does not say when operations take effect (under some condition, in steps of other
// threads), the strategy says it; then it is checked that no operation takes effect where no row says so. And every row is
// needed: some operation takes effect so.

#ifndef EXPLORE_EFFECT_CHECK_H
#define EXPLORE_EFFECT_CHECK_H

#include "explore/effects/effect_rows.h"

typedef enum check_end { CHECK_HOLDS, CHECK_FAILS, CHECK_STOPPED } check_end;

check_end effect_check(const effect_rows *rows, const effect_strategy *s);

#endif
