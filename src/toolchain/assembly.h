// SPDX-License-Identifier: MIT
// Inline assembly in what the compiler made of the user's code. Only what ends up
// in it counts: a header may have more. What touches no memory (a pause, a fence, an
// empty one that orders) is fine.

#ifndef TOOLCHAIN_ASSEMBLY_H
#define TOOLCHAIN_ASSEMBLY_H

#include "base/text.h"

#include <stdbool.h>

// `source` is assembly as gcc and clang write it. True: there is some, or another instruction
// that no hook tells of; "inline assembly …, in the function f: lock cmpxchgl …" is added
// to `where`.
bool assembly_find(const char *source, text *where);

#endif
