// SPDX-License-Identifier: MIT
// The log of a process: a file of records, each whole or not there.
//
//     head: "linchpin log 1", version of the model, incarnation
//     record: length (4 bytes), checksum (8 bytes), bytes
//
// A record is appended by one write. A process that is killed leaves at most one record torn, at the end; it
// was never acted upon, so it is cut off. When the log has grown to several times what is worth keeping, all
// of that is written to a new file, which then takes its place.

#ifndef NET_JOURNAL_H
#define NET_JOURNAL_H

#include "base/error.h"
#include "net/wire/bytes.h"

typedef struct journal journal;

typedef bool (*journal_apply)(void *data, lp_bytes *record);

// Opens DIRECTORY/log, or makes it with the incarnation given, and has its records applied. One process has it
// at a time. NULL: an error by name; also if a record is whole but cannot be applied.
journal *journal_open(const char *directory, uint64_t version, uint64_t *incarnation, bool *existed,
                      journal_apply apply, void *data, error *e);
bool journal_append(journal *j, const lp_bytes *record, bool sync, error *e);
// So that replacing it is worth while: longer than a limit, 16 MB by default, and than four times what it was when it was new.
bool journal_is_large(const journal *j);
void journal_set_limit(journal *j, uint64_t bytes);
bool journal_replace(journal *j, const lp_bytes *everything, error *e);
void journal_close(journal *j); // NULL is fine

#endif
