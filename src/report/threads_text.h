// SPDX-License-Identifier: MIT
// Which threads wait or go round for ever, in words.

#ifndef REPORT_THREADS_TEXT_H
#define REPORT_THREADS_TEXT_H

#include "base/text.h"

#include <linchpin/judge.h>

// One line for each, without style; nothing where the verdict says nothing of threads. A race
// is told by the verdict's reason.
void report_threads(const lp_verdict *v, text *out);

#endif
