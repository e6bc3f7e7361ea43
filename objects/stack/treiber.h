// SPDX-License-Identifier: MIT
// Treiber's stack (1986): a linked list whose top is moved by compare-and-swap.
//
// Reclaiming nodes is the caller's business: pop leaves the node alone, for
// another thread may still be reading it, and nobody frees it. treiber_aba.c
// shows what happens to those who do.

#ifndef TREIBER_H
#define TREIBER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct stack stack;

stack *stack_new(void);
void stack_free(stack *s); // when no other thread uses it
void stack_push(stack *s, int value);
bool stack_pop(stack *s, int *value); // false: it is empty

#ifdef __cplusplus
}
#endif
#endif
