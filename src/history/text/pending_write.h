// SPDX-License-Identifier: MIT
// Writing pending operations. A process that calls again although its last
// operation never returned must have been told so: an "info" event is put
// before the next call. Otherwise pending operations need no event.

#ifndef HISTORY_PENDING_WRITE_H
#define HISTORY_PENDING_WRITE_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/history.h>

typedef struct limits limits; // base/io/limits.h

// Writes all events in their order; `type` is "invoke", "ok", "fail" or "info". False: a limit
// was reached before the end; `l` may be NULL.
bool pending_write(const lp_history *h,
                   void (*event)(const lp_history *h, uint32_t op, const char *type, text *out),
                   limits *l, text *out);

// For formats without "info", objects and ids: whether the history needs none.
bool pending_fits(const lp_history *h, const char *format, error *e);

#endif
