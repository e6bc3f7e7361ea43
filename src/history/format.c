// SPDX-License-Identifier: MIT
// Finding the right reader, and reading files: see format.h.

#include "history/format.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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

bool history_write(const history_format *f, const lp_history *h, text *out, error *e)
{
    if (!f->write)
        return error_set(e, "the format \"%s\" can only be read", f->name);
    if (f->fits && !f->fits(h, e))
        return false;
    f->write(h, out);
    return true;
}

bool file_read(const char *path, text *into, error *e)
{
    bool from_stdin = strcmp(path, "-") == 0;
    FILE *f = from_stdin ? stdin : fopen(path, "rb");
    if (!f)
        return error_set(e, "cannot read %s: %s", path, strerror(errno));
    struct stat st;
    if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(f);
        return error_set(e, "%s is a folder, not a file", path);
    }
    char block[1 << 16];
    size_t n;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        text_add_bytes(into, block, n);
    bool failed = ferror(f) != 0;
    int why = errno;
    if (!from_stdin)
        fclose(f);
    if (failed)
        return error_set(e, "cannot read %s: %s", path, strerror(why));
    text_add_bytes(into, "", 0);
    return true;
}
