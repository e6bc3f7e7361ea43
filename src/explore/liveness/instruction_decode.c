// SPDX-License-Identifier: MIT
// See instruction_decode.h.

#ifdef LP_HAVE_ZYDIS

#include "explore/liveness/instruction_decode.h"

#include <dlfcn.h>
#include <string.h>

bool decode(const uint8_t *at, size_t size, decoded *out)
{
    ZydisDecoder decoder;
    return ZYAN_SUCCESS(
               ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) &&
           ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, at, size, &out->head, out->operands));
}

const uint8_t *decoded_target(const decoded *d, const uint8_t *at)
{
    const ZydisDecodedOperand *o = &d->operands[0];
    if (o->type != ZYDIS_OPERAND_TYPE_IMMEDIATE || !o->imm.is_relative)
        return NULL;
    return at + d->head.length + o->imm.value.s;
}

static ZydisRegister whole(ZydisRegister reg)
{
    return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
}

static bool is_general(ZydisRegister reg)
{
    return whole(reg) >= ZYDIS_REGISTER_RAX && whole(reg) <= ZYDIS_REGISTER_R15;
}

bool decoded_clears(const decoded *d)
{
    const ZydisDecodedOperand *o = d->operands;
    return (d->head.mnemonic == ZYDIS_MNEMONIC_XOR || d->head.mnemonic == ZYDIS_MNEMONIC_SUB) &&
           o[0].type == ZYDIS_OPERAND_TYPE_REGISTER && o[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           o[0].reg.value == o[1].reg.value && o[0].size >= 32;
}

uint8_t preserved_bit(ZydisRegister reg)
{
    switch (whole(reg)) {
    case ZYDIS_REGISTER_RBX:
        return 1;
    case ZYDIS_REGISTER_RBP:
        return 2;
    case ZYDIS_REGISTER_R12:
        return 4;
    case ZYDIS_REGISTER_R13:
        return 8;
    case ZYDIS_REGISTER_R14:
        return 16;
    case ZYDIS_REGISTER_R15:
        return 32;
    default:
        return 0;
    }
}

// The function that a call by the procedure linkage table, or by its slot, comes to.
static const void *linked(const decoded *d, const uint8_t *at)
{
    const ZydisDecodedOperand *o = &d->operands[0];
    if (o->type != ZYDIS_OPERAND_TYPE_MEMORY || o->mem.base != ZYDIS_REGISTER_RIP ||
        o->mem.index != ZYDIS_REGISTER_NONE)
        return NULL;
    const void *function;
    memcpy(&function, at + d->head.length + o->mem.disp.value, sizeof function);
    return function;
}

static const void *called(const decoded *d, const uint8_t *at)
{
    const uint8_t *target = decoded_target(d, at);
    if (!target)
        return linked(d, at);
    decoded stub;
    for (uint32_t i = 0; i < 2 && decode(target, 16, &stub); i++) {
        if (stub.head.mnemonic == ZYDIS_MNEMONIC_JMP)
            return linked(&stub, target);
        if (stub.head.mnemonic != ZYDIS_MNEMONIC_ENDBR64)
            return NULL;
        target += stub.head.length;
    }
    return NULL;
}

static const char *name_of(const decoded *d, const uint8_t *at)
{
    const void *function = called(d, at);
    Dl_info info;
    if (!function || !dladdr(function, &info) || info.dli_saddr != function)
        return NULL;
    return info.dli_sname;
}

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

liveness_callee decoded_callee(const decoded *d, const uint8_t *at)
{
    const char *name = name_of(d, at);
    if (!name || strstr(name, "128"))
        return CALLEE_UNKNOWN; // of sixteen bytes an argument may be on the stack
    if (begins(name, "__tsan_atomic"))
        return strstr(name, "compare_exchange_strong") || strstr(name, "compare_exchange_weak")
                   ? CALLEE_COMPARE
                   : CALLEE_ATOMIC;
    static const char *const quiet[] = {"__tsan_read",     "__tsan_write", "__tsan_unaligned_",
                                        "__tsan_volatile", "__tsan_func_", "__tsan_vptr_"};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (begins(name, quiet[i]))
            return CALLEE_QUIET;
    return !strcmp(name, "malloc") || !strcmp(name, "free") || !strcmp(name, "sched_yield")
               ? CALLEE_QUIET
               : CALLEE_UNKNOWN;
}

// The unwinder's table knows where functions begin and end. A function that has
// something to do when an exception passes has more than "zR" there.
bool code_range(const void *pc, const uint8_t **start, size_t *size)
{
    extern const uint32_t *_Unwind_Find_FDE(const void *pc, void *bases[3]);
    enum { PCREL_SDATA4 = 0x1b, FDE_RANGE = 3 };
    void *bases[3];
    const uint32_t *fde = _Unwind_Find_FDE((const char *)pc - 1, bases);
    if (!fde)
        return false;
    const uint8_t *cie = (const uint8_t *)&fde[1] - fde[1];
    const uint8_t *augmentation = cie + 9; // length, id, version
    if (memcmp(augmentation, "zR", 3) != 0)
        return false;
    const uint8_t *at = augmentation + 3;
    for (uint32_t numbers = 0; numbers < 4; numbers++) { // factors, return register, length
        while (*at & 0x80)
            at++;
        at++;
    }
    *start = bases[2];
    *size = fde[FDE_RANGE];
    return *at == PCREL_SDATA4;
}

void frame_state_entry(frame_state *s)
{
    for (uint32_t i = 0; i < 16; i++)
        s->holds[i] = ELSEWHERE;
    s->holds[ZYDIS_REGISTER_RSP - ZYDIS_REGISTER_RAX] = 0;
}

static int32_t *place(frame_state *s, ZydisRegister reg)
{
    return &s->holds[whole(reg) - ZYDIS_REGISTER_RAX];
}

int32_t frame_state_of(const frame_state *s, ZydisRegister reg)
{
    return is_general(reg) ? s->holds[whole(reg) - ZYDIS_REGISTER_RAX] : ELSEWHERE;
}

bool frame_state_join(frame_state *into, const frame_state *from, bool first)
{
    bool changed = first;
    for (uint32_t i = 0; i < 16; i++) {
        int32_t old = into->holds[i],
                held = first || old == from->holds[i] ? from->holds[i] : SOMEWHERE;
        changed |= held != old;
        into->holds[i] = held;
    }
    return changed;
}

static bool refused(const decoded *d)
{
    switch (d->head.meta.category) {
    case ZYDIS_CATEGORY_INTERRUPT:
        return d->head.mnemonic != ZYDIS_MNEMONIC_INT3;
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_SYSRET:
    case ZYDIS_CATEGORY_SYSTEM:
        return true;
    default:
        return d->head.mnemonic == ZYDIS_MNEMONIC_ENTER ||
               d->head.mnemonic == ZYDIS_MNEMONIC_XBEGIN ||
               d->head.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR;
    }
}

// Arguments that a function keeps, or that it may look through.
static bool gives_away(const frame_state *s, liveness_callee callee)
{
    static const ZydisRegister arguments[] = {ZYDIS_REGISTER_RDI, ZYDIS_REGISTER_RSI,
                                              ZYDIS_REGISTER_RDX, ZYDIS_REGISTER_RCX,
                                              ZYDIS_REGISTER_R8,  ZYDIS_REGISTER_R9};
    uint32_t first = callee == CALLEE_COMPARE ? 2 : callee == CALLEE_ATOMIC ? 1 : 0;
    for (uint32_t i = first; i < 6 && callee != CALLEE_QUIET; i++)
        if (frame_state_of(s, arguments[i]) != ELSEWHERE)
            return true;
    return false;
}

static bool returns_twice(const decoded *d, const uint8_t *at)
{
    const char *name = name_of(d, at);
    return name && (strstr(name, "setjmp") || strstr(name, "vfork") || strstr(name, "getcontext"));
}

static bool step_call(frame_state *s, const decoded *d, const uint8_t *at, bool *escaped)
{
    *escaped |= gives_away(s, decoded_callee(d, at));
    for (ZydisRegister r = ZYDIS_REGISTER_RAX; r <= ZYDIS_REGISTER_R15; r++)
        if (!preserved_bit(r) && r != ZYDIS_REGISTER_RSP)
            *place(s, r) = ELSEWHERE;
    return !returns_twice(d, at);
}

static int32_t moved(int32_t held, int64_t by)
{
    if (!in_frame(held))
        return held;
    int64_t sum = held + by;
    return sum > -(1 << 30) && sum < 1 << 30 ? (int32_t)sum : SOMEWHERE;
}

// Any other instruction: what comes of an address in the frame may be one.
static void step_other(frame_state *s, const decoded *d, bool *escaped)
{
    bool tainted = false;
    for (uint32_t k = 0; k < d->head.operand_count; k++) {
        const ZydisDecodedOperand *o = &d->operands[k];
        if (o->type == ZYDIS_OPERAND_TYPE_REGISTER && o->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
            tainted |= frame_state_of(s, o->reg.value) != ELSEWHERE &&
                       !(o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
                         whole(o->reg.value) == ZYDIS_REGISTER_RSP);
        if (o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
            tainted |= frame_state_of(s, o->mem.base) != ELSEWHERE ||
                       frame_state_of(s, o->mem.index) != ELSEWHERE;
    }
    for (uint32_t k = 0; k < d->head.operand_count; k++) {
        const ZydisDecodedOperand *o = &d->operands[k];
        if (!(o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
            continue;
        bool flags = o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
                     ZydisRegisterGetClass(o->reg.value) == ZYDIS_REGCLASS_FLAGS;
        if (o->type != ZYDIS_OPERAND_TYPE_REGISTER || !is_general(o->reg.value)) {
            *escaped |= tainted && !flags;
            continue;
        }
        int32_t *held = place(s, o->reg.value), fresh = tainted ? SOMEWHERE : ELSEWHERE;
        bool partial = !(o->actions & ZYDIS_OPERAND_ACTION_WRITE) || o->size < 32;
        *held = partial && *held != fresh ? SOMEWHERE : fresh;
    }
}

// Long: one case for each form of instruction.
bool frame_state_step(frame_state *s, const decoded *d, const uint8_t *at, bool *escaped)
{
    const ZydisDecodedOperand *o = d->operands;
    int32_t *stack = place(s, ZYDIS_REGISTER_RSP);
    bool to_whole =
        o[0].type == ZYDIS_OPERAND_TYPE_REGISTER && o[0].size == 64 && is_general(o[0].reg.value);
    bool known = in_frame(*stack);
    if (refused(d) || !known)
        return false;
    switch (d->head.mnemonic) {
    case ZYDIS_MNEMONIC_PUSH:
        *escaped |= o[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                    frame_state_of(s, o[0].reg.value) != ELSEWHERE;
        *stack -= 8;
        return d->head.operand_width == 64;
    case ZYDIS_MNEMONIC_POP:
        *stack += 8;
        if (to_whole)
            *place(s, o[0].reg.value) = ELSEWHERE;
        return to_whole && whole(o[0].reg.value) != ZYDIS_REGISTER_RSP;
    case ZYDIS_MNEMONIC_LEAVE:
        *stack = moved(frame_state_of(s, ZYDIS_REGISTER_RBP), 8);
        *place(s, ZYDIS_REGISTER_RBP) = ELSEWHERE;
        return true;
    case ZYDIS_MNEMONIC_CALL:
        return step_call(s, d, at, escaped);
    case ZYDIS_MNEMONIC_RET:
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_TEST:
    case ZYDIS_MNEMONIC_NOP:
        return true;
    case ZYDIS_MNEMONIC_MOV:
        if (to_whole && o[1].type == ZYDIS_OPERAND_TYPE_REGISTER && is_general(o[1].reg.value)) {
            *place(s, o[0].reg.value) = frame_state_of(s, o[1].reg.value);
            return true;
        }
        break;
    case ZYDIS_MNEMONIC_LEA:
        if (to_whole && o[1].mem.index == ZYDIS_REGISTER_NONE) {
            *place(s, o[0].reg.value) =
                moved(frame_state_of(s, o[1].mem.base), o[1].mem.disp.value);
            return true;
        }
        break;
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
        if (to_whole && o[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
            bool add = d->head.mnemonic == ZYDIS_MNEMONIC_ADD;
            int32_t *held = place(s, o[0].reg.value);
            *held = moved(*held, add ? o[1].imm.value.s : -o[1].imm.value.s);
            return true;
        }
        break;
    default:
        break;
    }
    if (decoded_clears(d)) {
        *place(s, o[0].reg.value) = ELSEWHERE;
        return true;
    }
    step_other(s, d, escaped);
    return true;
}

#else

typedef int liveness_decode_is_empty;

#endif
