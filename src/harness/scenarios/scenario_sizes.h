// SPDX-License-Identifier: MIT
// The sizes that explore goes through by itself, in this order. Each is a shape as
// --up-to takes it, and stands for all scenarios up to it.

#ifndef HARNESS_SCENARIO_SIZES_H
#define HARNESS_SCENARIO_SIZES_H

#include "history/scenario.h"

enum { SIZES_MAX = 32 };

uint32_t sizes_count(void);
const char *sizes_name(uint32_t i);
scenario_shape sizes_shape(uint32_t i);
// The first `count` sizes, without those that are within others: "1+2x2 and 1x1x1".
void sizes_print(uint32_t count, text *out);

#endif
