// SPDX-License-Identifier: MIT
// What a client says of its operations (net/workload.h), read.

#ifndef RUN_CLIENT_LINES_H
#define RUN_CLIENT_LINES_H

#include "run/record/event_merge.h"
#include "run/record/run_recorder.h"

typedef enum client_line { LINE_OTHER, LINE_EVENT, LINE_MARK, LINE_BAD } client_line;

// `line` ends with a newline. Of a mark the time is set. The method of a call is the recorder's number. An
// event of a session that there is not, or a value that is none, is LINE_BAD.
client_line client_line_read(const char *line, recorder *r, client_event *it);

#endif
