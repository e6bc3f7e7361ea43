// SPDX-License-Identifier: MIT
// The figures of a verdict: how much was done, how long it took. One row of the table for each,
// from which JSON, text and the runners' protocol are made.

#ifndef LINCHPIN_FIGURES_H
#define LINCHPIN_FIGURES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lp_unit {
    LP_UNIT_COUNT,      // so many of something: a whole number
    LP_UNIT_NUMBER,     // an amount or a place in an order: "depth 12"
    LP_UNIT_IDENTIFIER, // a number to type again, such as a seed
    LP_UNIT_SECONDS,
    LP_UNIT_BYTES,
    LP_UNIT_PER_SECOND,
} lp_unit;

// X(identifier, key, label, unit, measured). The key is the figure's name in JSON. The label is,
// of a count, the key of one; of seconds, what took them; else NULL. A figure that is measured
// differs from run to run: it is never among what a reader would compare.
#define LP_FIGURES(X)                                                                              \
    X(OPERATIONS, "operations", "operation", COUNT, 0)                                             \
    X(PARTS, "parts", "part", COUNT, 0)                                                            \
    X(QUASI_FACTOR, "quasi factor", "quasi factor", COUNT, 0)                                      \
    X(FOUND_IN_ROUND, "found in round", NULL, NUMBER, 0)                                           \
    X(ROUNDS, "rounds", "round", COUNT, 0)                                                         \
    X(HISTORIES_JUDGED, "histories judged", "history judged", COUNT, 0)                            \
    X(DISTINCT, "distinct", NULL, NUMBER, 0)                                                       \
    X(OVERLAPPING, "overlapping", NULL, NUMBER, 0)                                                 \
    X(STUCK, "stuck", NULL, NUMBER, 0)                                                             \
    X(SEED, "seed", NULL, IDENTIFIER, 0)                                                           \
    X(SIZES, "sizes", "size", COUNT, 0)                                                            \
    X(SCENARIOS, "scenarios", "scenario", COUNT, 0)                                                \
    X(EXECUTIONS, "executions", "execution", COUNT, 0)                                             \
    X(COMPLETE_EXECUTIONS, "complete executions", "complete execution", COUNT, 0)                  \
    X(STATES, "states", "state", COUNT, 0)                                                         \
    X(VIEWS, "views", "view", COUNT, 0)                                                            \
    X(STEPS, "steps", "step", COUNT, 0)                                                            \
    X(HISTORIES, "histories", "history", COUNT, 0)                                                 \
    X(CUT_OFF, "cut off", "cut off", COUNT, 0)                                                     \
    X(LEAKED_BLOCKS, "leaked blocks", "leaked block", COUNT, 0)                                    \
    X(TRANSITIONS, "transitions", "transition", COUNT, 0)                                          \
    X(DEPTH, "depth", NULL, NUMBER, 0)                                                             \
    X(WALKS, "walks", "walk", COUNT, 0)                                                            \
    X(FOUND_IN_WALK, "found in walk", NULL, IDENTIFIER, 0)                                         \
    X(WALK_STEPS, "steps of that walk", "step of that walk", COUNT, 0)                             \
    X(ENDED_WALKS, "walks to an end", "walk to an end", COUNT, 0)                                  \
    X(MEDIAN_DEPTH, "median depth", NULL, NUMBER, 0)                                               \
    X(DEPTH_OF_MOST, "depth of nine in ten", NULL, NUMBER, 0)                                      \
    X(ESTIMATED_STATES, "estimated states", "estimated state", COUNT, 0)                           \
    X(NODES, "nodes", "node", COUNT, 0)                                                            \
    X(NODES_AT_ONCE, "nodes at once", "node at once", COUNT, 0)                                    \
    X(ITEMS, "items", "item", COUNT, 0)                                                            \
    X(BYTES_PER_STATE, "bytes per state", "byte per state", COUNT, 0)                              \
    X(MONITOR_STATES, "monitor states", "monitor state", COUNT, 0)                                 \
    X(RELATED_PAIRS, "related pairs", "related pair", COUNT, 0)                                    \
    X(COMPARED_PAIRS, "compared pairs", "compared pair", COUNT, 0)                                 \
    X(FAULTS, "faults", "fault", COUNT, 0)                                                         \
    X(MESSAGES, "messages", "message", COUNT, 1)                                                   \
    X(REPLAYED_STEPS, "replayed steps", "replayed step", COUNT, 1)                                 \
    X(OPERATIONS_PER_SECOND, "operations per second", NULL, PER_SECOND, 1)                         \
    X(MEDIAN_LATENCY, "median microseconds", NULL, NUMBER, 1)                                      \
    X(TAIL_LATENCY, "p99 microseconds", NULL, NUMBER, 1)                                           \
    X(CLOCK_BOUND, "clock bound microseconds", NULL, NUMBER, 1)                                    \
    X(READ_SECONDS, "read seconds", "read", SECONDS, 1)                                            \
    X(CHECK_SECONDS, "check seconds", "check", SECONDS, 1)                                         \
    X(COMPILE_SECONDS, "compile seconds", "compile", SECONDS, 1)                                   \
    X(SEARCH_SECONDS, "search seconds", "search", SECONDS, 1)                                      \
    X(EXPLAIN_SECONDS, "explain seconds", "explain", SECONDS, 1)                                   \
    X(STATES_PER_SECOND, "states per second", NULL, PER_SECOND, 1)                                 \
    X(PEAK_BYTES, "peak bytes", NULL, BYTES, 1)

#define LP_FIGURE_NAME(name, key, label, unit, measured) LP_FIGURE_##name,
typedef enum lp_figure_id { LP_FIGURES(LP_FIGURE_NAME) LP_FIGURE_COUNT } lp_figure_id;
#undef LP_FIGURE_NAME

typedef struct lp_figure {
    lp_figure_id id;
    double value; // in the unit of its row; whole unless that is a time or a rate
} lp_figure;

const char *lp_figure_key(lp_figure_id id); // "peak bytes"
lp_unit lp_figure_unit(lp_figure_id id);

#ifdef __cplusplus
}
#endif
#endif
