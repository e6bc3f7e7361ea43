// SPDX-License-Identifier: MIT
// One fuzz target per reader of histories: fuzz_NAME.c. Built with clang's
// libFuzzer by `make fuzz`; in `make test` with driver.c, which damages random
// histories a fixed number of times.

#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Which format the target reads.
extern const char *const fuzz_format;

// Reads the input whole and in pieces. What is accepted must be the same when
// written and read again; what is refused must have a message with a place.
// Anything else aborts.
int fuzz_read(const uint8_t *data, size_t size);

#endif
