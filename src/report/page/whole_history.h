// SPDX-License-Identifier: MIT
// A whole history in few bytes, for the page's overview: tables of names and values, and a record
// of seven little-endian words for each operation, in base64. Words are the numbers of its process,
// method, argument and result, its call and its return among the events, and its line; all ones
// where there is none.

#ifndef REPORT_WHOLE_HISTORY_H
#define REPORT_WHOLE_HISTORY_H

#include "base/io/json_write.h"

#include <linchpin/history.h>

// Of more than `most` operations, those that were called next to the `line` (before and after it;
// 0: at the end), and a note that says so.
void whole_history_write(json_writer *w, const lp_history *h, uint32_t line, uint32_t most);

#endif
