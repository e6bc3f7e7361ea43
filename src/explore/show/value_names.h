// SPDX-License-Identifier: MIT
// Values and places as a trace has them: "t0#1 | tag 1", "q->tail [main#1]".

#ifndef EXPLORE_VALUE_NAMES_H
#define EXPLORE_VALUE_NAMES_H

#include "base/text.h"
#include "explore/runtime/runtime.h"
#include "explore/show/source_lines.h"

void show_value(const void *bytes, size_t size, text *out);
// Where the value points to, if it is said to point into something of the object's; else NULL.
const void *show_target(const void *bytes, size_t size);
// What the step works on. `s`: the functions that it is in; may be NULL. Since the last
// seen_forget no two addresses were called the same.
void show_place(const pending *p, const source_stack *s, text *out);

#endif
