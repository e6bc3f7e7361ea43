// SPDX-License-Identifier: MIT
// A model's next-state function: emitted, compiled with the user's cc, loaded.

#ifndef VERIFY_COMPILED_H
#define VERIFY_COMPILED_H

#include "base/io/limits.h"
#include "model/emit/emitted.h"
#include "model/steps/program.h"

typedef struct compiled {
    void *handle;
    void (*init)(int32_t *state, run *r);
    void (*call)(int32_t *state, uint32_t thread, uint32_t method, const int32_t *args, run *r);
    void (*step)(int32_t *state, uint32_t thread, run *r);
    void (*invariant)(const int32_t *state, run *r);
    uint32_t (*touches)(const int32_t *state, uint32_t thread);
    uint32_t (*enabled)(const int32_t *state, uint32_t action, const int32_t *args);
    uint64_t (*reached)(const int32_t *state, uint64_t wanted, run *r);
    uint64_t (*ended)(const int32_t *state, uint64_t wanted, run *r);
    uint8_t *(*notes)(void);
    void (*fill)(int32_t *state, run *r); // NULL: nothing is derived
} compiled;

bool compiled_init(compiled *c, const program *p, const char *cc, limits *l, error *e);
void compiled_fini(compiled *c);

#endif
