// SPDX-License-Identifier: MIT
// Fuzz target: the reader of the format "jepsen". See fuzz.h.

#include "fuzz.h"

const char *const fuzz_format = "jepsen";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_read(data, size);
}
