// SPDX-License-Identifier: MIT
// See memory_boxes.h. The notes are gone through in the order in which the steps are shown: a step
// that is shown later than it was made (execution_trace.c) touched nothing that others could see.

#include "explore/show/memory_boxes.h"

#include "base/memory.h"
#include "explore/runtime/arena.h"
#include "explore/show/memory_cells.h"
#include "explore/show/region_names.h"
#include "explore/show/source_cells.h"
#include "explore/show/value_names.h"
#include "judge/evidence/step_evidence.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD = 8,
    BOXES_MOST = 200, // of more, nothing is told
};

static box *boxes; // one for each of the watched
static uint32_t box_count;
static uint32_t *first_note, *next_note; // of each step: a list, in the order of the notes
static uint32_t step_limit;
static bool told;

static const memory_note *notes_of(uint32_t step)
{
    uint32_t first = step < step_limit ? first_note[step] : UINT32_MAX;
    return first == UINT32_MAX ? NULL : &log_notes[first];
}

static const memory_note *note_after(const memory_note *n)
{
    uint32_t next = next_note[n - log_notes];
    return next == UINT32_MAX ? NULL : &log_notes[next];
}

static void list_notes(void)
{
    step_limit = 0;
    for (uint32_t i = 0; i < log_note_count; i++)
        if (log_notes[i].step >= step_limit && log_notes[i].step < LOG_LATER)
            step_limit = log_notes[i].step + 1;
    first_note = memory_new(step_limit + 1, sizeof *first_note);
    next_note = memory_new(log_note_count + 1, sizeof *next_note);
    memset(first_note, 0xff, (step_limit + 1) * sizeof *first_note);
    for (uint32_t i = log_note_count; i-- > 0;) {
        if (log_notes[i].step >= step_limit)
            continue;
        next_note[i] = first_note[log_notes[i].step];
        first_note[log_notes[i].step] = i;
    }
}

// Every pointer to the beginning of a block tells the block's type, if its own is known.
static bool learn_from(const watched *w, const unsigned char *bytes, size_t offset, size_t size)
{
    bool fresh = false;
    for (size_t at = 0; at + WORD <= size; at += WORD) {
        const void *target = show_target(bytes + at, WORD);
        if (target && arenas_own(target) && arena_block_size(target))
            fresh = source_learn_block(w->address, w->whole, offset + at, target) || fresh;
    }
    return fresh;
}

static void learn_types(void)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < log_watched_count; i++)
            more = learn_from(&log_watched[i], log_watched[i].then, 0, log_watched[i].size) || more;
        for (uint32_t i = 0; i < log_note_count; i++) {
            const memory_note *n = &log_notes[i];
            if (n->kind == NOTE_MADE || n->kind == NOTE_CHANGE)
                more =
                    learn_from(&log_watched[n->what], log_bytes + n->bytes, n->offset, n->size) ||
                    more;
        }
    }
}

static bool is_used(note_kind kind)
{
    return kind == NOTE_ACCESS || kind == NOTE_CHANGE;
}

static void find_cells(box *b, const watched *w, const memory_note **used, uint32_t count)
{
    cells_find(b, w, used, count);
    for (uint32_t i = 0; i < b->count; i++)
        b->cells[i].known = !w->made;
    b->bytes = memory_copy(w->then, w->size);
}

// Which of the watched the steps use, and how.
static void find_boxes(const uint32_t *steps, uint32_t count)
{
    const memory_note **used = memory_new(log_note_count + 1, sizeof *used);
    bool *shown = memory_new(step_limit + 1, sizeof *shown);
    for (uint32_t i = 0; i < count; i++)
        if (steps[i] < step_limit)
            shown[steps[i]] = true;
    box_count = log_watched_count;
    boxes = memory_new(box_count + 1, sizeof *boxes);
    for (uint32_t i = 0; i < log_note_count; i++) {
        const memory_note *n = &log_notes[i];
        if (n->step < step_limit && shown[n->step] && (n->kind == NOTE_MADE || is_used(n->kind)))
            boxes[n->what].told = true;
    }
    for (uint32_t b = 0; b < box_count; b++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < log_note_count && boxes[b].told; i++)
            if (log_notes[i].what == b && log_notes[i].kind == NOTE_ACCESS &&
                log_notes[i].step < step_limit && shown[log_notes[i].step])
                used[n++] = &log_notes[i];
        if (boxes[b].told)
            find_cells(&boxes[b], &log_watched[b], used, n);
    }
    free(shown);
    free(used);
}

uint32_t boxes_find(const void *target)
{
    uint32_t what = target && told ? log_find(target) : UINT32_MAX;
    return what != UINT32_MAX && boxes[what].told ? boxes[what].number : LP_NO_BOX;
}

// A variable that is a single cell.
static bool is_plain(const box *b, const watched *w)
{
    return !w->heap && b->count == 1 && b->cells[0].size == w->whole;
}

static uint32_t add_box(lp_verdict *v, const watched *w)
{
    text name = {0}, type = {0};
    region_print(w->address, &name);
    bool known = source_type_name(w->address, w->whole, &type);
    for (uint32_t i = 0; v->memory && i < v->memory->box_count; i++)
        if (strcmp(v->memory->boxes[i].name, name.bytes) == 0)
            text_add(&name, " at %p", (const void *)w->address);
    uint32_t number = verdict_box(v, name.bytes, w->heap ? LP_BOX_NODE : LP_BOX_GLOBAL,
                                  known ? type.bytes : NULL);
    text_fini(&type);
    text_fini(&name);
    return number;
}

