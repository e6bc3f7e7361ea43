// SPDX-License-Identifier: MIT
// Formulas of linear temporal logic over up to 64 atomic propositions.
//
// A formula is a number in its pool, and equal formulas have the same number (hash-consing).
// Operands have smaller numbers than what is made of them: a loop over numbers goes from the
// leaves to the root, so most algorithms need no recursion. A pool lives until it is freed;
// nothing in it changes.
//
//     ltl_pool *pool = ltl_pool_new();
//     ltl p = ltl_atom(pool, 0), q = ltl_atom(pool, 1);
//     ltl f = ltl_always(pool, ltl_make(pool, LTL_IMPLIES, p, ltl_eventually(pool, q)));
//     ltl_pool_free(pool);

#ifndef TEMPORAL_LTL_FORMULA_H
#define TEMPORAL_LTL_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t ltl;

enum {
    LTL_MAX_ATOMS = 64,
    LTL_MAX_DEPTH = 256, // of what is parsed, rewritten or translated
    LTL_NONE = UINT32_MAX,
};

// Of a binary operator, "left" and "right" below are its operands; a unary one has only `left`.
typedef enum ltl_kind {
    LTL_FALSE,
    LTL_TRUE,
    LTL_ATOM,
    LTL_NOT,
    LTL_AND,
    LTL_OR,
    LTL_IMPLIES,
    LTL_IFF,
    LTL_NEXT,       // X
    LTL_EVENTUALLY, // <>
    LTL_ALWAYS,     // []
    LTL_UNTIL,      // U: right holds at some time, left at all times before
    LTL_WEAK,       // W: the same, or left holds for ever
    LTL_RELEASE, // R: right holds up to and including the first time that left holds, or for ever
    LTL_STRONG,  // M: the same, and left holds at some time
    LTL_KINDS,
} ltl_kind;

typedef struct ltl_node {
    ltl_kind kind;
    uint32_t atom; // of LTL_ATOM
    ltl left, right;
    uint32_t depth; // operators above the deepest leaf
    // Syntactic classes of Etessami and Holzmann (CONCUR 2000): if an eventual formula holds of a
    // suffix, it holds of the whole word; if a universal one holds of the word, of each suffix.
    bool eventual, universal;
} ltl_node;

typedef struct ltl_pool ltl_pool;

ltl_pool *ltl_pool_new(void);
void ltl_pool_free(ltl_pool *pool);
uint32_t ltl_pool_count(const ltl_pool *pool); // formulas have the numbers below it

ltl ltl_false(ltl_pool *pool);
ltl ltl_true(ltl_pool *pool);
ltl ltl_atom(ltl_pool *pool, uint32_t atom); // below LTL_MAX_ATOMS
// Any other kind, as it stands: nothing is rewritten. `right` of a unary operator is ignored.
ltl ltl_make(ltl_pool *pool, ltl_kind kind, ltl left, ltl right);
static inline ltl ltl_not(ltl_pool *pool, ltl f)
{
    return ltl_make(pool, LTL_NOT, f, LTL_NONE);
}
static inline ltl ltl_eventually(ltl_pool *pool, ltl f)
{
    return ltl_make(pool, LTL_EVENTUALLY, f, LTL_NONE);
}
static inline ltl ltl_always(ltl_pool *pool, ltl f)
{
    return ltl_make(pool, LTL_ALWAYS, f, LTL_NONE);
}

ltl_node ltl_get(const ltl_pool *pool, ltl f);
unsigned ltl_arity(ltl_kind kind); // 0, 1 or 2
// The subformulas of f, itself included, as flags by number: f + 1 of them. Caller frees.
bool *ltl_subformulas(const ltl_pool *pool, ltl f);
// The same formula in another pool. In an empty one, its numbers depend on nothing but its shape.
ltl ltl_copy(const ltl_pool *from, ltl f, ltl_pool *to);
uint64_t ltl_atoms(const ltl_pool *pool, ltl f); // those that occur in f, as bits

#endif
