// SPDX-License-Identifier: MIT
// Cells to bytes and back. Small numbers take one byte, runs of zeros one byte
// for up to fifteen. Equal vectors have equal bytes.

#ifndef VERIFY_PACK_H
#define VERIFY_PACK_H

#include <stddef.h>
#include <stdint.h>

// `out` has room for 5 × count bytes. Gives the number of bytes.
size_t pack(const int32_t *cells, uint32_t count, uint8_t *out);
void unpack(const uint8_t *bytes, uint32_t count, int32_t *cells);

#endif
