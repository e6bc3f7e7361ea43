// SPDX-License-Identifier: MIT
// Emitting C. Each method becomes one function that is one switch over the pc:
// a step begins at a `case` and leaves at the next one, so the C reads like the
// model with its yields written out.

#include "model/emit/emitted.h"
#include "model/emit/emitter.h"
#include "model/steps/unreached.h"

static void emit_routine(emitter *e, const routine *r)
{
    e->r = r;
    text_add(e->out,
             "\nstatic void step_%s(struct state *s, struct thread *me, struct run *r)\n{\n",
             emit_symbol(r->method));
    emit_temps(e);
    if (r->looks_back)
        text_add(e->out, "    struct state before;\n");
    text_add(e->out, "    switch (me->pc) {\n    case 0: // the call\n");
    emit_seen(e, unreached_entry(e->p, r));
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->looks_back && i == guard_end(r))
            text_add(e->out, "        before = *s;\n");
        emit_row_edge(e, i ? r->code[i - 1].row : 0, r->code[i].row);
        emit_instr(e, &r->code[i]);
    }
    text_add(e->out, "    }\n}\n");
}

static void emit_length(emitter *e, const variable *v)
{
    if (v->length)
        text_add(e->out, "[%u]", v->length);
    if (type_many(v->type))
        text_add(e->out, "[1 + ITEMS * %u]", item_cells(v->type));
}

static void emit_init(emitter *e)
{
    e->r = &e->p->init;
    e->is_init = true;
    text_add(e->out, "\nvoid linchpin_init(int32_t *cells, struct run *r)\n{\n"
                     "    struct state *s = (struct state *)cells;\n");
    emit_temps(e);
    for (uint32_t i = 0; i < e->r->method->local_count; i++) {
        const variable *v = &e->r->method->locals[i];
        text_add(e->out, "    int32_t ");
        emit_local(e, i);
        emit_length(e, v);
        text_add(e->out, v->length || type_many(v->type) ? " = {0};\n" : " = 0;\n");
    }
    for (uint32_t i = 0; i < e->r->count; i++)
        emit_instr(e, &e->r->code[i]);
    text_add(e->out, "    (void)s;\n    (void)r;\n}\n");
    e->is_init = false;
}

static void emit_variables(emitter *e, bool own)
{
    for (uint32_t i = 0; i < e->p->model->shared_count; i++) {
        const variable *v = &e->p->model->shared[i];
        if (v->own != own)
            continue;
        text_add(e->out, "    int32_t ");
        emit_named(e, own ? "own_" : "shared_", v->name);
        emit_length(e, v);
        text_add(e->out, ";\n");
    }
}

static void emit_state(emitter *e)
{
    const program *p = e->p;
    text *out = e->out;
    for (uint32_t i = 0; i < p->model->record_count; i++) {
        const record *r = p->model->records[i];
        text_add(out, "struct node_%s {\n    int32_t status;\n", r->name);
        for (uint32_t k = 0; k < r->field_count; k++) {
            text_add(out, "    int32_t ");
            emit_named(e, "field_", r->fields[k].name);
            emit_length(e, &r->fields[k]);
            text_add(out, ";\n");
        }
        text_add(out, "};\n\n");
    }
    text_add(out, "struct thread {\n    int32_t pc, result;\n");
    for (uint32_t i = 1; i < p->layout.results; i++)
        text_add(out, "    int32_t result__%u;\n", i);
    bool overlaid = program_overlays(p);
    text_add(out, "%s", overlaid ? "    union {\n    int32_t none;\n" : "");
    for (uint32_t i = 0; i < p->routine_count; i++) {
        e->r = &p->routines[i];
        if (overlaid && !e->r->method->local_count)
            continue;
        text_add(out, "%s", overlaid ? "    struct {\n" : "");
        for (uint32_t k = 0; k < e->r->method->local_count; k++) {
            text whole = {0};
            text *saved = e->out;
            e->out = &whole;
            emit_local(e, k);
            e->out = saved;
            text_add(out, "    int32_t %s", whole.bytes + 4);
            emit_length(e, &e->r->method->locals[k]);
            text_add(out, ";\n");
            text_fini(&whole);
        }
        for (uint32_t k = 0; k < e->r->temp_count; k++)
            if (e->r->temps[k].kept)
                text_add(out, "    int32_t %s__temp__%u;\n", emit_symbol(e->r->method), k);
        text_add(out, "%s", overlaid ? "    };\n" : "");
    }
    text_add(out, "%s", overlaid ? "    };\n" : "");
    for (uint32_t i = 0; i < p->layout.link_count; i++)
        text_add(out, "    int32_t link_%u;\n", i);
    emit_variables(e, true);
    text_add(
        out,
        "};\n\nstruct state {\n    int32_t reserved, started, done[THREADS]; // the client's\n");
    emit_variables(e, false);
    text_add(out, "    struct thread threads[THREADS];\n");
    for (uint32_t i = 0; i < p->model->record_count; i++)
        text_add(out, "    struct node_%s heap_%s[NODES];\n", p->model->records[i]->name,
                 p->model->records[i]->name);
    text_add(out, "};\n");
}

