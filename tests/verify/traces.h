// SPDX-License-Identifier: MIT
// The observable traces of an instance: the histories of all states that a search with
// some reductions comes to. For comparing searches with each other.

#ifndef TESTS_VERIFY_TRACES_H
#define TESTS_VERIFY_TRACES_H

#include "verify/search/level_search.h"

typedef struct traces traces;

// Where a reduction takes threads or values for one another, with all histories that
// are theirs under other names. NULL: the model fails.
traces *traces_find(const transition_system *s, const scalarset *d, uint32_t reductions);
void traces_free(traces *t);
uint32_t traces_count(const traces *t);
uint32_t traces_found(const traces *t);    // before any was renamed
uint32_t traces_complete(const traces *t); // with nothing open
bool traces_same(const traces *a, const traces *b);
// The complete ones of `some` are among those of `all`, and each of `all` is there or a
// stricter one: of the same operations with the same results, and in more real-time order.
bool traces_strictest(const traces *all, const traces *some);

#endif
