// SPDX-License-Identifier: MIT
// From a program to a loaded shared object.

#include "verify/system/compiled.h"

#include "base/text.h"
#include "toolchain/compile.h"
#include "toolchain/compiled_cache.h"
#include "toolchain/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_source(const char *path, const text *code, error *e)
{
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(code->bytes, 1, code->length, file) == code->length;
    if (file && fclose(file) != 0)
        ok = false;
    return ok || error_set(e, "cannot write %s: %s", path, strerror(errno));
}

static bool load(compiled *c, const char *path, const program *p, error *e)
{
    c->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!c->handle)
        return error_set(e, "cannot load the compiled model: %s", dlerror());
    const uint32_t *about = dlsym(c->handle, "linchpin_model");
    static const char *const names[] = {
        "linchpin_init",    "linchpin_call",      "linchpin_step",
        "linchpin_touches", "linchpin_invariant", "linchpin_reached",
        "linchpin_ended",   "linchpin_notes",     "linchpin_enabled"};
    void *const to[] = {&c->init,    &c->call,  &c->step,  &c->touches, &c->invariant,
                        &c->reached, &c->ended, &c->notes, &c->enabled};
    bool all = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = dlsym(c->handle, names[i]);
        memcpy(to[i], &found, sizeof found);
        all &= found != NULL;
    }
    void *fill = dlsym(c->handle, "linchpin_fill");
    memcpy(&c->fill, &fill, sizeof fill);
    if (!all || !fill != !p->model->row_count || !about || about[0] != RUN_ABI ||
        about[1] != p->layout.cells || about[2] != sizeof(run))
        return error_set(e, "the compiled model does not fit this program");
    return true;
}

// A model's code is straight: -O2 takes half as long again to compile it, and the search does not gain
// by it. Who names a level of optimisation with the compiler gets that one: `CC='cc -O0'` compiles
// sooner, and searches slower.
static const char *optimisation(const char *cc)
{
    const char *command = cc ? cc : getenv("CC");
    return command && strstr(command, " -O") ? "-w" : "-O1";
}

static bool compile(compiled *c, const program *p, const text *code, const char *cc,
                    const char *scratch, const char *object, limits *l, error *e)
{
    char *path = text_format("%s/model.c", scratch);
    const char *const sources[] = {path, NULL}, *const flags[] = {optimisation(cc), "-w", NULL};
    compile_options options = {.cc = cc,
                               .sources = sources,
                               .flags = flags,
                               .scratch = scratch,
                               .output = object,
                               .limits = l};
    bool ok = write_source(path, code, e) && compile_shared(&options, e) && load(c, object, p, e);
    free(path);
    return ok;
}

// The object that is loaded lies in a private directory, whether it is from the cache or fresh.
bool compiled_init(compiled *c, const program *p, const char *cc, limits *l, error *e)
{
    *c = (compiled){0};
    char *scratch = scratch_new(e);
    if (!scratch)
        return false;
    text code = {0};
    error ignored = {0};
    program_emit(p, &code);
    char *kept = cache_path(code.bytes, code.length, cc);
    char *taken = text_format("%s/kept.so", scratch), *made = text_format("%s/model.so", scratch);
    bool ok = kept && cache_take(kept, taken) && load(c, taken, p, &ignored);
    if (!ok) {
        compiled_fini(c);
        ok = compile(c, p, &code, cc, scratch, made, l, e);
        if (ok && kept)
            cache_keep(kept, made);
    }
    if (!ok)
        compiled_fini(c);
    free(kept);
    free(taken);
    free(made);
    text_fini(&code);
    scratch_free(scratch);
    return ok;
}

void compiled_fini(compiled *c)
{
    if (c->handle)
        dlclose(c->handle);
    *c = (compiled){0};
}
