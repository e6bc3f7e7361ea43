// SPDX-License-Identifier: MIT
// The same value in another pool.

#ifndef HISTORY_VALUE_COPY_H
#define HISTORY_VALUE_COPY_H

#include <linchpin/value.h>

lp_value value_copy(const lp_pool *from, lp_pool *to, lp_value v);

#endif
