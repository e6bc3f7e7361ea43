// SPDX-License-Identifier: MIT
// A set of histories in a file, as --histories asks for: one canonical history a line, sorted, so
// that sets from different engines can be compared byte by byte.

#ifndef HISTORY_HISTORY_SET_H
#define HISTORY_HISTORY_SET_H

#include "base/error.h"
#include "base/intern.h"

#include <linchpin/history.h>

void history_set_add(intern *set, const lp_history *h); // unless it is there already
bool history_set_write(const intern *set, const char *path, error *e);

#endif
