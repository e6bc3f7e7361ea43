// SPDX-License-Identifier: MIT
// The states of an automaton: byte strings to numbers and back.
//
// A state mostly differs little from the one it was reached from: a log has one entry more, a
// queue one less. So a long state is stored as the difference (base/intern.h), and put together
// in one of a few buffers when it is asked for. Short ones are stored as they are.

#ifndef SPEC_SPEC_STATES_H
#define SPEC_SPEC_STATES_H

#include <stddef.h>
#include <stdint.h>

enum { STATE_NONE = UINT32_MAX };

typedef struct state_store state_store;

state_store *state_store_new(void);
void state_store_free(state_store *s);
// `near`: the number of a state that may be alike; STATE_NONE: none is known.
uint32_t state_store_add(state_store *s, const void *bytes, size_t size, uint32_t near);
// Aligned to 16 bytes; valid until the next state is asked for, whatever is added.
const void *state_store_get(state_store *s, uint32_t state, size_t *size);
uint32_t state_store_count(const state_store *s);
uint64_t state_store_bytes(const state_store *s); // memory held

#endif
