// SPDX-License-Identifier: MIT
// Members of a family meet, no two of them twice. Members are numbered from 0; each gives
// its number and gets the other's.

#ifndef ONE_FAMILY_H
#define ONE_FAMILY_H

#include <stdbool.h>

enum { ONE_FAMILY_MOST = 8 };

typedef struct one_family one_family;

one_family *one_family_new(void);
void one_family_free(one_family *f); // when no other thread uses it
int one_family_meet(one_family *f, int me);

#endif
