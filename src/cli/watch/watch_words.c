// SPDX-License-Identifier: MIT
// See watch_words.h.

#include "cli/watch/watch_words.h"

#include "cli/runs/terminal.h"
#include "report/ink.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

void watch_tell_saved(const cli_common *options, const words *saved, bool stopped)
{
    if (options->quiet || options->json)
        return;
    text line = {0};
    time_t now = time(NULL);
    struct tm t;
    char clock[16] = "";
    if (localtime_r(&now, &t))
        strftime(clock, sizeof clock, "%H:%M:%S", &t);
    report_style style = terminal_style();
    text_add(&line, "\n");
    ink_add(&style, &line, INK_DIM, "%s  ", clock);
    for (size_t i = 0; i < saved->count; i++) {
        char *name = style_label(&style, saved->items[i]);
        text_add(&line, "%s", i ? ", " : "");
        ink_add(&style, &line, INK_BOLD, "%s", name);
        free(name);
    }
    text_add(&line, " saved%s\n", stopped ? ": the run was stopped, and starts anew" : "");
    terminal_print_text(&line);
    fflush(stdout);
    text_fini(&line);
}

void watch_tell_waiting(const cli_common *options, const watched_files *files)
{
    size_t n = files->count;
    if (options->quiet || n == 0)
        return;
    if (n == 1)
        terminal_complain("watching %s; Ctrl-C ends it", files->items[0].path);
    else
        terminal_complain("watching %s and %zu other file%s; Ctrl-C ends it", files->items[0].path,
                          n - 1, n == 2 ? "" : "s");
}

void watch_tell_gone(words *gone)
{
    for (size_t i = 0; i < gone->count; i++) {
        struct stat s;
        bool there = stat(gone->items[i], &s) == 0;
        if (!there)
            terminal_complain("%s is gone: waiting until it is there again", gone->items[i]);
        else if (s.st_size == 0)
            terminal_complain("%s is empty: waiting until something is in it", gone->items[i]);
    }
    words_fini(gone);
}
