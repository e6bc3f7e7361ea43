// SPDX-License-Identifier: MIT
// Crashes of the user's code, and its endless loops, as ends of an execution.

#ifndef EXPLORE_CRASH_H
#define EXPLORE_CRASH_H

#include "base/error.h"

bool crash_init(error *e);
// After so many seconds without a scheduling decision that could stop it, user
// code is interrupted: it loops without any access. 0: never.
void crash_alarm(double seconds);

#endif
