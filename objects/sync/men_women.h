// SPDX-License-Identifier: MIT
// Men and women pair off: each gives its own name and gets the other's.

#ifndef MEN_WOMEN_H
#define MEN_WOMEN_H

#include <stdbool.h>

typedef struct men_women men_women;

men_women *men_women_new(void);
void men_women_free(men_women *m); // when no other thread uses it
int men_women_man(men_women *m, int me);
int men_women_woman(men_women *m, int me);

#endif
