// SPDX-License-Identifier: MIT
// Concurrency Kit's atomic operations by the compiler's built-ins, in the place of those
// in assembly, which explore does not see into:
//
//     linchpin explore ck_test.c --object ck_stack -- -include ck_builtins.h
//
// CK has such a version itself, but for the compare-and-swap of two words. With the two
// below it offers ck_stack_pop_mpmc and ck_fifo_mpmc.

#ifndef CK_BUILTINS_H
#define CK_BUILTINS_H

#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>

#ifndef CK_F_PR_CAS_PTR_2
#define CK_F_PR_CAS_PTR_2
#define CK_F_PR_CAS_PTR_2_VALUE

// Two pointers, as the processor compares and swaps them.
typedef unsigned __int128 ck_two_words __attribute__((may_alias));

inline static bool ck_pr_cas_ptr_2_value(void *target, void *compare, void *set, void *found)
{
    ck_two_words expected = *(ck_two_words *)compare;
    bool swapped =
        __atomic_compare_exchange_n((ck_two_words *)target, &expected, *(ck_two_words *)set, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    *(ck_two_words *)found = expected;
    return swapped;
}

inline static bool ck_pr_cas_ptr_2(void *target, void *compare, void *set)
{
    ck_two_words found;
    return ck_pr_cas_ptr_2_value(target, compare, set, &found);
}
#endif

#endif
