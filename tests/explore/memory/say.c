// SPDX-License-Identifier: MIT
// See say.h.

#include "say.h"

#include <stdio.h>

enum { MOST = 6 }; // a list may have become a ring

void say_list(const void *first)
{
    const struct item *n = first;
    printf("list");
    for (int i = 0; n && i < MOST; i++, n = n->next)
        printf(" %d", n->value);
    printf("\n");
}

void say_numbers(const int *numbers, int count)
{
    printf("numbers");
    for (int i = 0; i < count; i++)
        printf(" %d", numbers[i]);
    printf("\n");
}
