// SPDX-License-Identifier: MIT
// From a model to programs: what `linchpin compile` writes, and `make` in its folder.

#ifndef RUN_BUILD_H
#define RUN_BUILD_H

#include "base/error.h"
#include "base/io/limits.h"
#include "model/component/component.h"

#include <stdbool.h>
#include <stddef.h>

// Into `folder`, which is made. The compiler's temporary files go to `scratch`. False: with an error,
// which may be that a limit was reached.
bool run_build(const char *file, const char *bytes, size_t length, const component_choice *which,
               const char *folder, const char *scratch, limits *l, error *e);

#endif
