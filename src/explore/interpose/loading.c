// SPDX-License-Identifier: MIT
// Libraries that the object loads itself. What is loaded stays loaded, and counts from
// then on as if it had been there from the start: its data is reset with that of the
// other modules. So the exploration begins again when something new was loaded.

#include "explore/interpose/foreign.h"
#include "explore/interpose/sync.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/region.h"
#include "explore/runtime/reset.h"
#include "explore/runtime/schedule.h"

#include <dlfcn.h>

static void *open_library(const char *path, int flags, const void *pc)
{
    HOOK_SCOPE;
    point(OP_FILE, NULL, (size_t)-1, 0, pc);
    TRACE_SAY("call of dlopen");
    bool loading = rt.loading;
    rt.late = !loading;
    rt.loading = true; // constructors run
    void *handle;
    {
        USER_SCOPE;
        handle = REAL(dlopen)(path, (flags & ~RTLD_LAZY) | RTLD_NOW);
    }
    rt.loading = loading;
    rt.late = false;
    error e = {0};
    bool fresh = false;
    if (!loading && (!regions_more(&fresh, &e) || !foreign_link(&e)))
        execution_end(END_UNKNOWN, pc, "%s", e.message);
    if (fresh)
        execution_end(END_RESTART, NULL, "a library was loaded");
    return handle;
}

void *dlopen(const char *path, int flags)
{
    return files_by_user() ? open_library(path, flags, CALLER) : REAL(dlopen)(path, flags);
}

int dlclose(void *handle)
{
    return files_by_user() ? 0 : REAL(dlclose)(handle);
}
