// SPDX-License-Identifier: MIT
// When to look at files again: inotify on their folders, since editors save by renaming, which a
// watch on the file itself would lose. It only wakes: what was saved, the files tell (watched_files.h).

#ifndef CLI_FOLDER_EVENTS_H
#define CLI_FOLDER_EVENTS_H

#include "base/words.h"

#include <stdbool.h>

typedef struct folder_events {
    int fd;        // to be polled for input; -1: there is no inotify
    bool polls;    // not every folder tells: look from time to time
    words folders; // each once
} folder_events;

void folder_events_init(folder_events *e, bool polls);
// The folder of this file, and that of what it is a link to.
void folder_events_add(folder_events *e, const char *file);
void folder_events_drain(folder_events *e);
void folder_events_fini(folder_events *e);

#endif
