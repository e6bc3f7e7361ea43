// SPDX-License-Identifier: MIT
// Relaxed stacks: a value may come out before at most RELAXED_K that are newer, and may
// be overtaken by at most as many.

#ifndef RELAXED_STACK_H
#define RELAXED_STACK_H

#include <stdbool.h>

typedef struct stack stack;

stack *stack_new(void);
void stack_free(stack *s);
void stack_push(stack *s, int value); // above 0
bool stack_pop(stack *s, int *value);

#endif
