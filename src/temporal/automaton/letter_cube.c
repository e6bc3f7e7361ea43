// SPDX-License-Identifier: MIT
// See letter_cube.h.

#include "temporal/automaton/letter_cube.h"

enum { MOST_STEPS = 4096, MOST_OPEN = 512 };

bool cube_minus(letter_cube c, letter_cube without, letter_cube *rest)
{
    uint64_t positive = without.positive & ~c.positive, negative = without.negative & ~c.negative;
    if (!cube_meets(c, without) || __builtin_popcountll(positive | negative) != 1)
        return false;
    *rest = (letter_cube){c.positive | negative, c.negative | positive};
    return true;
}

bool cube_union(letter_cube a, letter_cube b, letter_cube *all)
{
    if (cube_contains(a, b) || cube_contains(b, a)) {
        *all = cube_contains(a, b) ? a : b;
        return true;
    }
    uint64_t differ = a.positive ^ b.positive;
    if (differ != (a.negative ^ b.negative) || __builtin_popcountll(differ) != 1)
        return false;
    *all = (letter_cube){a.positive & ~differ, a.negative & ~differ};
    return true;
}

// Letters that are still to be covered, by cubes from `next` on.
typedef struct open_cube {
    letter_cube cube;
    uint32_t next;
} open_cube;

cube_cover cube_covered(letter_cube c, const letter_cube *by, uint32_t count)
{
    open_cube open[MOST_OPEN] = {{.cube = c}};
    uint32_t opened = 1;
    for (uint32_t steps = 0; opened; steps++) {
        if (steps == MOST_STEPS)
            return CUBE_UNDECIDED;
        open_cube o = open[--opened];
        while (o.next < count && !cube_meets(o.cube, by[o.next]))
            o.next++;
        if (o.next == count)
            return CUBE_NOT_COVERED;
        letter_cube b = by[o.next++];
        // What is left without b, in disjoint parts: one for each literal of b that o has not.
        uint64_t missing = (b.positive & ~o.cube.positive) | (b.negative & ~o.cube.negative);
        for (; missing; missing &= missing - 1) {
            uint64_t bit = missing & -missing;
            open_cube part = o;
            *(b.positive & bit ? &part.cube.negative : &part.cube.positive) |= bit;
            if (opened == MOST_OPEN)
                return CUBE_UNDECIDED;
            open[opened++] = part;
            *(b.positive & bit ? &o.cube.positive : &o.cube.negative) |= bit;
        }
    }
    return CUBE_COVERED;
}
