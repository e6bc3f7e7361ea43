// SPDX-License-Identifier: MIT
// One fuzz target per parser: fuzz_NAME.c. Built with clang's libFuzzer by `make
// fuzz`; in `make test` with driver.c, which damages random histories or the
// target's examples a fixed number of times. With AFL, which feeds such targets too:
//
//     cmake -S . -B build/afl -DLP_FUZZ=ON -DBUILD_TESTING=OFF -DCMAKE_C_COMPILER=afl-clang-fast
//     make -C build/afl fuzz_edn && afl-fuzz -i fuzz/seeds -o build/afl/found build/afl/fuzz/fuzz_edn

#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Which format a reader of histories reads.
extern const char *const fuzz_format;
// Well-formed inputs of the other targets, NULL-terminated.
extern const char *const fuzz_examples[];

// Reads the input whole and in pieces. What is accepted must be the same when
// written and read again; what is refused must have a message with a place.
// Anything else aborts.
int fuzz_read(const uint8_t *data, size_t size);

#endif
