// SPDX-License-Identifier: MIT
// A fast scanner for events as almost all are written:
//
//     {"process":3,"type":"invoke","f":"enq","value":17}
//
// It either reads a line just as the general reader would, or says that the
// line is unusual and has done nothing. It never finds an error: what is wrong
// is unusual too, and the general reader says what.

#ifndef HISTORY_EVENT_SCAN_H
#define HISTORY_EVENT_SCAN_H

#include "history/history_source.h"

bool event_scan(history_source *s, const char *bytes, size_t length, history_event *event);

#endif
