// SPDX-License-Identifier: MIT
// Accesses that gcc makes without telling: a struct that a function returns is stored,
// and a struct that is passed by value copied, with no call of a hook. They are found in
// what gcc writes down of its last tree form (-fdump-tree-optimized-lineno).

#ifndef TOOLCHAIN_UNANNOUNCED_H
#define TOOLCHAIN_UNANNOUNCED_H

#include "base/text.h"

#include <stdbool.h>

// Says where the first one is: "queue.c:28".
bool unannounced_find(const char *dump, text *where);

#endif