static void emit_heap(emitter *e, const record *r)
{
    const char *n = r->name;
    text_add(
        e->out,
        "\n// May the node be read and written?\n"
        "static inline int check_%s(struct state *s, struct run *r, int32_t p, uint32_t where)\n"
        "{\n    if (p == 0)\n        return fail(r, NULL_POINTER, where);\n"
        "    if (!REUSE && s->heap_%s[p - 1].status == FREED)\n"
        "        return fail(r, AFTER_FREE, where);\n    return 1;\n}\n",
        n, n);
    text_add(
        e->out,
        "\n// The lowest free node; or, where nodes are freed by hand, any freed node that is\n"
        "// still pointed to.\n"
        "static inline int32_t new_%s(struct state *s, struct run *r, uint32_t where)\n{\n"
        "    int32_t fresh = 0;\n    uint32_t freed = 0;\n"
        "    for (int32_t i = NODES; i > 0; i--) {\n"
        "        if (s->heap_%s[i - 1].status == FREE)\n            fresh = i;\n"
        "        freed += s->heap_%s[i - 1].status == FREED;\n    }\n"
        "    if (!fresh)\n        return fail(r, OUT_OF_NODES, where);\n"
        "    uint32_t k = choose(r, 1 + freed, where);\n"
        "    for (int32_t i = 1; k > 0; i++)\n"
        "        if (s->heap_%s[i - 1].status == FREED && --k == 0)\n            fresh = i;\n"
        "    s->heap_%s[fresh - 1] = (struct node_%s){.status = USED",
        n, n, n, n, n, n);
    for (uint32_t k = 0; k < r->field_count; k++)
        if (r->fields[k].type.optional) {
            text_add(e->out, ", .");
            emit_named(e, "field_", r->fields[k].name);
            text_add(e->out, " = {NONE");
            for (uint32_t i = 1; i < r->fields[k].length; i++)
                text_add(e->out, ", NONE");
            text_add(e->out, "}");
        }
    text_add(e->out, "};\n");
    for (uint32_t i = 0; i < e->p->layout.link_count; i++)
        if (e->p->layout.links[i].field && e->p->model->records[e->p->layout.links[i].record] == r)
            text_add(e->out, "    unlink_%u(s, fresh);\n", i);
    text_add(e->out, "    return fresh;\n}\n");
    text_add(
        e->out,
        "\nstatic inline int free_%s(struct state *s, struct run *r, int32_t p, uint32_t "
        "where)\n{\n"
        "    if (p == 0)\n        return 1;\n"
        "    if (s->heap_%s[p - 1].status == FREED)\n        return fail(r, DOUBLE_FREE, where);\n"
        "    if (!REUSE)\n        s->heap_%s[p - 1] = (struct node_%s){0};\n"
        "    s->heap_%s[p - 1].status = FREED;\n    return 1;\n}\n",
        n, n, n, n, n);
}

