// SPDX-License-Identifier: MIT
// A run of a system of automata as a message sequence chart: its components, and what went from
// one to another, step by step.

#ifndef LINCHPIN_CHART_H
#define LINCHPIN_CHART_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lp_chart_kind {
    LP_CHART_MESSAGE,  // arrives
    LP_CHART_LOSS,     // of a message on its way
    LP_CHART_ACTION,   // is taken by `from` and heard by `to`
    LP_CHART_CRASH,    // of `from`
    LP_CHART_RECOVERY, // of `from`
    LP_CHART_MATCH,    // of a simulation: what the step changes in its specification, `from`
    LP_CHART_PENDING,  // a message that is still on its way at the end
} lp_chart_kind;

enum { LP_NO_COMPONENT = UINT32_MAX };

typedef struct lp_chart_event {
    lp_chart_kind kind;
    uint32_t step;     // of the trace, from 0; of what is pending, the number of steps
    uint32_t from, to; // components; LP_NO_COMPONENT: the environment, or nobody
    char *what;        // "store(w1)"
} lp_chart_event;

typedef struct lp_chart {
    char **components; // "replica[p1]": those that take part, in the order of the system
    uint32_t component_count;
    lp_chart_event *events;
    uint32_t event_count;
} lp_chart;

#ifdef __cplusplus
}
#endif
#endif
