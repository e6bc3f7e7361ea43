// SPDX-License-Identifier: MIT
// Most of the time of a search that remembers states goes into hashing them, and with the 32-byte registers of newer
// processors XXH3 takes half as long. The hash is the same with and without.

#ifndef EXPLORE_WIDE_HASH_H
#define EXPLORE_WIDE_HASH_H

#include <stddef.h>

// XXH3_128bits_update; `state` is the XXH3_state_t of the xxhash.h that both were compiled with. Only where the
// processor has AVX2.
void wide_hash_update(void *state, const void *bytes, size_t size);

#endif
