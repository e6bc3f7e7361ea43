// SPDX-License-Identifier: MIT
// Views as text, made without the forms of src/verify/views: nodes are named as they are come to, depth first. Two
// views are the same where their texts are.

#ifndef TESTS_VERIFY_NAIVE_VIEWS_H
#define TESTS_VERIFY_NAIVE_VIEWS_H

#include "base/text.h"
#include "verify/property/point_property.h"

enum { NAIVE_PUBLISHED = 5 };

// The fixed threads and these two, or this one (other: UINT32_MAX), of all orders the least text.
void naive_view(const transition_system *s, const int32_t *cells, const point_state *p,
                uint32_t fixed, uint32_t one, uint32_t other, text *out);
// Marks what the shared variables, and marked nodes, lead to, and what two threads reach.
void naive_publish(const transition_system *s, int32_t *cells);

#endif
