// SPDX-License-Identifier: MIT
// Example of a new reader: tab-separated columns, one event a line. Copy it to
// src/history/formats/tsv.c; nothing else has to change.
//
//     #tsv
//     0	invoke	enq	5
//     0	ok	enq
//
// The source pairs returns with calls and refuses what is not well-formed; a
// reader only has to find the columns.

#include "base/memory.h"
#include "history/history_source.h"

#include <stdlib.h>
#include <string.h>

static int sniff(const char *bytes, size_t length)
{
    return length >= 4 && memcmp(bytes, "#tsv", 4) == 0 ? 90 : 0;
}

static bool columns(history_source *s, char *copy, error *e)
{
    char *column[4] = {0}, *rest = copy;
    for (int i = 0; i < 4 && rest; i++)
        column[i] = strsep(&rest, "\t");
    if (!column[2])
        return error_at(e, s->file, s->line, 1, "process, type and method expected");
    char *end;
    history_event event = {.line = s->line, .column = 1};
    event.process = strtoll(column[0], &end, 10);
    if (*end || end == column[0])
        return error_at(e, s->file, s->line, 1, "the process must be an integer");
    event.method = names_get(&s->names, s->pool, column[2], strlen(column[2]));
    if (column[3]) {
        json j;
        json_init(&j, column[3], strlen(column[3]));
        bool fine = value_read_json(s->pool, &j, json_next(&j), &event.value);
        json_fini(&j);
        if (!fine)
            return error_at(e, s->file, s->line, (uint64_t)(column[3] - copy) + 1, "not a value");
    }
    event.type = strcmp(column[1], "invoke") == 0 ? EVENT_INVOKE
                 : strcmp(column[1], "ok") == 0   ? EVENT_OK
                                                  : EVENT_NONE;
    if (event.type == EVENT_NONE)
        return error_at(e, s->file, s->line, (uint64_t)(column[1] - copy) + 1,
                        "invoke or ok expected");
    return source_add(s, &event, e);
}

static bool line(history_source *s, const char *bytes, size_t length, error *e)
{
    if (length == 0 || bytes[0] == '#')
        return true;
    char *copy = memory_string_n(bytes, length);
    bool fine = columns(s, copy, e);
    free(copy);
    return fine;
}

const history_format history_format_tsv = {
    .name = "tsv",
    .summary = "process, type, method and value, separated by tabs",
    .sniff = sniff,
    .line = line,
};
