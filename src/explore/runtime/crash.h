// SPDX-License-Identifier: MIT
// Crashes of the user's code, as ends of an execution.

#ifndef EXPLORE_CRASH_H
#define EXPLORE_CRASH_H

#include "base/error.h"

bool crash_init(error *e);

#endif
