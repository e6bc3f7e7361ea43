// SPDX-License-Identifier: MIT
// A graph that is read from an Aldebaran file, and one that is written into such a file.

#ifndef VERIFY_AUT_GRAPH_H
#define VERIFY_AUT_GRAPH_H

#include "base/text.h"
#include "verify/compare/step_graph.h"

// Labels get their numbers in `labels`, so that two files share them. NULL: with the error, which may
// be a limit. `bytes` are the whole file, and end with a zero.
step_graph *aut_read(const char *file, const text *bytes, visible_labels *labels, limits *l,
                     error *e);
// All states that its first one leads to. False: with the error; of a step that failed, nothing is
// said.
bool aut_write(step_graph *g, const visible_labels *labels, const char *path, limits *l, error *e);

#endif
