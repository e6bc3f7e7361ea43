// SPDX-License-Identifier: MIT
// Hard instances for judges of synchronisation objects, by the reductions of Lawrence and
// Lowe: registers (§6.2, binary and stateful) and matchings of triples (§6.5, stateless).

#ifndef TESTS_HARD_INSTANCES_H
#define TESTS_HARD_INSTANCES_H

#include "base/random.h"
#include "judge/judge.h"

enum { TRIPLES_MOST = 8 };

// A set of triples over three sets of the same size.
typedef struct triples {
    uint32_t size;
    bool in[TRIPLES_MOST][TRIPLES_MOST][TRIPLES_MOST];
} triples;

// Some are taken so that each element is in exactly one?
bool triples_match(const triples *t);

// Three methods x, y, z that meet if the triple of their arguments is in the set.
lp_spec triples_spec(const triples *t);
// All are called, then all return. `methods` as random_history has them.
lp_history *triples_history(const triples *t, lp_pool *pool, uint32_t **methods);

// A register whose reads and writes each need a helper: read and write meet help().
extern const lp_spec helped_register_spec;
// A register's history with as many helpers, who are there all the time.
lp_history *helped_register_history(const lp_history *registers, uint32_t **methods);

#endif
