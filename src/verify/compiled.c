// SPDX-License-Identifier: MIT
// From a program to a loaded shared object.

#include "verify/compiled.h"

#include "base/process.h"
#include "base/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_source(const char *path, const program *p, error *e)
{
    text code = {0};
    program_emit(p, &code);
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(code.bytes, 1, code.length, file) == code.length;
    if (file && fclose(file) != 0)
        ok = false;
    text_fini(&code);
    return ok || error_set(e, "cannot write %s: %s", path, strerror(errno));
}

static bool load(compiled *c, const char *path, const program *p, error *e)
{
    c->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!c->handle)
        return error_set(e, "cannot load the compiled model: %s", dlerror());
    const uint32_t *about = dlsym(c->handle, "linchpin_model");
    void *init = dlsym(c->handle, "linchpin_init"), *call = dlsym(c->handle, "linchpin_call"),
         *step = dlsym(c->handle, "linchpin_step"), *touches = dlsym(c->handle, "linchpin_touches");
    if (!about || !init || !call || !step || !touches || about[0] != RUN_ABI ||
        about[1] != p->layout.cells || about[2] != sizeof(run))
        return error_set(e, "the compiled model does not fit this program");
    memcpy(&c->init, &init, sizeof init);
    memcpy(&c->call, &call, sizeof call);
    memcpy(&c->step, &step, sizeof step);
    memcpy(&c->touches, &touches, sizeof touches);
    return true;
}

bool compiled_init(compiled *c, const program *p, const char *cc, limits *l, error *e)
{
    *c = (compiled){0};
    char *scratch = scratch_new(e);
    if (!scratch)
        return false;
    char *path = text_format("%s/model.c", scratch), *object = text_format("%s/model.so", scratch);
    const char *const sources[] = {path, NULL}, *const flags[] = {"-O2", "-w", NULL};
    compile_options options = {.cc = cc,
                               .sources = sources,
                               .flags = flags,
                               .scratch = scratch,
                               .output = object,
                               .limits = l};
    bool ok = write_source(path, p, e) && compile_shared(&options, e) && load(c, object, p, e);
    free(path);
    free(object);
    scratch_free(scratch);
    if (!ok)
        compiled_fini(c);
    return ok;
}

void compiled_fini(compiled *c)
{
    if (c->handle)
        dlclose(c->handle);
    *c = (compiled){0};
}
