// SPDX-License-Identifier: MIT
// See memory_view.h. An array is a cell for each item, a collection is one cell. Of channels, those
// are shown that hold something: there is one for each pair of components.

#include "verify/counterexample/memory_view.h"

#include "base/memory.h"
#include "judge/evidence/step_evidence.h"
#include "model/syntax/finite_type.h"
#include "verify/counterexample/cell_text.h"

#include <stdlib.h>
#include <string.h>

// No variable is called so.
static const char line_cell[] = "at line", result_cell[] = "return value",
                  freed_cell[] = "is freed", process_cell[] = "goes on as";

typedef struct viewer {
    memory_view *view;
    box_list *boxes;
    describer *d;
    const int32_t *cells;
} viewer;

static uint32_t find_box(box_list *boxes, lp_box_kind kind, const char *name, size_t length)
{
    const lp_memory *m = boxes->v->memory;
    for (uint32_t i = 0; m && i < m->box_count; i++) {
        uint32_t at = (boxes->last + i) % m->box_count;
        const lp_memory_box *b = &m->boxes[at];
        if (b->kind == kind && strncmp(b->name, name, length) == 0 && !b->name[length])
            return boxes->last = at;
    }
    char *whole = memory_string_n(name, length);
    boxes->last = verdict_box(boxes->v, whole, kind, NULL);
    free(whole);
    return boxes->last;
}

static uint32_t put(viewer *y, uint32_t box)
{
    memory_view *view = y->view;
    MEMORY_GROW_ZERO(view->there, view->box_capacity, (size_t)box + 1);
    view->boxes = view->boxes > box ? view->boxes : (size_t)box + 1;
    view->there[box] = true;
    return box;
}

static uint32_t put_box(viewer *y, lp_box_kind kind, const char *name, size_t length)
{
    return put(y, find_box(y->boxes, kind, name, length));
}

// The words were added one after the other, from `name` on; a nul is between them, and behind.
static void put_cell(viewer *y, uint32_t box, size_t name, size_t value, uint32_t to)
{
    memory_view *view = y->view;
    text_add_bytes(&view->words, "", 1);
    MEMORY_GROW(view->cells, view->capacity, view->count + 1);
    view->cells[view->count] = (viewed_cell){box, (uint32_t)view->count, name, value, to};
    view->count++;
}

static size_t begin_value(viewer *y)
{
    text_add_bytes(&y->view->words, "", 1);
    return y->view->words.length;
}

static uint32_t node_box(viewer *y, uint32_t of, uint32_t node)
{
    const record *r = y->d->s->m->records[of];
    uint32_t number = *name_of(y->d, of, node);
    box_list *boxes = y->boxes;
    MEMORY_GROW_ZERO(boxes->nodes[of], boxes->capacity[of], (size_t)number + 1);
    uint32_t *box = &boxes->nodes[of][number];
    if (!*box) {
        text name = {0};
        text_add(&name, "%s%u", r->name, number);
        *box = 1 + verdict_box(boxes->v, name.bytes, LP_BOX_NODE, r->name);
        text_fini(&name);
    }
    return *box - 1;
}

static uint32_t points_to(viewer *y, type t, int32_t cell)
{
    bool known = t.kind == TYPE_POINTER && cell > 0 && *name_of(y->d, t.record, (uint32_t)cell);
    return known ? node_box(y, t.record, (uint32_t)cell) : LP_NO_BOX;
}

// The item of a variable that begins at `cells`; its name is there already, from `name` on.
static void put_value(viewer *y, uint32_t box, size_t name, const variable *v, uint32_t item,
                      const int32_t *cells)
{
    describer *d = y->d;
    size_t value = begin_value(y), size = variable_unit(d->s->p, v);
    if (wide_set(v)) {
        int32_t whole[MODEL_MAX_PARTS] = {0};
        gather(v, cells, item, whole);
        mask_print(d->s->m, v->whole, whole, &y->view->words);
        put_cell(y, box, name, value, LP_NO_BOX);
    } else {
        print_item(d, v->type, cells + item * size, &y->view->words);
        put_cell(y, box, name, value,
                 type_many(v->type) ? LP_NO_BOX : points_to(y, v->type, cells[item * size]));
    }
}

