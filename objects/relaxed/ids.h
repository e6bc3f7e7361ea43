// SPDX-License-Identifier: MIT
// A relaxed generator of identifiers: 0, 1, 2, …, each once, and at most RELAXED_K
// places out of order.

#ifndef RELAXED_IDS_H
#define RELAXED_IDS_H

typedef struct ids ids;

ids *ids_new(void);
void ids_free(ids *g);
long ids_next(ids *g);

#endif
