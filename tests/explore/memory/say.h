// SPDX-License-Identifier: MIT
// Objects that say what they hold. The functions are in a library that is not instrumented, so a
// call is one step: test_memory.sh compares what they print with memory after it, as the verdict
// has it.

#ifndef SAY_H
#define SAY_H

#ifdef __cplusplus
extern "C" {
#endif

// "list 2 1": the values from the first one on, of nodes that begin as struct item does.
struct item {
    int value;
    const struct item *next;
};
void say_list(const void *first);
void say_numbers(const int *numbers, int count); // "numbers 0 7 7"

#ifdef __cplusplus
}
#endif
#endif
