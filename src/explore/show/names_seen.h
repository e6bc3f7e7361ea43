// SPDX-License-Identifier: MIT
// What a trace has said and seen so far: names, so that none stands for two places, and
// which words of the heap were accessed as such.

#ifndef EXPLORE_NAMES_SEEN_H
#define EXPLORE_NAMES_SEEN_H

#include <stdbool.h>
#include <stddef.h>

void seen_forget(void); // a trace begins
// From now on, or as before, the name stands for this address; false: for another one.
bool seen_name(const char *name, const void *address);
void seen_access(const void *address, size_t size);
// A word of at least four bytes was accessed at this address, and none of its bytes alone.
// A pointer to such a word is hardly one to a letter.
bool seen_as_word(const void *address);

#endif