static const char prelude[] =
    "struct run {\n    int32_t problem;\n    uint32_t where, spins, blocked, calls, lin;\n"
    "    uint64_t lins;\n    uint32_t given, used;\n"
    "    uint32_t choice[MAX_CHOICES], bound[MAX_CHOICES];\n"
    "    uint8_t *looked;\n    uint32_t side;\n"
    "    struct row_source *rows;\n    uint64_t due;\n    uint8_t *reads;\n    uint64_t "
    "held;\n    int32_t *measured;\n    struct run_ways *ways;\n};\n\n"
    "static int fail(struct run *r, int32_t problem, uint32_t where)\n{\n"
    "    if (!r->problem) {\n        r->problem = problem;\n        r->where = where;\n    }\n"
    "    return 0;\n}\n\n"
    "static inline uint32_t choose(struct run *r, uint32_t ways, uint32_t where)\n{\n"
    "    if (ways == 1)\n        return 0;\n"
    "    if (r->used == MAX_CHOICES || ways > MAX_WAYS || ways == 0)\n"
    "        return (uint32_t)fail(r, TOO_MANY_CHOICES, where);\n"
    "    if (r->used == r->given)\n        r->choice[r->given++] = 0;\n"
    "    r->bound[r->used] = ways;\n    return r->choice[r->used++];\n}\n\n"
    "static inline int inside(struct run *r, int32_t index, int32_t length, uint32_t where)\n{\n"
    "    return index >= 0 && index < length ? 1 : fail(r, OUT_OF_BOUNDS, where);\n}\n\n"
    "static inline int32_t inside_or_0(struct run *r, int32_t index, int32_t length,\n"
    "                                  uint32_t where)\n{\n"
    "    return inside(r, index, length, where) ? index : 0;\n}\n\n"
    "static inline int32_t node_or_0(struct run *r, int32_t p, uint32_t where)\n{\n"
    "    return p ? p - 1 : fail(r, NULL_POINTER, where);\n}\n\n"
    "static inline int spins(struct run *r, uint32_t where)\n{\n"
    "    return ++r->spins > MAX_SPINS ? !fail(r, ENDLESS, where) : 0;\n}\n\n"
    "static inline int32_t fit(struct run *r, int64_t n, uint32_t where)\n{\n"
    "    return n > INT32_MAX || n <= INT32_MIN ? fail(r, OVERFLOWS, where) : (int32_t)n;\n}\n\n"
    "static inline int32_t within(struct run *r, int32_t n, int32_t low, int32_t high,\n"
    "                             uint32_t where)\n{\n"
    "    return n == NONE || (n >= low && n <= high) ? n : fail(r, OUT_OF_RANGE, where);\n}\n\n"
    "static inline int32_t held(struct run *r, int32_t n, uint32_t where)\n{\n"
    "    return n == NONE ? fail(r, IS_NONE, where) : n;\n}\n\n"
    "static inline int32_t some(struct run *r, int32_t n, uint32_t where)\n{\n"
    "    return n == NONE ? fail(r, NOTHING_THERE, where) : n;\n}\n\n"
    "static inline int enter(struct run *r, uint32_t where)\n{\n"
    "    return ++r->calls > MAX_CALLS ? fail(r, TOO_DEEP, where) : 1;\n}\n\n"
    "static inline int effect(struct run *r, int64_t thread, uint32_t where)\n{\n"
    "    if (thread < 0 || thread >= THREADS || r->lin == MAX_LINS)\n"
    "        return fail(r, NO_EFFECT, where);\n"
    "    r->lins |= (uint64_t)thread << (LIN_BITS * r->lin++);\n    return 1;\n}\n\n";

// Where control came by. Several threads of the search write there, the same value.
static void emit_notes(emitter *e)
{
    text_add(e->out,
             "static uint8_t notes[%u];\n\n"
             "uint8_t *linchpin_notes(void)\n{\n    return notes;\n}\n\n"
             "static inline void seen(uint32_t slot)\n{\n"
             "#ifdef __ATOMIC_RELAXED\n"
             "    if (!__atomic_load_n(&notes[slot], __ATOMIC_RELAXED))\n"
             "        __atomic_store_n(&notes[slot], 1, __ATOMIC_RELAXED);\n"
             "#else // the TinyCC of Debian has no atomics\n"
             "    *(volatile uint8_t *)&notes[slot] = 1;\n#endif\n}\n\n",
             unreached_notes(e->p) + 1);
}

// A file may have any name, but a comment ends with its line.
static void emit_file_name(emitter *e)
{
    for (const char *c = e->p->model->source.file; *c; c++)
        text_add(e->out, "%c", (unsigned char)*c < ' ' || *c == '\\' ? '?' : *c);
}

