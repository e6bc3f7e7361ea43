// SPDX-License-Identifier: MIT
// What compile emits, against the interpreter of steps: random automata, each in random states. The
// action that `act` takes must be the first that is enabled, with the smallest parameters, and lead
// to the same state, or fail where the interpreter fails.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "compile/project.h"
#include "model/interpret/interpret.h"
#include "model/model.h"
#include "model/syntax/finite_type.h"
#include "random_automaton.h"
#include "setting.h"
#include "toolchain/process.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_INTS = 256 };

// The runtime, as far as an automaton without messages sees it.
static const char runtime[] =
    "#include \"made.h\"\n#include \"net/wire/item_set.c\"\n#include <setjmp.h>\n"
    "static jmp_buf failed; static const int64_t *in; static int64_t *out;\n"
    "void lp_fail(const char *where, const char *what) { (void)where; (void)what; longjmp(failed, "
    "1); }\n"
    "void lp_violate(lp_fault fault, const char *where, const char *what)\n"
    "{ (void)fault; lp_fail(where, what); }\n"
    "void lp_put_int(lp_bytes *to, int64_t n) { (void)to; *out++ = n; }\n"
    "int64_t lp_get_int(lp_bytes *from, int64_t least, int64_t most)\n"
    "{ (void)from; if (*in < least || *in > most) longjmp(failed, 2); return *in++; }\n"
    // An identifier is 0, or one more than its number.
    "void lp_put_id(lp_bytes *to, lp_id x) { lp_put_int(to, x.id ? 1 + x.value : 0); }\n"
    "lp_id lp_get_id_among_or_none(lp_bytes *from, unsigned first, unsigned last)\n"
    "{ int64_t n = lp_get_int(from, 0, 3); (void)first; (void)last;\n"
    "  return n ? (lp_id){(n <= 2 ? UINT64_C(1) : UINT64_C(2)) << 60 | (uint64_t)n, n - 1} : "
    "LP_NO_ID; }\n"
    "lp_id lp_get_id_among(lp_bytes *from, unsigned first, unsigned last)\n"
    "{ return lp_get_id_among_or_none(from, first, last); }\n"
    "void lp_show_id(lp_text *t, const char *k, lp_id x) { (void)t; (void)k; (void)x; }\n"
    "bool lp_get_end(const lp_bytes *from) { (void)from; return true; }\n"
    "lp_text *lp_trace(lp_turn *turn, const char *action) { (void)turn; (void)action; return 0; }\n"
    "void lp_show(lp_text *t, const char *s) { (void)t; (void)s; }\n"
    "void lp_show_int(lp_text *t, int64_t n) { (void)t; (void)n; }\n"
    "void lp_show_many(lp_text *t, const char *s, size_t n) { (void)t; (void)s; (void)n; }\n"
    "void lp_show_item(lp_text *t) { (void)t; }\n"
    "void lp_show_end(lp_text *t, const char *s) { (void)t; (void)s; }\n"
    "void lp_show_set(lp_text *t, uint64_t n, const char *const *s) { (void)t; (void)n; (void)s; "
    "}\n"
    // 0: nothing is enabled, 1: a step, 2: it fails, 3: the state is refused
    "static made self;\n"
    "__attribute__((destructor)) static void oracle_end(void)\n"
    "{\n    made_kind.end(&self); lp_scratch_clear();\n"
    "    free(scratch); // the block that a process keeps\n}\n"
    "int oracle_step(const int64_t *given, int64_t *result)\n{\n"
    "    static const made empty; int code;\n    in = given; out = result;\n"
    "    made_kind.end(&self); lp_scratch_clear(); self = empty;\n"
    "    if ((code = setjmp(failed)) != 0) return code + 1;\n"
    "    made_kind.begin(&self, (lp_component){0, 0, LP_NO_ID});\n"
    "    made_kind.load(&self, 0);\n"
    "    bool acted = made_kind.act(&self, 0);\n"
    "    made_kind.save(&self, 0);\n    return acted;\n}\n";

typedef struct oracle {
    char *written, *folder;
    model *m;
    program *p;
    void *loaded;
    int (*step)(const int64_t *given, int64_t *made);
} oracle;

static uint32_t variable_count(const oracle *o)
{
    return o->p->model->shared_count;
}

static bool is_open(const oracle *o, type t)
{
    return t.kind == TYPE_ENUM && o->p->model->enums[t.record]->open;
}

static uint32_t encode(const oracle *o, type t, const int32_t *cells, int64_t *out);

