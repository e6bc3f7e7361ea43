// SPDX-License-Identifier: MIT
// What --watch says between two runs: what was saved and when, on stdout; what it waits for, on
// stderr.

#ifndef CLI_WATCH_WORDS_H
#define CLI_WATCH_WORDS_H

#include "cli/watch/watched_files.h"

// "14:03:12  treiber.lin saved"; `stopped`: while there was a run.
void watch_tell_saved(const cli_common *options, const words *saved, bool stopped);
void watch_tell_waiting(const cli_common *options, const watched_files *files);
void watch_tell_gone(words *gone); // and empties the list

#endif