static void emit_head(emitter *e)
{
    const program *p = e->p;
    text_add(e->out, "// Made by linchpin from ");
    emit_file_name(e);
    text_add(
        e->out,
        ": %s %s, %u threads. `where` is an offset in that file.\n"
        "#include <stdint.h>\n\n"
        "enum { THREADS = %u, NODES = %u, REUSE = %d, ITEMS = %u };\n"
        "enum { NONE = INT32_MIN, MAX_CHOICES = %d, MAX_SPINS = %d };\n"
        "enum { MAX_CALLS = %d, MAX_LINS = %d, LIN_BITS = %d, MAX_WAYS = %d };\n"
        "enum { FREE = %d, USED = %d, FREED = %d };\n"
        "enum { NULL_POINTER = %d, AFTER_FREE = %d, DOUBLE_FREE = %d, ASSERTION = %d, OVERFLOWS = "
        "%d,\n"
        "       BY_ZERO = %d, OUT_OF_NODES = %d, ENDLESS = %d, TOO_MANY_CHOICES = %d,\n"
        "       OUT_OF_BOUNDS = %d, NOT_LOCKED = %d, EMPTY_RANGE = %d, INVARIANT = %d,\n"
        "       OUT_OF_RANGE = %d, TOO_DEEP = %d, NO_EFFECT = %d, NOTHING_THERE = %d, FULL = %d,\n"
        "       IS_NONE = %d, BAD_SHIFT = %d, WAITS_FOR_NOBODY = %d };\n\n",
        p->object->is_automaton ? "automaton" : "object", p->object->name, p->threads, p->threads,
        p->nodes, p->reuse, p->items, RUN_MAX_CHOICES, RUN_MAX_SPINS, RUN_MAX_CALLS, RUN_MAX_LINS,
        RUN_LIN_BITS, RUN_MAX_WAYS, NODE_FREE, NODE_USED, NODE_FREED, PROBLEM_NULL, PROBLEM_FREED,
        PROBLEM_DOUBLE, PROBLEM_ASSERT, PROBLEM_OVERFLOW, PROBLEM_DIVISION, PROBLEM_NODES,
        PROBLEM_SPIN, PROBLEM_CHOICES, PROBLEM_BOUNDS, PROBLEM_UNLOCK, PROBLEM_RANGE,
        PROBLEM_INVARIANT, PROBLEM_OUTSIDE, PROBLEM_CALLS, PROBLEM_LINS, PROBLEM_EMPTY,
        PROBLEM_FULL, PROBLEM_ABSENT, PROBLEM_SHIFT, PROBLEM_WAITS);
}

static void emit_entries(emitter *e)
{
    const program *p = e->p;
    text *out = e->out;
    text_add(out,
             "\nvoid linchpin_call(int32_t *cells, uint32_t thread, uint32_t method, const int32_t "
             "*args,\n"
             "                   struct run *r)\n{\n    struct state *s = (struct state *)cells;\n"
             "    struct thread *me = &s->threads[thread];\n    switch (method) {\n");
    for (uint32_t i = 0; i < p->routine_count; i++) {
        const method *m = p->routines[i].method;
        text_add(out, "    case %u:\n", i);
        emit_arguments(e, &p->routines[i]);
        text_add(out, "        step_%s(s, me, r);\n        break;\n", emit_symbol(m));
    }
    text_add(out,
             "    }\n}\n\nvoid linchpin_step(int32_t *cells, uint32_t thread, struct run *r)\n{\n"
             "    struct state *s = (struct state *)cells;\n"
             "    struct thread *me = &s->threads[thread];\n");
    for (uint32_t i = 0; i < p->routine_count; i++)
        text_add(out, "    %sif (me->pc < %u)\n        step_%s(s, me, r);\n", i ? "else " : "",
                 p->routines[i].return_pc, emit_symbol(p->routines[i].method));
    text_add(out, "}\n");
    emit_touches(e);
    emit_enabled(e);
    text_add(out,
             "\nconst uint32_t linchpin_model[3] = {%d, sizeof(struct state) / 4, sizeof(struct "
             "run)};\n",
             RUN_ABI);
}

void program_emit(const program *p, text *out)
{
    emitter e = {.p = p, .out = out};
    emit_head(&e);
    text_add(out, "%s", prelude);
    emit_arithmetic(&e);
    emit_notes(&e);
    emit_state(&e);
    emit_collections(&e);
    emit_rows(&e);
    emit_links(&e);
    for (uint32_t i = 0; i < p->model->record_count; i++)
        emit_heap(&e, p->model->records[i]);
    emit_functions(&e);
    for (uint32_t i = 0; i < p->routine_count; i++) {
        emit_routine(&e, &p->routines[i]);
        emit_guard(&e, &p->routines[i]);
    }
    emit_init(&e);
    emit_tables(&e);
    emit_invariants(&e);
    emit_entries(&e);
}
