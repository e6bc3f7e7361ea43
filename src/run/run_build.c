// SPDX-License-Identifier: MIT
// See run_build.h.

#include "run/run_build.h"

#include "base/text.h"
#include "compile/project.h"
#include "toolchain/process.h"

#include <stdlib.h>
#include <string.h>

static char *prefix(void)
{
    char *path = installed_path("");
    size_t n = strlen(path);
    if (n > 1 && path[n - 1] == '/')
        path[n - 1] = 0;
    return path;
}

// What make has said, a line below the other.
static bool cannot(const text *said, error *e)
{
    text all = {0};
    text_add(&all, "the compiled system cannot be built:");
    for (const char *at = said->length ? said->bytes : "make was ended by a signal"; *at;) {
        size_t n = strcspn(at, "\n");
        text_add(&all, "\n  %.*s", (int)n, at);
        at += n + (at[n] == '\n');
    }
    error_set(e, "%s", all.bytes);
    text_fini(&all);
    return false;
}

static bool make(const char *folder, const char *scratch, limits *l, error *e)
{
    // A make around us has settings and jobs of its own; and in a variable make would expand a $.
    const char *const argv[] = {
        "env",  "-u", "MAKEFLAGS", "-u", "MFLAGS", "-u",   "LINCHPIN_PREFIX",
        "make", "-s", "-j",        "2",  "-C",     folder, NULL};
    process_options o = {.argv = argv,
                         .capture_fd = 1,
                         .merge_stderr = true,
                         .limits = l,
                         .tmpdir = scratch,
                         .sweep = false};
    process_result r;
    if (!process_run(&o, &r, e))
        return false;
    bool good = r.exited && r.code == 0;
    if (r.timed_out)
        error_set(e, "%s", limits_reason(l));
    else if (!good)
        cannot(&r.out, e);
    process_result_fini(&r);
    return good;
}

bool run_build(const char *file, const char *bytes, size_t length, const component_choice *which,
               const char *folder, const char *scratch, limits *l, error *e)
{
    project p;
    char *installed = prefix();
    bool good = project_make(file, bytes, length, which, installed, &p, e);
    if (good) {
        good = project_write(&p, folder, e) && make(folder, scratch, l, e);
        project_fini(&p);
    }
    free(installed);
    return good;
}
