// SPDX-License-Identifier: MIT
// A stack of integers that several threads use without a lock. Its nodes are used again.

#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

typedef struct stack stack;

stack *stack_new(void);
void stack_free(stack *s); // when no other thread uses it
void stack_push(stack *s, int value);
bool stack_pop(stack *s, int *value); // false: it is empty

#endif
