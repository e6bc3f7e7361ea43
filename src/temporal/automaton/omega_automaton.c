// SPDX-License-Identifier: MIT
// See omega_automaton.h.

#include "temporal/automaton/omega_automaton.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

omega_automaton *omega_new(uint32_t mark_count)
{
    REQUIRE(mark_count <= OMEGA_MAX_MARKS);
    omega_automaton *a = memory_new(1, sizeof *a);
    a->mark_count = mark_count;
    MEMORY_GROW(a->first, a->first_capacity, 1);
    a->first[0] = 0;
    return a;
}

void omega_add_edge(omega_automaton *a, omega_edge e)
{
    assert(!(e.positive & e.negative) && !(e.marks & ~omega_all_marks(a)));
    MEMORY_GROW(a->edges, a->edge_capacity, (size_t)a->edge_count + 1);
    a->edges[a->edge_count++] = e;
}

void omega_end_state(omega_automaton *a)
{
    a->state_count++;
    MEMORY_GROW(a->first, a->first_capacity, (size_t)a->state_count + 1);
    a->first[a->state_count] = a->edge_count;
}

void omega_add_recurring(omega_automaton *a, letter_cube cube, bool more)
{
    a->letter_marks += more;
    REQUIRE(a->letter_marks > 0 && a->mark_count + a->letter_marks <= OMEGA_MAX_MARKS);
    MEMORY_GROW(a->recurring, a->recurring_capacity, (size_t)a->recurring_count + 1);
    a->recurring[a->recurring_count++] = (omega_recurring){cube, a->letter_marks - 1};
}

void omega_free(omega_automaton *a)
{
    if (!a)
        return;
    free(a->recurring);
    free(a->first);
    free(a->edges);
    free(a);
}

void omega_check(const omega_automaton *a)
{
    assert(a->state_count > 0 && a->first[0] == 0 && a->first[a->state_count] == a->edge_count);
    for (uint32_t s = 0; s < a->state_count; s++)
        assert(a->first[s] <= a->first[s + 1]);
    for (uint32_t i = 0; i < a->edge_count; i++) {
        assert(a->edges[i].to < a->state_count);
        assert(!(a->edges[i].positive & a->edges[i].negative));
        assert(!(a->edges[i].marks & ~omega_all_marks(a)));
    }
    (void)a;
}

omega_automaton *omega_renumbered(const omega_automaton *a, const uint32_t *number)
{
    uint32_t *owner = memory_new(a->state_count, sizeof *owner);
    uint32_t count = 0;
    for (uint32_t s = a->state_count; s-- > 0;)
        if (number[s] != OMEGA_GONE) {
            assert(number[s] < a->state_count);
            owner[number[s]] = s;
            count = number[s] >= count ? number[s] + 1 : count;
        }
    omega_automaton *b = omega_new(a->mark_count);
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t i = a->first[owner[t]]; i < a->first[owner[t] + 1]; i++) {
            omega_edge e = a->edges[i];
            e.to = number[e.to];
            if (e.to != OMEGA_GONE)
                omega_add_edge(b, e);
        }
        omega_end_state(b);
    }
    if (!count) // nothing is left: a state from which nothing goes on
        omega_end_state(b);
    free(owner);
    omega_check(b);
    return b;
}

static int by_contents(const void *x, const void *y)
{
    const omega_edge *a = x, *b = y;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->marks != b->marks)
        return a->marks < b->marks ? -1 : 1;
    if (a->positive != b->positive)
        return a->positive < b->positive ? -1 : 1;
    return (a->negative > b->negative) - (a->negative < b->negative);
}

// Joins cubes of the first `count` edges until no two can be. Returns how many are left.
static uint32_t join_edges(omega_edge *edges, uint32_t count)
{
    bool joined = true;
    while (joined) {
        joined = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = i + 1;
                 k < count && edges[k].to == edges[i].to && edges[k].marks == edges[i].marks;) {
                letter_cube all;
                if (!cube_union(omega_edge_cube(&edges[i]), omega_edge_cube(&edges[k]), &all)) {
                    k++;
                    continue;
                }
                edges[i].positive = all.positive;
                edges[i].negative = all.negative;
                memmove(&edges[k], &edges[k + 1], (--count - k) * sizeof *edges);
                joined = true;
            }
    }
    return count;
}

// An edge keeps no letter that an earlier one of the same target and marks has, where what is left is
// a cube: a search would go the same way twice.
static void separate_edges(omega_edge *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1;
             k < count && edges[k].to == edges[i].to && edges[k].marks == edges[i].marks; k++) {
            letter_cube rest;
            if (!cube_minus(omega_edge_cube(&edges[k]), omega_edge_cube(&edges[i]), &rest))
                continue;
            edges[k].positive = rest.positive;
            edges[k].negative = rest.negative;
        }
}

static omega_automaton *with_joined_edges(const omega_automaton *a)
{
    omega_automaton *b = omega_new(a->mark_count);
    for (uint32_t s = 0; s < a->state_count; s++) {
        uint32_t count = a->first[s + 1] - a->first[s];
        if (count) {
            omega_edge *edges = memory_copy(a->edges + a->first[s], count * sizeof *edges);
            qsort(edges, count, sizeof *edges, by_contents);
            uint32_t left = join_edges(edges, count);
            separate_edges(edges, left);
            qsort(edges, left, sizeof *edges, by_contents);
            for (uint32_t i = 0; i < left; i++)
                omega_add_edge(b, edges[i]);
            free(edges);
        }
        omega_end_state(b);
    }
    return b;
}

omega_automaton *omega_tidied(const omega_automaton *a)
{
    omega_automaton *joined = with_joined_edges(a);
    uint32_t *number = memory_new(a->state_count, sizeof *number);
    uint32_t *queue = memory_new(a->state_count, sizeof *queue);
    for (uint32_t s = 0; s < a->state_count; s++)
        number[s] = OMEGA_GONE;
    uint32_t count = 1;
    number[0] = 0;
    for (uint32_t next = 0; next < count; next++)
        for (uint32_t i = joined->first[queue[next]]; i < joined->first[queue[next] + 1]; i++) {
            uint32_t to = joined->edges[i].to;
            if (number[to] != OMEGA_GONE)
                continue;
            number[to] = count;
            queue[count++] = to;
        }
    omega_automaton *b = omega_renumbered(joined, number);
    free(number);
    free(queue);
    omega_free(joined);
    return b;
}
