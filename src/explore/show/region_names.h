// SPDX-License-Identifier: MIT
// Names of addresses: what is there, as the reader of a trace would call it.

#ifndef EXPLORE_REGION_NAMES_H
#define EXPLORE_REGION_NAMES_H

#include "base/text.h"

#include <stddef.h>

// "top", "nodes+16", "t0#1+8".
void region_print(const void *address, text *out);
// The same of an access to so many bytes, which tells the member: "queue.slots[1]".
void region_print_bytes(const void *address, size_t size, text *out);

#endif
