// SPDX-License-Identifier: MIT
// The graph of states of a small model for Graphviz: states with what their shared
// variables hold, edges with who does what.

#ifndef VERIFY_DOT_H
#define VERIFY_DOT_H

#include "verify/search/level_search.h"

enum { DOT_MOST_STATES = 2000 };

// Of a search without an observer that is over. Caller frees *out.
bool dot_write(search *q, text *out, error *e);

#endif
