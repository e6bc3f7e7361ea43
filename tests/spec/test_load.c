// SPDX-License-Identifier: MIT
// Specs in files of their own: compiled, loaded, used; and every way in which
// such a file can be no spec.

#include "base/memory.h"
#include "spec/registry.h"
#include "spec/sequential.h"
#include "spec/spec_get.h"
#include "toolchain/compile.h"
#include "toolchain/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *scratch;

static int set_up(void **state)
{
    (void)state;
    error e = {0};
    scratch = scratch_new(&e);
    return scratch ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_free(scratch);
    return 0;
}

// What all of them begin with: a light switch.
static const char head[] =
    "#include <linchpin/spec.h>\n"
    "static void initial(const lp_spec *self, lp_step *s)\n"
    "{ (void)self; lp_value off = LP_FALSE; s->emit(s, NULL, &off, sizeof off); }\n"
    "static void step(lp_step *s) {\n"
    "    lp_value now = lp_step_values(s, NULL)[0], other = lp_bool(!now.bits);\n"
    "    if (s->calls[0].method == 0) lp_step_emit_values(s, LP_UNIT, &other, 1);\n"
    "    else lp_step_emit_same(s, now); }\n"
    // Names that linchpin has too: the user's must not be taken for ours, nor ours
    // for the user's.
    "void error_set(void) {} void text_add(void) {} int spec_method = 7;\n"
    "#define METHODS .methods = {{\"press\", \"flip\", 0, 0, .returns_nothing = true}, "
    "{\"look\"}}\n";

static char *write_file(const char *name, const char *first, const char *rest)
{
    char *path = text_format("%s/%s", scratch, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(first, file);
    fputs(rest, file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void loads(const char *path, const char *name)
{
    error e = {0};
    spec_options o = {.map = "toggle=press"};
    const lp_spec *spec = spec_get(path, &o, &e);
    if (!spec) {
        fail_msg("%s", e.message);
        return;
    }
    assert_string_equal(spec->name, name);
    assert_false(spec_is(spec, "queue"));
    text why = {0};
    uint32_t failed;
    assert_true(sequential_run(spec, "look()=false toggle() look()=true flip()", &why, &failed));
    assert_false(sequential_run(spec, "press() look()=false", &why, &failed));
    assert_string_equal(why.bytes, "it could only return true");
    text_fini(&why);
    spec_release(spec);
}

static void a_file_is_compiled_and_loaded(void **state)
{
    (void)state;
    char *path =
        write_file("good.c", head, "LP_SPEC(light, METHODS, .initial = initial, .step = step)\n");
    loads(path, "light");
    // A user's queue is the user's.
    char *queue =
        write_file("queue.c", head, "LP_SPEC(queue, METHODS, .initial = initial, .step = step)\n");
    loads(queue, "queue");
    free(queue);
    free(path);
}

static void a_shared_object_is_loaded(void **state)
{
    (void)state;
    error e = {0};
    char *path =
        write_file("so.c", head, "LP_SPEC(light, METHODS, .initial = initial, .step = step)\n");
    char *output = text_format("%s/light.so", scratch), *include = installed_path("include");
    char *option = text_format("-I%s", include);
    compile_options o = {.sources = (const char *const[]){path, NULL},
                         .flags = (const char *const[]){option, NULL},
                         .scratch = scratch,
                         .output = output};
    assert_true(compile_shared(&o, &e));
    loads(output, "light");
    free(option);
    free(include);
    free(output);
    free(path);
}

static void refused(const char *rest, const char *words)
{
    char *path = write_file("bad.c", head, rest);
    error e = {0};
    const lp_spec *spec = spec_get(path, NULL, &e);
    if (spec)
        fail_msg("this is taken for a spec: %s", rest);
    if (!strstr(e.message, words))
        fail_msg("\"%s\" does not say \"%s\"", e.message, words);
    free(path);
}

static void what_is_no_spec_is_refused(void **state)
{
    (void)state;
    refused("", "there is no spec in it: write LP_SPEC(name, …)");
    refused("const lp_spec lp_spec_light = {.name = \"light\"};", "write LP_SPEC(name, …)");
    refused("LP_SPEC(x, .initial = initial, .step = step)", "spec 'x' has no methods");
    refused("LP_SPEC(x, METHODS, .step = step)", "spec 'x' has no .initial");
    refused("LP_SPEC(x, METHODS, .initial = initial)", "spec 'x' has no .step");
    refused("LP_SPEC(x, METHODS, .name = \"\", .initial = initial, .step = step)", "no name");
    refused("LP_SPEC(x, .methods = {{\"a\", 0, 9}}, .initial = initial, .step = step)",
            "method 'a' takes 9 arguments; 0 to 8");
    refused("LP_SPEC(x, .methods = {{\"a\", 0, -1}}, .initial = initial, .step = step)",
            "takes -1 arguments");
    refused("LP_SPEC(x, .methods = {{\"a\"}, {\"b\"}, {\"a\"}}, .initial = initial, .step = step)",
            "two methods named 'a'");
    refused("#define M {\"m\", 0, 0}\n#define F M, M, M, M, M, M\n"
            "LP_SPEC(x, .methods = {F, F, F}, .initial = initial, .step = step)",
            "more than 16 methods");
    refused("static void none(const lp_spec *self, lp_step *s) { (void)self; (void)s; }\n"
            "LP_SPEC(x, METHODS, .initial = none, .step = step)",
            ".initial emits no state");
    refused("static const lp_sync y = {\"y\", 2, {0, 5}};\n"
            "LP_SPEC(x, METHODS, .initial = initial, .step = step, .syncs = &y, .sync_count = 1)",
            "synchronisation 0 needs 1 to 8 of its methods");
    refused("LP_SPEC(x, METHODS, .initial = initial, .step = step, .sync_count = 1)",
            "both .syncs and .sync_count");
    refused("const lp_spec lp_spec_user = {.name = \"x\"}; const size_t lp_spec_user_size = 8;",
            "another version of linchpin");
    refused("void missing(lp_step *s);\nLP_SPEC(x, METHODS, .initial = initial, .step = missing)",
            "cannot be loaded");
}

static void what_does_not_compile_is_refused(void **state)
{
    (void)state;
    error e = {0};
    spec_options o = {.cc = "/no/such/compiler"};
    char *path =
        write_file("good.c", head, "LP_SPEC(x, METHODS, .initial = initial, .step = step)");
    assert_null(spec_get(path, &o, &e));
    assert_null(spec_get("no_such_file.c", NULL, &e));
    assert_string_equal(e.file, "no_such_file.c");
    assert_null(spec_get("no_such_file.so", NULL, &e));
    assert_string_equal(e.file, "no_such_file.so");
    assert_null(spec_get("./queue", NULL, &e));
    free(path);
    // Its messages go to stderr, where the user sees them.
    refused("this is no C", "does not compile");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_compiled_and_loaded),
        cmocka_unit_test(a_shared_object_is_loaded),
        cmocka_unit_test(what_is_no_spec_is_refused),
        cmocka_unit_test(what_does_not_compile_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
