// SPDX-License-Identifier: MIT
// Example of a new reader: tab-separated columns, one event a line. Copy it to
// src/history/formats/tsv.c; nothing else has to change.
//
//     #tsv
//     0	invoke	enq	5
//     0	ok	enq
//
// The builder pairs returns with calls and refuses what is not well-formed; a
// reader only has to find the columns.

#include "history/builder.h"
#include "history/format.h"

#include <stdlib.h>
#include <string.h>

static int sniff(const char *bytes, size_t length)
{
    return length >= 4 && memcmp(bytes, "#tsv", 4) == 0 ? 90 : 0;
}

static bool read_line(char *line, const char *file, uint64_t number, lp_pool *pool, builder *b,
                      error *e)
{
    char *column[4] = {0}, *rest = line;
    for (int i = 0; i < 4 && rest; i++)
        column[i] = strsep(&rest, "\t");
    if (!column[2])
        return error_at(e, file, number, 1, "process, type and method expected");
    char *end;
    builder_event event = {.line = number, .column = 1};
    event.process = strtoll(column[0], &end, 10);
    if (*end || end == column[0])
        return error_at(e, file, number, 1, "the process must be an integer");
    event.method = lp_string(pool, column[2], strlen(column[2]));
    if (column[3]) {
        json j;
        json_init(&j, column[3], strlen(column[3]));
        bool fine = value_read_json(pool, &j, json_next(&j), &event.value);
        json_fini(&j);
        if (!fine)
            return error_at(e, file, number, (uint64_t)(column[3] - line) + 1, "not a value");
    }
    if (strcmp(column[1], "invoke") == 0)
        return builder_invoke(b, &event, e);
    if (strcmp(column[1], "ok") == 0)
        return builder_ok(b, &event, e);
    return error_at(e, file, number, (uint64_t)(column[1] - line) + 1, "invoke or ok expected");
}

static bool read(const char *file, const char *bytes, size_t length, lp_history *into, error *e)
{
    builder *b = builder_new(file, into);
    text copy = {0};
    text_add_bytes(&copy, bytes, length);
    char *rest = copy.bytes, *line;
    bool fine = true;
    for (uint64_t number = 1; fine && (line = strsep(&rest, "\n")); number++)
        if (line[0] && line[0] != '#')
            fine = read_line(line, file, number, into->pool, b, e);
    if (fine)
        builder_finish(b);
    builder_free(b);
    text_fini(&copy);
    return fine;
}

const history_format history_format_tsv = {
    .name = "tsv",
    .summary = "process, type, method and value, separated by tabs",
    .sniff = sniff,
    .read = read,
};
