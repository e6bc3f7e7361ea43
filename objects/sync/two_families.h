// SPDX-License-Identifier: MIT
// Members of a left and of a right family meet, no two of them twice. Members are
// numbered from 0; each gives its number and gets the other's.

#ifndef TWO_FAMILIES_H
#define TWO_FAMILIES_H

#include <stdbool.h>

enum { TWO_FAMILIES_MOST = 8 }; // members of each

typedef struct two_families two_families;

two_families *two_families_new(void);
void two_families_free(two_families *f); // when no other thread uses it
int two_families_left(two_families *f, int me);
int two_families_right(two_families *f, int me);

#endif
