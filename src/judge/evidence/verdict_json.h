// SPDX-License-Identifier: MIT
// What the writer and the reader of verdicts as JSON share. docs/json.md describes the form.

#ifndef JUDGE_VERDICT_JSON_H
#define JUDGE_VERDICT_JSON_H

#include <linchpin/judge.h>

enum { VERDICT_JSON_VERSION = 1 };

// The fields that are plain strings, in the order in which they are written.
#define VERDICT_STRINGS(X)                                                                         \
    X(condition)                                                                                   \
    X(spec)                                                                                        \
    X(subject)                                                                                     \
    X(judge)                                                                                       \
    X(covers)                                                                                      \
    X(reason)                                                                                      \
    X(warning)                                                                                     \
    X(detail)                                                                                      \
    X(scenario)                                                                                    \
    X(schedule)                                                                                    \
    X(reproduce)

#endif
