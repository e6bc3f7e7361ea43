// SPDX-License-Identifier: MIT
// Finding the right reader and writer: see history_format.h.

#include "history/history_format.h"

#include "base/io/limits.h"

#include <string.h>

const history_format *history_format_find(const char *name)
{
    for (size_t i = 0; history_formats[i]; i++)
        if (strcmp(history_formats[i]->name, name) == 0)
            return history_formats[i];
    return NULL;
}

const history_format *history_format_detect(const char *bytes, size_t length)
{
    const history_format *best = NULL;
    int sure = 0;
    for (size_t i = 0; history_formats[i]; i++) {
        int s = history_formats[i]->sniff(bytes, length);
        if (s > sure) {
            sure = s;
            best = history_formats[i];
        }
    }
    return best;
}

const history_format *history_format_named(const char *name, error *e)
{
    const history_format *f = history_format_find(name);
    if (f)
        return f;
    const char *names[64];
    size_t count = 0;
    for (; history_formats[count] && count < 64; count++)
        names[count] = history_formats[count]->name;
    const char *near = did_you_mean(name, names, count);
    if (near)
        error_set(e, "there is no format \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no format \"%s\"; `linchpin specs` lists them", name);
    return NULL;
}

bool history_write(const history_format *f, const lp_history *h, limits *l, text *out, error *e)
{
    if (!f->write)
        return error_set(e, "the format \"%s\" can only be read", f->name);
    if (f->fits && !f->fits(h, e))
        return false;
    if (!f->write(h, l, out))
        return error_set(e, "%s: nothing was written", limits_reason(l));
    return true;
}
