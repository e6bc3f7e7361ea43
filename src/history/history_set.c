// SPDX-License-Identifier: MIT
// See history_set.h.

#include "history/history_set.h"

#include "base/io/output.h"
#include "base/memory.h"
#include "base/text.h"
#include "history/history_format.h"

#include <stdlib.h>

void history_set_add(intern *set, const lp_history *h)
{
    text line = {0};
    history_canonical(h, &line);
    intern_add(set, line.bytes, line.length);
    text_fini(&line);
}

bool history_set_write(const intern *set, const char *path, error *e)
{
    uint32_t count = intern_count(set);
    char **lines = memory_new((size_t)count + 1, sizeof *lines);
    for (uint32_t i = 0; i < count; i++) {
        size_t length;
        const char *bytes = intern_get(set, i, &length);
        lines[i] = memory_string_n(bytes, length);
    }
    bool ok = output_write_sorted(path, lines, count, e);
    for (uint32_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
    return ok;
}
