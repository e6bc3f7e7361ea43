// SPDX-License-Identifier: MIT
// What a verdict has to be drawn (linchpin/plots.h): filled in, taken back, and as JSON.

#ifndef JUDGE_PLOT_EVIDENCE_H
#define JUDGE_PLOT_EVIDENCE_H

#include "base/io/json.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

// Strings and points are copied: of more than LP_SERIES_MOST so many, evenly, with the first and
// the last.
void verdict_series(lp_verdict *v, const char *name, const char *x, const char *y,
                    const lp_series_point *points, size_t count);
// The first of these begins the graph. States are numbered as they come.
uint32_t verdict_graph_state(lp_verdict *v, const char *words, bool initial);
void verdict_graph_edge(lp_verdict *v, uint32_t from, uint32_t to, const char *what);
void verdict_graph_path(lp_verdict *v, uint32_t state); // the next one of the trace
void graph_clear(lp_verdict *v);
void plots_clear(lp_verdict *v); // series, and the graph

// The members "series" and "graph".
void plots_write(json_writer *w, const lp_verdict *v);
// The value of the member `key`. *known: it is one of these. False: it is not as it was written.
bool plots_read(json *j, const char *key, lp_verdict *v, bool *known);
bool plots_fit(const lp_verdict *v); // of what was read: the graph's edges are between its states

#endif
