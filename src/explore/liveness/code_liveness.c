// SPDX-License-Identifier: MIT
// See code_liveness.h. First every register is followed forwards: does it hold an
// address in this function's frame, and which? Then each instruction's reads and
// writes of the frame are known, unless an address got away (was stored, or
// given to a function that is not ours): then whatever reads memory through
// a pointer may read all of the frame.

#include "explore/liveness/code_liveness.h"

#ifdef LP_HAVE_ZYDIS

#include "base/memory.h"
#include "explore/liveness/instruction_decode.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 4096, PLAIN_BYTES = 32 };

typedef struct reader {
    liveness_code *code;
    const uint8_t *start;
    size_t size;
    uint32_t *index; // of each byte: the instruction that begins there + 1
    frame_state *states;
    bool escaped; // the address of something in the frame is known elsewhere
} reader;

static bool target_of(const reader *r, const decoded *d, const uint8_t *at, uint32_t *index)
{
    const uint8_t *target = decoded_target(d, at);
    size_t offset = (size_t)(target - r->start);
    if (target < r->start || offset >= r->size) {
        *index = LIVE_OUT;
        return true;
    }
    *index = r->index[offset] - 1;
    return r->index[offset] != 0;
}

static bool list_steps(reader *r)
{
    for (size_t offset = 0; offset < r->size;) {
        decoded d;
        if (r->code->count == STEPS_MAX || !decode(r->start + offset, r->size - offset, &d))
            return false;
        MEMORY_GROW(r->code->steps, r->code->capacity, r->code->count + 1);
        r->code->steps[r->code->count] = (liveness_step){
            .at = r->start + offset, .length = d.head.length, .next = {LIVE_OUT, LIVE_OUT}};
        r->index[offset] = ++r->code->count;
        offset += d.head.length;
    }
    return true;
}

static bool is_end(const decoded *d)
{
    return d->head.meta.category == ZYDIS_CATEGORY_RET || d->head.mnemonic == ZYDIS_MNEMONIC_UD2 ||
           d->head.mnemonic == ZYDIS_MNEMONIC_INT3;
}

// Where control goes from here. Jumps to what a register says are not understood.
static bool find_next(const reader *r, uint32_t i, const decoded *d)
{
    liveness_step *s = &r->code->steps[i];
    bool jumps = d->head.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
    bool branches = d->head.meta.category == ZYDIS_CATEGORY_COND_BR;
    if ((jumps || branches) && (!decoded_target(d, s->at) || !target_of(r, d, s->at, &s->next[1])))
        return false;
    if (!jumps && !is_end(d)) {
        if (i + 1 < r->code->count)
            s->next[0] = i + 1;
        else if (d->head.meta.category != ZYDIS_CATEGORY_CALL) // that does not return
            return false;
    }
    return true;
}

static bool flow(reader *r, uint32_t to, const frame_state *state)
{
    if (to == LIVE_OUT)
        return false;
    liveness_step *s = &r->code->steps[to];
    bool first = !s->reached;
    s->reached = true;
    return frame_state_join(&r->states[to], state, first);
}

// Follows what registers hold to everywhere that can be reached, until nothing changes.
static bool follow(reader *r)
{
    frame_state entry;
    frame_state_entry(&entry);
    for (bool again = flow(r, 0, &entry); again;) {
        again = false;
        for (uint32_t i = 0; i < r->code->count; i++) {
            liveness_step *s = &r->code->steps[i];
            decoded d;
            frame_state state = r->states[i];
            if (!s->reached)
                continue;
            if (!decode(s->at, s->length, &d) || !find_next(r, i, &d) ||
                !frame_state_step(&state, &d, s->at, &r->escaped))
                return false;
            again |= flow(r, s->next[0], &state);
            again |= flow(r, s->next[1], &state);
        }
    }
    return true;
}

// Bytes [from, from + size) of the frame.
static void mark(liveness_set *set, int64_t from, int64_t size, bool whole)
{
    for (int64_t grain = 0; grain < LIVE_FRAME / LIVE_GRAIN; grain++) {
        int64_t low = -LIVE_GRAIN * (grain + 1), high = low + LIVE_GRAIN;
        bool in = whole ? from <= low && high <= from + size : from < high && low < from + size;
        if (in)
            set->grains[grain / 64] |= (uint64_t)1 << grain % 64;
    }
}

static void mark_all(liveness_set *set)
{
    memset(set->grains, 0xff, sizeof set->grains);
}

// What these do to the stack is in note_stack.
static bool moves_stack(const decoded *d)
{
    ZydisMnemonic m = d->head.mnemonic;
    return m == ZYDIS_MNEMONIC_PUSH || m == ZYDIS_MNEMONIC_POP || m == ZYDIS_MNEMONIC_LEAVE ||
           m == ZYDIS_MNEMONIC_CALL || m == ZYDIS_MNEMONIC_RET;
}

static void note_stack(liveness_step *s, const frame_state *state, const decoded *d)
{
    if (d->head.mnemonic == ZYDIS_MNEMONIC_PUSH)
        mark(&s->writes, s->stack - 8, 8, true);
    if (d->head.mnemonic == ZYDIS_MNEMONIC_POP)
        mark(&s->reads, s->stack, 8, false);
    if (d->head.mnemonic == ZYDIS_MNEMONIC_LEAVE)
        mark(&s->reads, frame_state_of(state, ZYDIS_REGISTER_RBP), 8, false);
}

