// SPDX-License-Identifier: MIT
// See random_formula.h.

#include "random_formula.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

const char *const letter_texts[] = {"p", "q", "r", "s", "t", "u", "v", "w"};

static uint32_t find_letter(void *data, const char *name, size_t length)
{
    (void)data;
    for (uint32_t i = 0; i < 8; i++)
        if (length == 1 && *letter_texts[i] == *name)
            return i;
    return LTL_NONE;
}

const ltl_names letter_names = {.find = find_letter};

ltl read_formula(ltl_pool *pool, const char *text)
{
    error e = {0};
    ltl f = ltl_parse(pool, text, strlen(text), letter_names, &e);
    if (f == LTL_NONE)
        fail_msg("%s: column %d: %s", text, (int)e.column, e.message);
    return f;
}

static ltl leaf(rng *r, ltl_pool *pool, uint32_t atoms)
{
    uint64_t which = rng_below(r, 24);
    if (which < 2)
        return which ? ltl_true(pool) : ltl_false(pool);
    ltl f = ltl_atom(pool, (uint32_t)rng_below(r, atoms));
    return which < 9 ? ltl_not(pool, f) : f;
}

// Operators from one of these, or from all: fairness, safety, guarantee, and those of SPIN.
static const char mixtures[][12] = {
    {LTL_ALWAYS, LTL_EVENTUALLY, LTL_AND, LTL_OR, LTL_NOT, LTL_IMPLIES},
    {LTL_ALWAYS, LTL_WEAK, LTL_RELEASE, LTL_NEXT, LTL_AND, LTL_OR},
    {LTL_EVENTUALLY, LTL_UNTIL, LTL_STRONG, LTL_NEXT, LTL_AND, LTL_OR},
    {LTL_UNTIL, LTL_RELEASE, LTL_NEXT, LTL_AND, LTL_OR, LTL_NOT},
    {LTL_UNTIL, LTL_RELEASE, LTL_WEAK, LTL_STRONG, LTL_ALWAYS, LTL_EVENTUALLY},
};

static ltl grow(rng *r, ltl_pool *pool, uint32_t atoms, uint32_t size, uint64_t mixture)
{
    if (!size || rng_below(r, 20) == 0)
        return leaf(r, pool, atoms);
    ltl_kind kind = (ltl_kind)(LTL_NOT + rng_below(r, LTL_KINDS - LTL_NOT));
    if (mixture < sizeof mixtures / sizeof *mixtures)
        kind = (ltl_kind)mixtures[mixture][rng_below(r, 6)];
    if (ltl_arity(kind) == 1)
        return ltl_make(pool, kind, grow(r, pool, atoms, size - 1, mixture), LTL_NONE);
    uint32_t left = (uint32_t)rng_below(r, size);
    ltl a = grow(r, pool, atoms, left, mixture);
    return ltl_make(pool, kind, a, grow(r, pool, atoms, size - 1 - left, mixture));
}

ltl random_formula(rng *r, ltl_pool *pool, uint32_t atoms, uint32_t size)
{
    return grow(r, pool, atoms, size, rng_below(r, 8));
}

static ltl recurring(rng *r, ltl_pool *pool, uint32_t atoms)
{
    ltl a = grow(r, pool, atoms, (uint32_t)rng_below(r, 2), rng_below(r, 8));
    ltl b = leaf(r, pool, atoms);
    ltl_kind kind = (ltl_kind)(LTL_UNTIL + rng_below(r, LTL_KINDS - LTL_UNTIL));
    switch (rng_below(r, 4)) {
    case 0:
        return ltl_always(pool, ltl_eventually(pool, a));
    case 1:
        return ltl_eventually(pool, ltl_always(pool, a));
    case 2:
        return ltl_always(pool, ltl_make(pool, kind, a, b));
    default:
        return ltl_always(pool, ltl_make(pool, LTL_IMPLIES, b, ltl_make(pool, kind, b, a)));
    }
}

ltl random_fairness(rng *r, ltl_pool *pool, uint32_t atoms)
{
    ltl f = recurring(r, pool, atoms);
    for (uint64_t n = 1 + rng_below(r, 2); n; n--)
        f = ltl_make(pool, rng_below(r, 4) ? LTL_AND : LTL_OR, f, recurring(r, pool, atoms));
    return f;
}

void random_lasso(rng *r, uint32_t atoms, random_word *out)
{
    uint32_t length = 1 + (uint32_t)rng_below(r, WORD_MAX);
    for (uint32_t i = 0; i < length; i++)
        out->letters[i] = rng_below(r, (uint64_t)1 << atoms);
    // Letters that come again make loops in which not everything happens.
    for (uint32_t i = 1; i < length; i++)
        if (rng_below(r, 2))
            out->letters[i] = out->letters[i - 1];
    out->word = (lasso){out->letters, length, (uint32_t)rng_below(r, length)};
}
