// SPDX-License-Identifier: MIT
// How many random cases a test tries, and which: LINCHPIN_CASES and LINCHPIN_SEED. Random
// models, which are compiled: LINCHPIN_MODELS. LINCHPIN_PERCENT of the cases that a test
// tries by itself, and LINCHPIN_MODELS_PERCENT of the models, where not all are needed; never
// so few that a test shows nothing. LINCHPIN_TURN: of what is alike, some, and in another turn
// others.

#ifndef TESTS_SETTING_H
#define TESTS_SETTING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The address sanitizer, which keeps what was freed for a while: memory is not measured. Clang and
// gcc say it in two ways.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SETTING_KEEPS_FREED 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SETTING_KEEPS_FREED 1
#endif

#define SETTING_FEWEST_CASES 500
#define SETTING_FEWEST_MODELS 60 // fewer do not have all outcomes

// The part of `all` that the variable `percent` says, but not fewer than that.
static inline uint64_t setting_part(uint64_t all, const char *percent, uint64_t fewest)
{
    const char *s = getenv(percent);
    if (!s || !*s || all <= fewest)
        return all;
    uint64_t part = all * strtoull(s, NULL, 10) / 100;
    return part > fewest ? part : fewest;
}

// From the environment; unset or empty, the other.
static inline uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *s = getenv(name);
    if (s && *s)
        return strtoull(s, NULL, 10);
    if (!strcmp(name, "LINCHPIN_CASES"))
        return setting_part(otherwise, "LINCHPIN_PERCENT", SETTING_FEWEST_CASES);
    if (!strcmp(name, "LINCHPIN_MODELS"))
        return setting_part(otherwise, "LINCHPIN_MODELS_PERCENT", SETTING_FEWEST_MODELS);
    return otherwise;
}

// Whether it is the turn of the `number`th of things that are alike, of which a run has one in
// `of`. Without LINCHPIN_TURN, as in `make soak`, it is everyone's.
static inline bool setting_turn(uint64_t number, uint64_t of)
{
    const char *turn = getenv("LINCHPIN_TURN");
    return !turn || !*turn || (number + strtoull(turn, NULL, 10)) % of == 0;
}

// What compiles as quickly as can be; NULL: CC does.
static inline const char *setting_quick_cc(void)
{
    const char *quick = getenv("LINCHPIN_QUICK_CC");
    return quick && *quick ? quick : getenv("CC") ? NULL : "cc -O0";
}

// For a test of the emitted C, of which optimising takes most of the time: one model in `of` has
// it, in turns. To be said before the `number`th model is compiled.
static inline void setting_compiler(uint64_t number, uint64_t of)
{
    const char *quick = getenv("LINCHPIN_QUICK_CC");
    if (quick && setting_turn(number, of))
        unsetenv("CC");
    else if (quick)
        setenv("CC", quick, 1);
}

#endif