// How many items, and each of them.
static uint32_t encode_open_set(const oracle *o, type item, int64_t bits, int64_t *out)
{
    uint32_t count = 1;
    out[0] = 0;
    for (uint32_t rank = 0; rank < type_card(item); rank++) {
        int32_t cells[MODEL_MAX_PARTS];
        if (!(bits >> rank & 1))
            continue;
        finite_cells(item, rank, cells);
        count += encode(o, item, cells, out + count);
        out[0]++;
    }
    return count;
}

// The ints that stand for a value, from its cells, one for each part.
static uint32_t encode(const oracle *o, type t, const int32_t *cells, int64_t *out)
{
    uint32_t count = 0;
    if (is_open(o, t)) {
        out[0] = cells[0] == CELL_NONE ? 0 : 1 + cells[0];
        return 1;
    }
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++)
            count += encode(o, t.parts[i], cells + tuple_offset(t, i), out + count);
        return count;
    }
    if (t.optional) {
        out[0] = cells[0] != CELL_NONE;
        out[1] = cells[0];
        return 1 + (cells[0] != CELL_NONE);
    }
    out[0] = cells[0];
    if (t.kind == TYPE_MASK && type_width(t) > 1)
        out[0] |= (int64_t)cells[1] << MASK_BITS;
    bool pairs = t.kind == TYPE_MASK && t.parts[0].kind == TYPE_TUPLE;
    if (t.kind == TYPE_MASK &&
        (is_open(o, t.parts[0]) || (pairs && is_open(o, t.parts[0].parts[0]))))
        return encode_open_set(o, t.parts[0], out[0], out);
    return 1;
}

static uint32_t encode_state(const oracle *o, const int32_t *cells, int64_t *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < variable_count(o);) {
        const variable *v = &o->p->model->shared[i];
        type t = variable_type(v);
        if (type_many(t)) {
            const int32_t *seq = &cells[o->p->layout.variable[i]];
            out[count++] = seq[0];
            for (int32_t k = 0; k < seq[0]; k++)
                count += encode(o, t.parts[0], seq + 1 + k, out + count);
            i++;
            continue;
        }
        uint32_t width = type_width(t), kept = count;
        bool open = v->length && is_open(o, v->index);
        if (open)
            out[count++] = 0;
        for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
            int32_t whole[MODEL_MAX_PARTS];
            for (uint32_t n = 0; n < width; n++)
                whole[n] = cells[o->p->layout.variable[i + n] + k];
            if (open && !whole[0])
                continue;
            out[kept] += open;
            if (open)
                out[count++] = 1 + k;
            count += encode(o, t, whole, out + count);
        }
        i += width;
    }
    return count;
}

static void random_state(const oracle *o, rng *r, int32_t *cells)
{
    for (uint32_t i = 0; i < variable_count(o);) {
        const variable *v = &o->p->model->shared[i];
        type t = variable_type(v);
        if (type_many(t)) {
            int32_t *seq = &cells[o->p->layout.variable[i++]];
            seq[0] = (int32_t)rng_below(r, 4);
            for (int32_t k = 0; k < seq[0]; k++)
                random_value(r, t.parts[0], seq + 1 + k);
            continue;
        }
        uint32_t width = type_width(t);
        for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
            int32_t whole[MODEL_MAX_PARTS];
            random_value(r, t, whole);
            for (uint32_t n = 0; n < width; n++)
                cells[o->p->layout.variable[i + n] + k] = whole[n];
        }
        i += width;
    }
}

// The cells of a value with this number among those of its type.
static void ranked(type t, uint32_t rank, int32_t *out)
{
    if (t.kind == TYPE_MASK)
        out[0] = (int32_t)rank;
    else
        finite_cells(t, rank, out);
}

