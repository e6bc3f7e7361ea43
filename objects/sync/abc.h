// SPDX-License-Identifier: MIT
// The ABC problem: an a, a b and a c meet. Each gives its own name and gets the names of
// the other two, in the order of the alphabet.

#ifndef ABC_H
#define ABC_H

#include <stdbool.h>

typedef struct abc abc;
typedef struct abc_others {
    int first, second;
} abc_others;

abc *abc_new(void);
void abc_free(abc *m); // when no other thread uses it
abc_others abc_a(abc *m, int me);
abc_others abc_b(abc *m, int me);
abc_others abc_c(abc *m, int me);

#endif
