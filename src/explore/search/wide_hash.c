// SPDX-License-Identifier: MIT
// See wide_hash.h. This file alone is compiled for AVX2.

#include "explore/search/wide_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

void wide_hash_update(void *state, const void *bytes, size_t size)
{
    XXH3_128bits_update(state, bytes, size);
}