// One assignment of the parameters after the other. False: those were all.
static bool next_arguments(const method *f, uint32_t *ranks, int32_t *args)
{
    uint32_t params = 0, starts[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        starts[params++] = i;
    for (uint32_t i = params; i-- > 0;) {
        if (++ranks[i] < type_card(variable_type(&f->locals[starts[i]])))
            break;
        ranks[i] = 0;
        if (i == 0)
            return false;
    }
    for (uint32_t i = 0; i < params; i++)
        ranked(variable_type(&f->locals[starts[i]]), ranks[i], args + starts[i]);
    return params > 0;
}

// What the interpreter does: as oracle_step.
static int interpreted(const oracle *o, const int32_t *from, int32_t *to)
{
    const unit *u = o->p->object;
    for (uint32_t i = 0; i < u->method_count; i++) {
        uint32_t ranks[MODEL_MAX_ARGS] = {0};
        int32_t args[2 * MODEL_MAX_ARGS] = {0};
        for (uint32_t k = 0; k < u->methods[i]->param_count;) {
            type t = variable_type(&u->methods[i]->locals[k]);
            ranked(t, 0, args + k);
            k += type_width(t);
        }
        do {
            run r = {0};
            memcpy(to, from, o->p->layout.cells * sizeof *to);
            interpret_call(o->p, to, 0, i, args, &r);
            if (r.problem)
                return 2;
            if (!r.blocked)
                return 1;
        } while (next_arguments(u->methods[i], ranks, args));
    }
    return 0;
}

static void build(oracle *o, uint64_t seed)
{
    error e = {0};
    project p;
    if (!project_make_lone("made.lin", o->written, strlen(o->written), "made", &p, &e))
        fail_msg("seed %d: %s\n%s", (int)seed, e.message, o->written);
    o->folder = scratch_new(&e);
    assert_non_null(o->folder);
    if (!project_write(&p, o->folder, &e))
        fail_msg("%s", e.message);
    project_fini(&p);
    char *file = text_format("%s/runtime.c", o->folder), *so = text_format("%s/made.so", o->folder);
    FILE *f = fopen(file, "w");
    fputs(runtime, f);
    fclose(f);
    char *include = text_format("-I%s", "include"), *made = text_format("%s/made.c", o->folder);
    char *lone = text_format("%s/lone.c", o->folder);
    const char *argv[] = {
        "cc", "-shared",           "-fPIC", "-O0", "-w", include, "-Isrc", "-o", so, file, made,
        lone, "src/base/memory.c", NULL};
    process_result r = {0};
    assert_true(process_run(&(process_options){.argv = argv, .capture_fd = 1, .merge_stderr = true},
                            &r, &e));
    if (r.code != 0)
        fail_msg("seed %d: %s\n%s", (int)seed, r.out.bytes, o->written);
    process_result_fini(&r);
    o->loaded = dlopen(so, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(o->loaded);
    *(void **)&o->step = dlsym(o->loaded, "oracle_step");
    assert_non_null(o->step);
    free(file);
    free(so);
    free(include);
    free(made);
    free(lone);
}

static void compare(const oracle *o, uint64_t seed, rng *r, uint64_t *outcomes)
{
    uint32_t cells = o->p->layout.cells;
    int32_t *from = memory_new(cells, sizeof *from), *to = memory_new(cells, sizeof *to);
    int64_t given[MOST_INTS] = {0}, want[MOST_INTS] = {0}, made[MOST_INTS] = {0};
    random_state(o, r, from);
    encode_state(o, from, given);
    int wanted = interpreted(o, from, to), got = o->step(given, made);
    uint32_t count = encode_state(o, to, want);
    if (wanted != got || (wanted == 1 && memcmp(want, made, count * sizeof *want) != 0)) {
        for (uint32_t i = 0; i < count; i++)
            fprintf(stderr, "%d: %lld -> %lld, not %lld\n", (int)i, (long long)given[i],
                    (long long)made[i], (long long)want[i]);
        fputs(o->written, stderr);
        fail_msg("seed %d: %d, not %d (%s)", (int)seed, got, wanted, o->folder);
    }
    outcomes[wanted]++;
    free(from);
    free(to);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    uint64_t states = setting("LINCHPIN_STATES", 200), outcomes[4] = {0}, refused = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        oracle o = {.written = random_automaton(seed)};
        error e = {0};
        o.m = model_read("made.lin", o.written, strlen(o.written), &e);
        if (!o.m) { // a type that does not fit: another one
            if (getenv("LINCHPIN_SHOW"))
                fprintf(stderr, "%d: %s\n", (int)seed, e.message);
            refused++;
            free(o.written);
            continue;
        }
        o.p = program_new(o.m->views[0], o.m->views[0]->units[0],
                          &(program_options){.threads = 1, .nodes = 1, .items = 64, .clear = true});
        build(&o, seed);
        rng r;
        rng_init(&r, seed);
        for (uint64_t i = 0; i < states; i++)
            compare(&o, seed, &r, outcomes);
        dlclose(o.loaded);
        scratch_free(o.folder);
        program_free(o.p);
        model_free(o.m);
        free(o.written);
    }
    printf("%d steps, %d states without one, %d that fail\n", (int)outcomes[1], (int)outcomes[0],
           (int)outcomes[2]);
    assert_true(3 * refused < models);
    assert_true(outcomes[1] > models * states / 10);
    assert_true(outcomes[0] > 0 && outcomes[2] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
