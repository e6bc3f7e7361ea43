// SPDX-License-Identifier: MIT
// What does a line of C touch at this column? "r->tail" in
//
//     unsigned tail = atomic_load(&r->tail);
//                     ^
// Compilers' line tables point at the operator, the operand or the name of a macro. Read
// from the text alone, without types: where more than one thing could be meant, nothing
// is said.

#ifndef TOOLCHAIN_LVALUE_H
#define TOOLCHAIN_LVALUE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Columns count from 1. `writes`: a plain write, not a read or an atomic operation.
bool lvalue_at(const char *line, uint32_t column, bool writes, text *out);
// Of a call there: what it is told to work on. "q.head" in q.head.load(), in q.head = 1
// (of C++) and in load(&q.head). A guess: types must confirm it.
bool lvalue_handed(const char *line, uint32_t column, text *out);

#endif
