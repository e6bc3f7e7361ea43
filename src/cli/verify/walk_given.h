// SPDX-License-Identifier: MIT
// --walk, --walk-length, --seed and --only-walk of `linchpin verify`.

#ifndef CLI_WALK_GIVEN_H
#define CLI_WALK_GIVEN_H

#include "base/error.h"
#include "cli/command.h"
#include "verify/walk/walk_options.h"

// As they are on the command line.
typedef struct walk_given {
    uint64_t steps, length, seed; // 0: not given
    const char *only;             // NULL: not given
} walk_given;

bool walk_given_read(const walk_given *c, walk_options *o, error *e);
// The command line for the failing walk alone. Caller frees.
char *walk_given_reproduce(const cli_arguments *arguments, const walk_options *o,
                           const lp_verdict *v);

#endif
