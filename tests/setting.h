// SPDX-License-Identifier: MIT
// How many random cases a test tries, and which: LINCHPIN_CASES and LINCHPIN_SEED. Random
// models, which are compiled: LINCHPIN_MODELS.

#ifndef TESTS_SETTING_H
#define TESTS_SETTING_H

#include <stdint.h>
#include <stdlib.h>

// From the environment; unset or empty, the other.
static inline uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *s = getenv(name);
    return s && *s ? strtoull(s, NULL, 10) : otherwise;
}

#endif
