// SPDX-License-Identifier: MIT
// See omega_marks.h.
//
// A run stays in one component in the end, so marks can be chosen for each component by itself. In an
// accepting one, a mark that is on every edge says nothing, and neither does one that is wherever some
// other one is. Those that are left are numbered from 0. A component that needs fewer marks than
// another has the missing ones on every edge; one that is not accepting has none.

#include "temporal/automaton/omega_marks.h"

#include "base/memory.h"
#include "temporal/automaton/omega_scc.h"

#include <stdlib.h>
#include <string.h>

omega_automaton *omega_trimmed(const omega_automaton *a)
{
    omega_sccs c = omega_sccs_find(a);
    uint32_t *number = memory_new(a->state_count, sizeof *number);
    uint32_t count = 0;
    for (uint32_t s = 0; s < a->state_count; s++)
        number[s] = c.useful[c.of[s]] ? count++ : OMEGA_GONE;
    omega_automaton *b = omega_renumbered(a, number);
    for (uint32_t s = 0; s < a->state_count; s++)
        for (uint32_t i = number[s] == OMEGA_GONE ? a->first[s + 1] : a->first[s], k = 0;
             i < a->first[s + 1]; i++) {
            if (number[a->edges[i].to] == OMEGA_GONE)
                continue;
            omega_edge *e = &b->edges[b->first[number[s]] + k++];
            if (c.of[s] != c.of[a->edges[i].to] || !c.accepting[c.of[s]])
                e->marks = 0;
        }
    free(number);
    omega_sccs_fini(&c);
    return b;
}

// Of one component: the marks that it needs.
typedef struct needed {
    uint64_t with[OMEGA_MAX_MARKS]; // by mark: those that are on each edge that it is on
    uint64_t kept;
} needed;

static void find_kept(needed *n, uint64_t everywhere, uint32_t mark_count)
{
    n->kept = 0;
    for (uint32_t j = 0; j < mark_count; j++) {
        bool said = everywhere >> j & 1;
        for (uint32_t i = 0; i < mark_count && !said; i++) {
            bool within = n->with[i] >> j & 1, equal = within && (n->with[j] >> i & 1);
            said = i != j && within && (!equal || i < j);
        }
        if (!said)
            n->kept |= (uint64_t)1 << j;
    }
}

static needed *find_needed(const omega_automaton *a, const omega_sccs *c)
{
    needed *n = memory_new(c->count, sizeof *n);
    memset(n, 0xff, c->count * sizeof *n);
    for (uint32_t s = 0; s < a->state_count; s++)
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++) {
            const omega_edge *e = &a->edges[i];
            if (c->of[e->to] != c->of[s])
                continue;
            for (uint64_t left = e->marks; left; left &= left - 1)
                n[c->of[s]].with[__builtin_ctzll(left)] &= e->marks;
        }
    for (uint32_t k = 0; k < c->count; k++)
        find_kept(&n[k], c->everywhere[k], a->mark_count);
    return n;
}

static uint64_t low_bits(uint32_t count)
{
    return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

// The kept marks of `marks`, numbered from 0.
static uint64_t gather(uint64_t marks, uint64_t kept)
{
    uint64_t out = 0;
    for (uint32_t k = 0; kept; kept &= kept - 1, k++)
        if (marks & kept & -kept)
            out |= (uint64_t)1 << k;
    return out;
}

static uint32_t most_needed(const omega_sccs *c, const needed *n)
{
    uint32_t most = 0;
    bool rejecting = false;
    for (uint32_t k = 0; k < c->count; k++) {
        uint32_t count = (uint32_t)__builtin_popcountll(n[k].kept);
        rejecting = rejecting || (c->cyclic[k] && !c->accepting[k]);
        if (c->accepting[k] && count > most)
            most = count;
    }
    return most || !rejecting ? most : 1; // else a component that rejects would accept
}

omega_automaton *omega_with_fewer_marks(const omega_automaton *a)
{
    omega_sccs c = omega_sccs_find(a);
    needed *n = find_needed(a, &c);
    omega_automaton *b = omega_new(most_needed(&c, n));
    for (uint32_t s = 0; s < a->state_count; s++) {
        uint64_t kept = n[c.of[s]].kept;
        uint64_t missing = omega_all_marks(b) & ~low_bits((uint32_t)__builtin_popcountll(kept));
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++) {
            omega_edge e = a->edges[i];
            bool inside = c.of[e.to] == c.of[s] && c.accepting[c.of[s]];
            e.marks = inside ? gather(e.marks, kept) | missing : 0;
            omega_add_edge(b, e);
        }
        omega_end_state(b);
    }
    free(n);
    omega_sccs_fini(&c);
    omega_check(b);
    return b;
}

omega_automaton *omega_with_marks_between(const omega_automaton *a)
{
    omega_sccs c = omega_sccs_find(a);
    omega_automaton *b = omega_new(a->mark_count);
    for (uint32_t s = 0; s < a->state_count; s++) {
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++) {
            omega_edge e = a->edges[i];
            if (c.of[e.to] != c.of[s])
                e.marks = omega_all_marks(a);
            omega_add_edge(b, e);
        }
        omega_end_state(b);
    }
    omega_sccs_fini(&c);
    return b;
}
