// SPDX-License-Identifier: MIT
// How many random cases a test tries, and which: LINCHPIN_CASES and LINCHPIN_SEED. Random
// models, which are compiled: LINCHPIN_MODELS. LINCHPIN_PERCENT of the cases that a test
// tries by itself, where not all are needed; never so few that a test shows nothing.

#ifndef TESTS_SETTING_H
#define TESTS_SETTING_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SETTING_FEWEST_CASES 500

// From the environment; unset or empty, the other.
static inline uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *s = getenv(name), *percent = getenv("LINCHPIN_PERCENT");
    if (s && *s)
        return strtoull(s, NULL, 10);
    if (!percent || !*percent || strcmp(name, "LINCHPIN_CASES") != 0 ||
        otherwise <= SETTING_FEWEST_CASES)
        return otherwise;
    uint64_t part = otherwise * strtoull(percent, NULL, 10) / 100;
    return part > SETTING_FEWEST_CASES ? part : SETTING_FEWEST_CASES;
}

#endif