static void add_boxes(lp_verdict *v)
{
    uint32_t plain = LP_NO_BOX;
    for (uint32_t i = 0; i < box_count; i++) {
        box *b = &boxes[i];
        const watched *w = &log_watched[i];
        if (!b->told)
            continue;
        if (!is_plain(b, w)) {
            b->number = add_box(v, w);
            continue;
        }
        if (plain == LP_NO_BOX)
            plain = verdict_box(v, "variables", LP_BOX_GLOBAL, NULL);
        b->number = plain;
        text name = {0};
        region_print(w->address, &name);
        free(b->cells[0].name);
        b->cells[0].name = text_take(&name);
    }
}

static char *value_of(const unsigned char *bytes, size_t size)
{
    text t = {0};
    show_value(bytes, size, &t);
    return text_take(&t);
}

static void add_initial(lp_verdict *v)
{
    for (uint32_t i = 0; i < box_count; i++) {
        const box *b = &boxes[i];
        for (uint32_t k = 0; b->told && k < b->count; k++) {
            const cell *c = &b->cells[k];
            if (!c->known)
                continue;
            char *value = value_of(b->bytes + c->offset, c->size);
            verdict_cell(v,
                         &(lp_memory_cell){b->number, c->name, value,
                                           boxes_find(show_target(b->bytes + c->offset, c->size))});
            free(value);
        }
    }
}

void boxes_begin(lp_verdict *v, const uint32_t *steps, uint32_t count)
{
    uint32_t n = 0;
    told = !log_full;
    if (!told)
        return;
    list_notes();
    learn_types();
    find_boxes(steps, count);
    for (uint32_t i = 0; i < box_count; i++)
        n += boxes[i].told;
    told = n > 0 && n <= BOXES_MOST;
    if (!told)
        return;
    add_boxes(v);
    add_initial(v);
}

static void affect(box *b, size_t offset, size_t size)
{
    for (uint32_t i = 0; i < b->count; i++) {
        cell *c = &b->cells[i];
        if (c->affected || !cells_overlap(c, offset, size))
            continue;
        c->affected = true;
        c->was_known = c->known;
        memcpy(c->before, b->bytes + c->offset, c->size);
    }
}

static void apply(lp_verdict *v, const memory_note *n)
{
    box *b = &boxes[n->what];
    if (n->kind == NOTE_MADE) {
        verdict_change(v, &(lp_cell_change){.box = b->number, .made = true, .to = LP_NO_BOX});
        for (uint32_t i = 0; i < b->count; i++)
            b->cells[i].known = false;
        if (n->known)
            affect(b, 0, n->size);
    } else if (is_used(n->kind)) {
        affect(b, n->offset, n->size);
    }
    if (n->kind == NOTE_MADE || n->kind == NOTE_CHANGE)
        memcpy(b->bytes + n->offset, log_bytes + n->bytes, n->size);
}

static void tell_cell(lp_verdict *v, const box *b, cell *c)
{
    const unsigned char *now = b->bytes + c->offset;
    c->affected = false;
    c->known = true;
    if (c->was_known && memcmp(c->before, now, c->size) == 0)
        return;
    char *before = c->was_known ? value_of(c->before, c->size) : NULL;
    char *after = value_of(now, c->size);
    verdict_change(v, &(lp_cell_change){.box = b->number,
                                        .cell = c->name,
                                        .before = before,
                                        .after = after,
                                        .to = boxes_find(show_target(now, c->size))});
    free(before);
    free(after);
}

// What is read there later, as memory that may be used again allows, is in it again then.
static void tell_freed(lp_verdict *v, box *b)
{
    verdict_change(v, &(lp_cell_change){.box = b->number, .freed = true, .to = LP_NO_BOX});
    for (uint32_t i = 0; i < b->count; i++)
        b->cells[i].known = false;
}

void boxes_step(lp_verdict *v, uint32_t step)
{
    if (!told)
        return;
    for (const memory_note *n = notes_of(step); n; n = note_after(n))
        if (boxes[n->what].told && n->kind != NOTE_FREED)
            apply(v, n);
    for (const memory_note *n = notes_of(step); n; n = note_after(n)) {
        box *b = &boxes[n->what];
        for (uint32_t i = 0; b->told && i < b->count; i++)
            if (b->cells[i].affected)
                tell_cell(v, b, &b->cells[i]);
    }
    for (const memory_note *n = notes_of(step); n; n = note_after(n))
        if (boxes[n->what].told && n->kind == NOTE_FREED)
            tell_freed(v, &boxes[n->what]);
}

bool boxes_know(const void *address)
{
    uint32_t what = told ? log_find(address) : UINT32_MAX;
    if (what == UINT32_MAX || !boxes[what].told)
        return true;
    size_t offset = (size_t)((const char *)address - log_watched[what].address);
    for (uint32_t i = 0; i < boxes[what].count; i++)
        if (cells_overlap(&boxes[what].cells[i], offset, 1))
            return boxes[what].cells[i].known;
    return true;
}

void boxes_end(void)
{
    for (uint32_t i = 0; i < box_count; i++) {
        for (uint32_t k = 0; k < boxes[i].count; k++)
            free(boxes[i].cells[k].name);
        free(boxes[i].cells);
        free(boxes[i].bytes);
    }
    free(boxes);
    free(first_note);
    free(next_note);
    boxes = NULL;
    first_note = next_note = NULL;
    box_count = 0;
    told = false;
    log_end();
}
