// SPDX-License-Identifier: MIT
// gcc announces a write to a bit-field, but not the read of the bits around it, which
// comes after the announcement: load, mask, store. Here that read is found in the
// machine code, so that it can be a step of its own.

#ifndef EXPLORE_BIT_FIELD_H
#define EXPLORE_BIT_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the code after a hook reads before it writes there.
typedef struct hidden_read {
    uint32_t offset, size; // from the address that was announced; 0 bytes: nothing
} hidden_read;

// Places that are known to hide nothing, by some of their bits.
enum { BIT_FIELD_PLAIN = 1024 };
extern const void *bit_field_plain[BIT_FIELD_PLAIN];
static inline bool bit_field_known_plain(const void *pc)
{
    return bit_field_plain[(uintptr_t)pc % BIT_FIELD_PLAIN] == pc;
}

// For a write that was announced by the call that returns to `pc`; frame_now is that
// of the hook.
hidden_read bit_field_read(const void *pc, const void *address, size_t size);

bool bit_field_reads_known(void); // false: there is no disassembler

#endif
