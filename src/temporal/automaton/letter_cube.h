// SPDX-License-Identifier: MIT
// Sets of letters, where a letter is a valuation of 64 atoms: a cube is the conjunction of some
// atoms and of the negations of some others. No cube here is empty.

#ifndef TEMPORAL_LETTER_CUBE_H
#define TEMPORAL_LETTER_CUBE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct letter_cube {
    uint64_t positive, negative; // disjoint; both 0: all letters
} letter_cube;

static inline bool cube_has(letter_cube c, uint64_t letter)
{
    return (letter & c.positive) == c.positive && !(letter & c.negative);
}

// Does it have every letter of `less`?
static inline bool cube_contains(letter_cube c, letter_cube less)
{
    return !(c.positive & ~less.positive) && !(c.negative & ~less.negative);
}

static inline bool cube_meets(letter_cube a, letter_cube b)
{
    return !(a.positive & b.negative) && !(a.negative & b.positive);
}

static inline letter_cube cube_meet(letter_cube a, letter_cube b)
{
    assert(cube_meets(a, b));
    return (letter_cube){a.positive | b.positive, a.negative | b.negative};
}

static inline bool cube_equal(letter_cube a, letter_cube b)
{
    return a.positive == b.positive && a.negative == b.negative;
}

// The letters of `c` that are not in `without` are a cube if `without` has exactly one literal that
// `c` has not; then *rest is it.
bool cube_minus(letter_cube c, letter_cube without, letter_cube *rest);
// The union of two cubes, if it is one.
bool cube_union(letter_cube a, letter_cube b, letter_cube *all);

typedef enum cube_cover { CUBE_COVERED, CUBE_NOT_COVERED, CUBE_UNDECIDED } cube_cover;

// Is each letter of `c` in one of the cubes? Undecided: it took too many steps.
cube_cover cube_covered(letter_cube c, const letter_cube *by, uint32_t count);

#endif
