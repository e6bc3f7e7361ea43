// SPDX-License-Identifier: MIT
// What the writer and the reader of verdicts as JSON share. docs/json.md describes the form.

#ifndef JUDGE_VERDICT_JSON_H
#define JUDGE_VERDICT_JSON_H

#include <linchpin/judge.h>

enum { VERDICT_JSON_VERSION = 1 };

// The fields that are plain strings, in the order in which they are written: X(field, member).
#define VERDICT_STRINGS(X)                                                                         \
    X(condition, "condition")                                                                      \
    X(spec, "spec")                                                                                \
    X(subject, "subject")                                                                          \
    X(judge, "judge")                                                                              \
    X(coverage, "covers")                                                                          \
    X(reason, "reason")                                                                            \
    X(warning, "warning")                                                                          \
    X(detail, "detail")                                                                            \
    X(scenario, "scenario")                                                                        \
    X(schedule, "schedule")                                                                        \
    X(reproduce, "reproduce")

#endif
