// SPDX-License-Identifier: MIT
// `linchpin check - --follow`: judged while it is read.

#ifndef CLI_CHECK_FOLLOW_H
#define CLI_CHECK_FOLLOW_H

#include "cli/check/check_file.h"

void check_follow(const check_task *t, const char *file, limits *l, check_result *r);

#endif