// Newer encodings may write under a mask.
static bool writes_all(const decoded *d)
{
    return d->head.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY;
}

static void note_memory(const reader *r, liveness_step *s, const frame_state *state,
                        const decoded *d, const ZydisDecodedOperand *o)
{
    if (o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN && moves_stack(d))
        return;
    s->reads.registers |= preserved_bit(o->mem.base) | preserved_bit(o->mem.index);
    if (o->mem.type == ZYDIS_MEMOP_TYPE_AGEN || o->mem.segment == ZYDIS_REGISTER_FS ||
        o->mem.segment == ZYDIS_REGISTER_GS)
        return;
    int32_t base = frame_state_of(state, o->mem.base), index = frame_state_of(state, o->mem.index);
    bool reads = o->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
    bool plain =
        o->mem.type == ZYDIS_MEMOP_TYPE_MEM && d->head.meta.category != ZYDIS_CATEGORY_STRINGOP;
    if (plain && in_frame(base) && o->mem.index == ZYDIS_REGISTER_NONE) {
        int64_t from = base + o->mem.disp.value, size = o->size / 8;
        if (reads && size >= 1 && size <= PLAIN_BYTES)
            mark(&s->reads, from, size, false);
        else if (reads)
            mark_all(&s->reads);
        if (o->actions & ZYDIS_OPERAND_ACTION_WRITE && writes_all(d) && size <= PLAIN_BYTES)
            mark(&s->writes, from, size, true);
        return;
    }
    bool global = o->mem.base == ZYDIS_REGISTER_RIP;
    if (reads && !global && (base != ELSEWHERE || index != ELSEWHERE || r->escaped || !plain))
        mark_all(&s->reads);
}

static void note_operands(const reader *r, liveness_step *s, const frame_state *state,
                          const decoded *d)
{
    bool clears = decoded_clears(d);
    for (uint32_t k = 0; k < d->head.operand_count; k++) {
        const ZydisDecodedOperand *o = &d->operands[k];
        if (o->type == ZYDIS_OPERAND_TYPE_MEMORY)
            note_memory(r, s, state, d, o);
        if (o->type != ZYDIS_OPERAND_TYPE_REGISTER)
            continue;
        uint8_t bit = preserved_bit(o->reg.value);
        if (o->actions & ZYDIS_OPERAND_ACTION_MASK_READ && !clears)
            s->reads.registers |= bit;
        if (o->actions & ZYDIS_OPERAND_ACTION_WRITE && o->size >= 32)
            s->writes.registers |= bit;
    }
}

static void note_call(liveness_step *s, const frame_state *state, const decoded *d)
{
    liveness_callee callee = decoded_callee(d, s->at);
    if (callee == CALLEE_UNKNOWN)
        mark_all(&s->reads);
    const ZydisRegister pointers[] = {ZYDIS_REGISTER_RDI, ZYDIS_REGISTER_RSI};
    for (uint32_t i = 0; i < 2 && callee >= CALLEE_ATOMIC; i++) {
        int32_t held = frame_state_of(state, pointers[i]);
        if (i == 1 && callee != CALLEE_COMPARE)
            continue;
        if (in_frame(held))
            mark(&s->reads, held, 8, false);
        else if (held == SOMEWHERE)
            mark_all(&s->reads);
    }
}

// What each instruction that can be reached reads and writes.
static bool note_effects(reader *r)
{
    for (uint32_t i = 0; i < r->code->count; i++) {
        liveness_step *s = &r->code->steps[i];
        decoded d;
        if (!s->reached)
            continue;
        if (!decode(s->at, s->length, &d))
            return false;
        const frame_state *state = &r->states[i];
        s->stack = frame_state_of(state, ZYDIS_REGISTER_RSP);
        s->is_call = d.head.meta.category == ZYDIS_CATEGORY_CALL;
        note_operands(r, s, state, &d);
        note_stack(s, state, &d);
        if (s->is_call)
            note_call(s, state, &d);
        bool leaves = d.head.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
                      d.head.meta.category == ZYDIS_CATEGORY_COND_BR;
        if (d.head.meta.category == ZYDIS_CATEGORY_RET || (leaves && s->next[1] == LIVE_OUT))
            s->reads.registers = PRESERVED_ALL;
        if (leaves && s->next[1] == LIVE_OUT)
            mark_all(&s->reads);
    }
    return true;
}

bool liveness_code_read(const void *pc, liveness_code *code)
{
    reader r = {.code = code};
    if (!code_range(pc, &r.start, &r.size))
        return false;
    r.index = memory_new(r.size, sizeof *r.index);
    bool ok = list_steps(&r);
    if (ok) {
        r.states = memory_new(code->count, sizeof *r.states);
        ok = follow(&r) && note_effects(&r);
    }
    free(r.index);
    free(r.states);
    return ok;
}

#else

bool liveness_code_read(const void *pc, liveness_code *code)
{
    (void)pc;
    (void)code;
    return false;
}

#endif