static void put_items(viewer *y, uint32_t box, const char *owner, const variable *v,
                      uint32_t namesakes, const int32_t *cells)
{
    if (wide_set(v) && !v->whole_name)
        return; // it is shown with the first of them
    for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
        size_t name = y->view->words.length;
        text_add(&y->view->words, "%s", owner);
        print_name(y->d, v, k, &y->view->words);
        if (namesakes)
            text_add(&y->view->words, " (%u)", namesakes + 1);
        put_value(y, box, name, v, k, cells);
    }
}

// How much of the name of a component's variable is the component's: client[x].
static size_t owner_length(const variable *v, const char *printed)
{
    const char *name = wide_set(v) ? v->whole_name : v->name, *member = strstr(name, "::");
    if (!member)
        return 0;
    size_t length = (size_t)(member - name);
    return v->outer ? length + strcspn(printed + length, "]") + 1 : length;
}

static uint32_t shared_box(viewer *y, const variable *v, const char *printed, size_t *owner)
{
    const transition_system *s = y->d->s;
    const unit *u = s->p->object;
    const simulation *of = u->simulates;
    lp_box_kind kind = v->specified          ? LP_BOX_SPECIFICATION
                       : s->front->component ? LP_BOX_GLOBAL
                                             : LP_BOX_COMPONENT;
    *owner = owner_length(v, printed);
    const char *whole = !of ? u->name : v->specified ? of->to : of->from;
    return *owner ? put_box(y, kind, printed, *owner) : put_box(y, kind, whole, strlen(whole));
}

static void put_shared(viewer *y, const variable *v, const int32_t *cells)
{
    bool sent = v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
    uint32_t size = variable_unit(y->d->s->p, v);
    for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
        text name = {0};
        size_t owner, at = y->view->words.length;
        print_name(y->d, v, k, &name);
        uint32_t box = shared_box(y, v, name.bytes, &owner);
        if (!sent || cells[(size_t)k * size]) {
            text_add(&y->view->words, "%s", name.bytes + owner + (owner != 0));
            put_value(y, box, at, v, k, cells);
        }
        text_fini(&name);
    }
}

static void put_process(viewer *y)
{
    const transition_system *s = y->d->s;
    if (!s->front->show)
        return;
    const char *name = s->p->object->name;
    uint32_t box = put_box(y, LP_BOX_COMPONENT, name, strlen(name));
    text shown = {0};
    s->front->show(s, y->cells, &shown);
    size_t at = y->view->words.length;
    text_add(&y->view->words, "%s", process_cell);
    size_t value = begin_value(y);
    text_add(&y->view->words, "%s", shown.bytes ? shown.bytes : "");
    put_cell(y, box, at, value, LP_NO_BOX);
    text_fini(&shown);
}

static void put_line(viewer *y, uint32_t box, uint32_t where)
{
    uint32_t line, column;
    source_position(&y->d->s->m->source, where, &line, &column);
    size_t name = y->view->words.length;
    text_add(&y->view->words, "%s", line_cell);
    size_t value = begin_value(y);
    text_add(&y->view->words, "%u", line);
    put_cell(y, box, name, value, LP_NO_BOX);
}

static void put_result(viewer *y, uint32_t box, type result, const int32_t *mine)
{
    if (result.kind == TYPE_UNIT)
        return;
    size_t name = y->view->words.length;
    text_add(&y->view->words, "%s", result_cell);
    size_t value = begin_value(y);
    for (uint32_t i = 0; i < type_width(result); i++) {
        text_add(&y->view->words, "%s", i ? ", " : "");
        print_cell(y->d, type_part(result, i), mine[THREAD_RESULT + i], &y->view->words);
    }
    put_cell(y, box, name, value,
             type_width(result) == 1 ? points_to(y, result, mine[THREAD_RESULT]) : LP_NO_BOX);
}

