// SPDX-License-Identifier: MIT
// The graph of the states that a search stored, for Graphviz.

#ifndef VERIFY_DOT_H
#define VERIFY_DOT_H

#include "verify/search.h"

enum { DOT_MAX_STATES = 2000 };

// The search must have had neither pairs nor hash compaction.
bool dot_write(search *q, const char *path, error *e);

#endif
