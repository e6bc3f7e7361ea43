// SPDX-License-Identifier: MIT
// Automata on infinite words: nondeterministic, with marks on their edges. A run is accepting if it
// takes edges of every mark infinitely often (transition-based generalised Büchi acceptance); without
// marks, every infinite run is. State 0 is the initial one. Beside these, letters may have marks, whichever edge
// reads them: of each a letter has to come again and again. What reduces automata looks at edges alone, and leaves
// the words that are accepted as they are, so it comes before letters are given marks.
//
//     for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++)
//         if (omega_edge_allows(&a->edges[i], letter))
//             … a->edges[i].to …

#ifndef TEMPORAL_OMEGA_AUTOMATON_H
#define TEMPORAL_OMEGA_AUTOMATON_H

#include "temporal/automaton/letter_cube.h"

#include <stddef.h>

enum { OMEGA_MAX_MARKS = 64 };

typedef struct omega_edge {
    uint64_t positive, negative; // atoms that have to hold, and that must not
    uint64_t marks;
    uint32_t to;
} omega_edge;

// Letters with the mark of this number among those of letters.
typedef struct omega_recurring {
    letter_cube cube;
    uint32_t which;
} omega_recurring;

typedef struct omega_automaton {
    uint32_t state_count; // at least 1
    uint32_t edge_count, mark_count;
    uint32_t *first; // by state, and one more: where its edges begin
    omega_edge *edges;
    size_t first_capacity, edge_capacity;
    uint32_t letter_marks; // how many: their bits are above those of edges
    uint32_t recurring_count;
    omega_recurring *recurring;
    size_t recurring_capacity;
} omega_automaton;

static inline letter_cube omega_edge_cube(const omega_edge *e)
{
    return (letter_cube){e->positive, e->negative};
}
static inline bool omega_edge_allows(const omega_edge *e, uint64_t letter)
{
    return cube_has(omega_edge_cube(e), letter);
}
static inline uint64_t omega_all_marks(const omega_automaton *a)
{
    return a->mark_count == OMEGA_MAX_MARKS ? UINT64_MAX : ((uint64_t)1 << a->mark_count) - 1;
}

// Of edges and letters.
static inline uint64_t omega_run_marks(const omega_automaton *a)
{
    uint32_t count = a->mark_count + a->letter_marks;
    return count >= OMEGA_MAX_MARKS ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}
static inline uint64_t omega_letter_marks(const omega_automaton *a, uint64_t letter)
{
    uint64_t marks = 0;
    for (uint32_t i = 0; i < a->recurring_count; i++)
        if (cube_has(a->recurring[i].cube, letter))
            marks |= (uint64_t)1 << (a->mark_count + a->recurring[i].which);
    return marks;
}

// Made state by state: the edges of state 0, then its end, and so on.
omega_automaton *omega_new(uint32_t mark_count);
void omega_add_edge(omega_automaton *a, omega_edge e);
void omega_end_state(omega_automaton *a);
// One more mark of letters, which those of the cube have; or the last mark is one of theirs, too.
void omega_add_recurring(omega_automaton *a, letter_cube cube, bool more);
void omega_free(omega_automaton *a);
// Only the states with a number below OMEGA_GONE stay, with these numbers, which are 0, 1, …; several
// may have the same: then the edges of the first of them are taken. So does what leads to others.
enum { OMEGA_GONE = UINT32_MAX };
omega_automaton *omega_renumbered(const omega_automaton *a, const uint32_t *number);
// Edges of the same source, target and marks become fewer where their cubes are a cube together, and
// have different letters where these are cubes; all are put in order. States are numbered as a breadth-first search finds them, and those that
// it does not find are gone.
omega_automaton *omega_tidied(const omega_automaton *a);
void omega_check(const omega_automaton *a); // asserts that it is well-formed

#endif
