// SPDX-License-Identifier: MIT
// See bit_field.h. From the return address on, instructions are followed as long as they
// come one after the other. Registers that calls preserve are known, and what is
// loaded from the stack; so is whether an operand is the memory that was announced.

#include "explore/interpose/bit_field.h"

const void *bit_field_plain[BIT_FIELD_PLAIN];

#ifdef LP_HAVE_ZYDIS

#include "base/memory.h"
#include "explore/liveness/instruction_decode.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/frame.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_AHEAD = 24, LONGEST = 15 };

typedef struct place {
    const void *pc; // NULL: free
    hidden_read read;
} place;

static place *places;
static size_t place_count, place_capacity; // a power of two

// What registers hold, as far as it is known.
typedef struct values {
    uint64_t of[16];
    uint32_t known; // a set
} values;

static uint32_t number_of(ZydisRegister reg)
{
    ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
    bool general = whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15;
    return general ? (uint32_t)(whole - ZYDIS_REGISTER_RAX) : 16;
}

static void set(values *v, ZydisRegister reg, bool known, uint64_t value)
{
    uint32_t n = number_of(reg);
    if (n == 16)
        return;
    v->known = known ? v->known | 1u << n : v->known & ~(1u << n);
    v->of[n] = value;
}

static values after_hook(void)
{
    values v = {0};
    static const ZydisRegister preserved[] = {ZYDIS_REGISTER_RBX, ZYDIS_REGISTER_RBP,
                                              ZYDIS_REGISTER_R12, ZYDIS_REGISTER_R13,
                                              ZYDIS_REGISTER_R14, ZYDIS_REGISTER_R15};
    for (uint32_t i = 0; i < 6; i++)
        set(&v, preserved[i], true, frame_now.registers[i]);
    set(&v, ZYDIS_REGISTER_RSP, true, (uintptr_t)(frame_now.stack + sizeof(void *)));
    return v;
}

static bool part(const values *v, ZydisRegister reg, uint64_t scale, uint64_t *sum)
{
    if (reg == ZYDIS_REGISTER_NONE)
        return true;
    uint32_t n = number_of(reg);
    if (n == 16 || !(v->known >> n & 1))
        return false;
    *sum += v->of[n] * scale;
    return true;
}

static bool address_of(const values *v, const ZydisDecodedOperand *o, const uint8_t *next,
                       uint64_t *address)
{
    *address = (uint64_t)o->mem.disp.value;
    if (o->mem.segment == ZYDIS_REGISTER_FS || o->mem.segment == ZYDIS_REGISTER_GS)
        return false;
    if (o->mem.base == ZYDIS_REGISTER_RIP) {
        *address += (uintptr_t)next;
        return true;
    }
    return part(v, o->mem.base, 1, address) && part(v, o->mem.index, o->mem.scale, address);
}

// The value that a move or the computation of an address gives; else nothing is known.
static void step(values *v, const decoded *d, const uint8_t *next)
{
    const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];
    bool known = false;
    uint64_t value = 0, address;
    if (d->head.operand_count_visible == 2 && to->type == ZYDIS_OPERAND_TYPE_REGISTER &&
        to->size == 64) {
        bool memory = from->type == ZYDIS_OPERAND_TYPE_MEMORY;
        if (d->head.mnemonic == ZYDIS_MNEMONIC_LEA) {
            known = address_of(v, from, next, &value);
        } else if (d->head.mnemonic == ZYDIS_MNEMONIC_MOV && memory) {
            known = address_of(v, from, next, &address) &&
                    fiber_of_stack((const void *)address, NULL) == rt.current;
            if (known)
                memcpy(&value, (const void *)address, sizeof value);
        } else if (d->head.mnemonic == ZYDIS_MNEMONIC_MOV &&
                   from->type == ZYDIS_OPERAND_TYPE_REGISTER) {
            known = part(v, from->reg.value, 1, &value);
        }
    }
    for (uint32_t i = 0; i < d->head.operand_count; i++)
        if (d->operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            d->operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
            set(v, d->operands[i].reg.value, false, 0);
    if (known)
        set(v, to->reg.value, true, value);
}

// The operand that is in the memory announced; NULL: none.
static const ZydisDecodedOperand *touches(const values *v, const decoded *d, const uint8_t *next,
                                          uint64_t from, size_t size, uint64_t *address)
{
    for (uint32_t i = 0; i < d->head.operand_count_visible; i++) {
        const ZydisDecodedOperand *o = &d->operands[i];
        if (o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type == ZYDIS_MEMOP_TYPE_MEM &&
            address_of(v, o, next, address) && *address >= from &&
            *address + o->size / 8 <= from + size)
            return o;
    }
    return NULL;
}

static hidden_read look(const uint8_t *at, uint64_t from, size_t size)
{
    values v = after_hook();
    for (uint32_t i = 0; i < LOOK_AHEAD; i++) {
        decoded d;
        if (!decode(at, LONGEST, &d) || d.head.meta.category == ZYDIS_CATEGORY_CALL ||
            d.head.meta.category == ZYDIS_CATEGORY_RET ||
            d.head.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
            d.head.meta.category == ZYDIS_CATEGORY_COND_BR)
            break;
        uint64_t address;
        const ZydisDecodedOperand *o = touches(&v, &d, at + d.head.length, from, size, &address);
        if (o && o->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
            return (hidden_read){(uint32_t)(address - from), o->size / 8};
        if (o)
            break; // written as it is
        step(&v, &d, at + d.head.length);
        at += d.head.length;
    }
    return (hidden_read){0, 0};
}

static place *place_of(const void *pc)
{
    size_t at = ((uintptr_t)pc * 0x9e3779b97f4a7c15u >> 24) & (place_capacity - 1);
    while (places[at].pc && places[at].pc != pc)
        at = (at + 1) & (place_capacity - 1);
    return &places[at];
}

static void grow(void)
{
    place *old = places;
    size_t old_capacity = place_capacity;
    place_capacity = old_capacity ? old_capacity * 2 : 256;
    places = memory_new(place_capacity, sizeof *places);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].pc)
            *place_of(old[i].pc) = old[i];
    free(old);
}

typedef struct question {
    const void *pc, *address;
    size_t size;
    hidden_read answer;
} question;

static void ask(void *context)
{
    question *q = context;
    q->answer = look(q->pc, (uintptr_t)q->address, q->size);
}

hidden_read bit_field_read(const void *pc, const void *address, size_t size)
{
    if (place_count * 2 >= place_capacity)
        grow();
    place *p = place_of(pc);
    if (!p->pc) {
        question q = {pc, address, size, {0, 0}};
        fiber_aside(ask, &q); // the decoder needs much stack
        *p = (place){pc, q.answer};
        place_count++;
    }
    if (!p->read.size)
        bit_field_plain[(uintptr_t)pc % BIT_FIELD_PLAIN] = pc;
    return p->read;
}

bool bit_field_reads_known(void)
{
    return true;
}

#else

hidden_read bit_field_read(const void *pc, const void *address, size_t size)
{
    (void)pc;
    (void)address;
    (void)size;
    return (hidden_read){0, 0};
}

bool bit_field_reads_known(void)
{
    return false;
}

#endif
