// SPDX-License-Identifier: MIT
// The user's own specs: compiled by the user's compiler, loaded into this
// program, looked over and copied. Its lp_ functions are found in the program.

#include "base/memory.h"
#include "spec/made_spec.h"
#include "spec/registry.h"
#include "spec/spec_get.h"
#include "toolchain/compile.h"
#include "toolchain/process.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static bool is_shared_object(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".so") == 0;
}

static bool compile(const char *path, const char *cc, const char *scratch, const char *output,
                    limits *l, error *e)
{
    char *include = installed_path("include"), *option = text_format("-I%s", include);
    const char *const sources[] = {path, NULL}, *const flags[] = {"-O2", option, NULL};
    // -Bsymbolic: a function of the user's is never taken for one of ours.
    const char *const link_flags[] = {"-Wl,-Bsymbolic", NULL};
    compile_options o = {.cc = cc,
                         .sources = sources,
                         .flags = flags,
                         .link_flags = link_flags,
                         .scratch = scratch,
                         .output = output,
                         .keep = true,
                         .limits = l};
    bool ok = compile_shared(&o, e);
    free(option);
    free(include);
    return ok;
}

typedef struct emitted {
    lp_step step;
    uint32_t count;
} emitted;

static void count_emitted(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    (void)results;
    (void)next;
    (void)size;
    ((emitted *)s)->count++;
}

static bool check_methods(const lp_spec *spec, error *e)
{
    uint32_t count = spec_method_count(spec);
    if (count == 0)
        return error_set(e, "spec '%s' has no methods", spec->name);
    if (spec->methods[LP_MAX_METHODS].name)
        return error_set(e, "spec '%s' has more than %d methods", spec->name, LP_MAX_METHODS);
    for (uint32_t i = 0; i < count; i++) {
        const lp_spec_method *m = &spec->methods[i];
        if (m->args < 0 || m->args > LP_MAX_ARITY)
            return error_set(e, "spec '%s': method '%s' takes %d arguments; 0 to %d can be",
                             spec->name, m->name, m->args, LP_MAX_ARITY);
        uint32_t found = spec_method(spec, m->name);
        if (found != i)
            return error_set(e, "spec '%s' has two methods named '%s'", spec->name, m->name);
    }
    return true;
}

static bool check_syncs(const lp_spec *spec, error *e)
{
    if (!spec->syncs != !spec->sync_count)
        return error_set(e, "spec '%s' needs both .syncs and .sync_count, or neither", spec->name);
    uint32_t methods = spec_method_count(spec);
    for (uint32_t i = 0; i < spec->sync_count; i++) {
        const lp_sync *sync = &spec->syncs[i];
        bool fine = sync->count >= 1 && sync->count <= LP_MAX_ARITY && sync->up_to <= LP_MAX_ARITY;
        for (uint32_t k = 0; fine && k < sync->count; k++)
            fine = sync->methods[k] < methods;
        if (!fine)
            return error_set(e, "spec '%s': synchronisation %u needs 1 to %d of its methods",
                             spec->name, i, LP_MAX_ARITY);
    }
    return true;
}

bool spec_check(const lp_spec *spec, error *e)
{
    if (!spec->name || !*spec->name)
        return error_set(e, "the spec has no name");
    if (!spec->initial || !spec->step)
        return error_set(e, "spec '%s' has no .%s", spec->name, spec->initial ? "step" : "initial");
    if (!check_methods(spec, e) || !check_syncs(spec, e))
        return false;
    lp_pool *pool = lp_pool_new();
    emitted start = {.step = {.spec = spec, .pool = pool, .emit = count_emitted}};
    spec->initial(spec, &start.step);
    lp_pool_free(pool);
    return start.count || error_set(e, "spec '%s': .initial emits no state", spec->name);
}

static spec_made *load(const char *path, const char *shown, error *e)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        error_at(e, shown, 0, 0, "the spec cannot be loaded: %s", dlerror());
        return NULL;
    }
    const lp_spec *found = dlsym(library, "lp_spec_user");
    const size_t *size = dlsym(library, "lp_spec_user_size");
    error why = {0};
    bool ok = true;
    if (!found || !size)
        ok = error_at(e, shown, 0, 0, "there is no spec in it: write LP_SPEC(name, …)");
    else if (*size != sizeof *found)
        ok = error_at(e, shown, 0, 0, "it was compiled for another version of linchpin");
    else if (!spec_check(found, &why))
        ok = error_at(e, shown, 0, 0, "%s", why.message);
    if (!ok) {
        dlclose(library);
        return NULL;
    }
    spec_made *made = spec_made_new(found);
    made->library = library;
    return made;
}

const lp_spec *spec_load(const char *path, const char *cc, limits *l, error *e)
{
    spec_made *made = NULL;
    if (is_shared_object(path)) {
        // Without a slash dlopen would look in the system's folders.
        char *at = text_format("%s%s", strchr(path, '/') ? "" : "./", path);
        made = load(at, path, e);
        free(at);
        return made ? &made->spec : NULL;
    }
    char *scratch = scratch_new(e);
    if (!scratch)
        return NULL;
    char *output = text_format("%s/spec.so", scratch);
    if (compile(path, cc, scratch, output, l, e))
        made = load(output, path, e);
    free(output);
    scratch_free(scratch);
    return made ? &made->spec : NULL;
}