static void put_locals(viewer *y, uint32_t box, const routine *r, uint32_t pc, const int32_t *mine)
{
    uint64_t live = program_live(y->d->s->p, pc);
    for (uint32_t i = 0; i < r->method->local_count; i++) {
        const variable *v = &r->method->locals[i];
        uint32_t namesakes = 0; // declared in blocks before
        for (uint32_t k = 0; k < i; k++)
            namesakes += r->method->locals[k].procedure == v->procedure &&
                         strcmp(r->method->locals[k].name, v->name) == 0;
        text owner = {0}; // a procedure may use the names of its caller
        if (v->procedure)
            text_add(&owner, "%s.", y->d->s->m->procedures[v->procedure - 1]->name);
        if (live >> i & 1)
            put_items(y, box, owner.bytes ? owner.bytes : "", v, namesakes, mine + r->cells[i]);
        text_fini(&owner);
    }
}

static void put_thread(viewer *y, uint32_t thread)
{
    const transition_system *s = y->d->s;
    const layout *l = &s->p->layout;
    const int32_t *mine = y->cells + l->threads + (size_t)thread * l->thread_stride;
    uint32_t pc = (uint32_t)mine[THREAD_PC];
    text name = {0};
    text_add(&name, "%s %u", s->front->component, thread);
    uint32_t box = put_box(y, LP_BOX_THREAD, name.bytes, name.length);
    text_fini(&name);
    const routine *r = NULL;
    const instr *next = program_instr(s->p, pc, &r);
    if (next) {
        put_line(y, box, next->at);
        put_locals(y, box, r, pc, mine);
    } else if (s->returns[pc]) {
        r = &s->p->routines[s->returns[pc] - 1];
        put_line(y, box, r->method->at);
        put_result(y, box, r->method->result, mine);
    }
    for (uint32_t i = 0; i < s->m->shared_count; i++)
        if (s->m->shared[i].own && !s->m->shared[i].unshown)
            put_items(y, box, "", &s->m->shared[i], 0, y->cells + variable_start(s->p, i, thread));
}

static void put_node(viewer *y, uint32_t of, uint32_t node, const int32_t *cells)
{
    const program *p = y->d->s->p;
    const record *r = y->d->s->m->records[of];
    bool freed = cells[0] == NODE_FREED;
    if (cells[0] == NODE_FREE || (freed && !p->reuse) || !*name_of(y->d, of, node))
        return;
    uint32_t box = put(y, node_box(y, of, node));
    for (uint32_t f = 0; f < r->field_count; f++)
        put_items(y, box, "", &r->fields[f], 0, cells + p->layout.heaps[of].fields[f]);
    if (!freed)
        return;
    size_t at = y->view->words.length;
    text_add(&y->view->words, "%s", freed_cell);
    size_t value = begin_value(y);
    text_add(&y->view->words, "true");
    put_cell(y, box, at, value, LP_NO_BOX);
}

static int by_box(const void *a, const void *b)
{
    const viewed_cell *x = a, *y = b;
    if (x->box != y->box)
        return x->box < y->box ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void memory_view_take(memory_view *view, box_list *boxes, describer *d, const int32_t *cells)
{
    viewer y = {view, boxes, d, cells};
    const transition_system *s = d->s;
    const layout *l = &s->p->layout;
    view->count = 0;
    text_clear(&view->words);
    for (size_t i = 0; i < view->boxes; i++)
        view->there[i] = false;
    for (uint32_t i = 0; i < s->m->shared_count; i++) {
        const variable *v = &s->m->shared[i];
        if (!v->own && !v->unshown && !(wide_set(v) && !v->whole_name))
            put_shared(&y, v, cells + variable_start(s->p, i, 0));
    }
    put_process(&y);
    for (uint32_t t = 0; s->front->component && t < s->p->threads; t++)
        put_thread(&y, t);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++)
            put_node(&y, h, n, cells + l->heaps[h].start + (size_t)(n - 1) * l->heaps[h].stride);
    if (view->count)
        qsort(view->cells, view->count, sizeof *view->cells, by_box);
}

void box_list_fini(box_list *boxes)
{
    for (uint32_t i = 0; i < MODEL_MAX_RECORDS; i++)
        free(boxes->nodes[i]);
}

void memory_view_fini(memory_view *view)
{
    free(view->cells);
    free(view->there);
    text_fini(&view->words);
}
