// SPDX-License-Identifier: MIT
// Random automata and systems whose names are mostly treated alike.

#ifndef TESTS_VERIFY_ALIKE_H
#define TESTS_VERIFY_ALIKE_H

#include "base/random.h"

char *alike_write(rng *r); // the caller's to free

#endif
