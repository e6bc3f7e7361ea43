// SPDX-License-Identifier: MIT
// All scenarios up to a size, smallest first.
//
//     enumeration *all = enumeration_new(subject, &largest, &options, &e);
//     for (uint32_t i = 0; i < enumeration_count(all); i++)
//         enumeration_get(all, i, &scenario, &e);
//
// Scenarios that differ only in which thread is which are the same one, unless a
// method gets its thread's number. So are those that differ only in the names of
// values that are LP_UNIQUE: these are numbered in the order in which they come.
// Roles are kept, as in random scenarios. A size may leave out what is within smaller ones:
// so sizes can be gone through one after the other.

#ifndef HARNESS_SCENARIO_ENUMERATE_H
#define HARNESS_SCENARIO_ENUMERATE_H

#include "base/io/limits.h"
#include "harness/test_object.h"

typedef struct enumeration_options {
    uint32_t values; // how many of a range of integers are tried
    // As many calls take something as put something in, and none that took its turn
    // only when there is something can be left waiting.
    bool well_formed;
    // What is within one of these sizes is left out; their longest threads come first.
    const scenario_shape *smaller;
    uint32_t smaller_count;
    bool may_be_none; // that nothing is left is no error
    limits *limits;   // when one is reached, there is an error; may be NULL
} enumeration_options;

typedef struct enumeration enumeration;

// `largest` says how many calls each part may have at most: its threads in any order.
enumeration *enumeration_new(const subject *s, const scenario_shape *largest,
                             const enumeration_options *o, error *e);
void enumeration_free(enumeration *all);
uint32_t enumeration_count(const enumeration *all);
bool enumeration_get(const enumeration *all, uint32_t i, scenario *out, error *e);

#endif
