// SPDX-License-Identifier: MIT
// Which of the moves that may be possible a random walk tries next.
//
// To take all moves alike is a poor choice. An action with many arguments (which quorum?) would
// be taken far more often than one without, and all messages would arrive about as late as all
// others, so that nobody ever falls behind. So a kind is chosen first, which is an action of an
// automaton or a thread of an object, and then one of its moves. Kinds, moves and names of enums
// among their arguments have weights: powers of two up to a spread, which are drawn for each walk
// and again now and then. The weight of a move is the product of its own and those of its arguments,
// that of a kind is multiplied by the greatest of its moves: so what is slow is so whoever asks for
// it. With a spread of 0 kinds are treated alike; with great ones a walk comes close to fixed
// priorities with change points (Burckhardt, Kothari, Musuvathi and Nagarakatte, 2010), in which a
// replica is slow for everybody or a client fast.

#ifndef VERIFY_WALK_SAMPLER_H
#define VERIFY_WALK_SAMPLER_H

#include "base/random.h"
#include "verify/system/transition_system.h"

typedef struct walk_sampler {
    const transition_system *s;
    rng random;
    uint64_t salt; // from which weights are made
    uint32_t kind_spread, move_spread, argument_spread;
    move *moves; // those that may be possible now
    uint64_t *weights;
    uint32_t count, capacity, weight_capacity;
    uint64_t *kinds; // the weights of the moves of each kind, while one is chosen
    uint64_t *most;  // and the greatest of them
    uint32_t kind_count;
} walk_sampler;

void sampler_init(walk_sampler *p, const transition_system *s);
void sampler_fini(walk_sampler *p);
// Walk `number` of this seed is always the same.
void sampler_begin(walk_sampler *p, uint64_t seed, uint64_t number);
// What each component may do in a state; guards hold, but a move may still be blocked.
void sampler_gather(walk_sampler *p, const int32_t *cells);
// The number of a move among those gathered. False: there is none left.
bool sampler_pick(walk_sampler *p, uint32_t *which);
// It is blocked.
void sampler_remove(walk_sampler *p, uint32_t which);

#endif
