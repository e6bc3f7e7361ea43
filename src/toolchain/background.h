// SPDX-License-Identifier: MIT
// A program that runs beside its caller, who does other things meanwhile and reads what it writes as it comes.
//
//     background b;
//     if (background_start(&b, argv, folder, &e))
//         … whenever b.out is readable: background_read(&b, &out), until it gives false …
//     background_end(&b);
//
// It has a process group of its own, and is asked to end when its parent does, however that ends.

#ifndef TOOLCHAIN_BACKGROUND_H
#define TOOLCHAIN_BACKGROUND_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct background {
    pid_t pid; // 0: none runs
    int out;   // its stdout, not blocking
} background;

// argv[0] is what it is told to be called; what runs is this very program. `folder` is where it works, and where its
// temporary files are. Its stdin is empty, and nobody reads its stderr.
bool background_start(background *b, const char *const *argv, const char *folder, error *e);
// Adds what can be read now. False: there will be no more.
bool background_read(const background *b, text *out);
// Asks it to end; `now`: it, and all of its group, do not go on for another step.
void background_stop(const background *b, bool now);
// Waits for its end, and gives its exit code; -1: it was killed. One that still writes is asked to end, and is killed
// when it does not.
int background_end(background *b);

#endif
