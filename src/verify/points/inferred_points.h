// SPDX-License-Identifier: MIT
// Linearization points that nobody has to write: of the games of point_game.h the first that is won is taken, of which
// the simplest is tried first:
//     own         an operation takes effect in a step of its own thread
//     hindsight   or, if it changes nothing, at a moment that is known only later
//     others      an operation takes effect in a step of its own thread, or in another's
// and both; and at last, what is allowed most (point_rules.late). Of hindsight only as much is kept as is needed: it is taken from one kind of result of one method after the
// other, as long as the game is won without it and no mark becomes conditional. And strategies are made as simple as they can be: where the operation
// has to take effect at some time, it always does (point_rules.eager).

#ifndef VERIFY_INFERRED_POINTS_H
#define VERIFY_INFERRED_POINTS_H

#include "verify/points/point_game.h"

// What happens at a place, in all pairs of the strategy.
typedef struct place_use {
    uint32_t effects; // the thread's own operation takes effect
    uint32_t kinds;   // with results of these kinds, a bit each
    uint32_t passes;  // it is open, has not taken effect, and does not here
    uint32_t dones;   // it has taken effect already
    uint32_t helps;   // operations of others take effect
} place_use;

// In a step at this place another thread's operation takes effect.
typedef struct point_help {
    uint32_t place;
    uint32_t method, pc; // of the other thread
    uint32_t kinds;      // as above
} point_help;

// How operations of a method that bring a kind of result end.
typedef struct result_use {
    uint32_t effects; // they had taken effect
    uint32_t looks;   // they are explained by hindsight
} result_use;

enum { RESULT_KINDS = RESULT_OTHER + 1 };

typedef struct inferred_points {
    point_game game; // the one that decides: won with the strategy that is told of, or lost
    place_use *uses; // of each place
    uint32_t use_count;
    point_help *helps;
    size_t help_count, help_capacity;
    result_use results[MODEL_MAX_METHODS][RESULT_KINDS];
    uint32_t pairs; // of the strategy
} inferred_points;

// What is given of a game: graph, steps, object, limits.
void inferred_points_find(inferred_points *p, const point_game *given, uint32_t methods);
void inferred_points_fini(inferred_points *p);

#endif
