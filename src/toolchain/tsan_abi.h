// SPDX-License-Identifier: MIT
// What a compiler calls with -fsanitize=thread, written down once: the noise of `test` and the
// explorer both define these functions, and one that only one of them knew would be an access
// that nobody sees. Each list calls X for each of its functions; __tsan_ goes before the name.

#ifndef TOOLCHAIN_TSAN_ABI_H
#define TOOLCHAIN_TSAN_ABI_H

#define TSAN_SIZES(X) X(1) X(2) X(4) X(8) X(16)

// X(kind, name, bytes, writes): an access that the code itself does, once it is announced.
// `written` is a write that may be part of a bit-field.
#define TSAN_ACCESSES(X, n)                                                                        \
    X(plain, read##n, n, false)                                                                    \
    X(written, write##n, n, true)                                                                  \
    X(plain, unaligned_read##n, n, false)                                                          \
    X(plain, unaligned_write##n, n, true)                                                          \
    X(volatile, volatile_read##n, n, false)                                                        \
    X(volatile, volatile_write##n, n, true)                                                        \
    X(volatile, unaligned_volatile_read##n, n, false)                                              \
    X(volatile, unaligned_volatile_write##n, n, true)

// X(name): a read and a write in one call, which an option of the compiler asks for.
#define TSAN_COMPOUNDS(X, n) X(read_write##n) X(unaligned_read_write##n)

// X(bits, type, name, new, builtin): `new` is what v makes of `old`.
#define TSAN_UPDATES(X, bits, type)                                                                \
    X(bits, type, exchange, (v), __atomic_exchange_n)                                              \
    X(bits, type, fetch_add, (old + v), __atomic_fetch_add)                                        \
    X(bits, type, fetch_sub, (old - v), __atomic_fetch_sub)                                        \
    X(bits, type, fetch_and, (old & v), __atomic_fetch_and)                                        \
    X(bits, type, fetch_or, (old | v), __atomic_fetch_or)                                          \
    X(bits, type, fetch_xor, (old ^ v), __atomic_fetch_xor)                                        \
    X(bits, type, fetch_nand, (~(old & v)), __atomic_fetch_nand)

// X(bits, type, name). Besides, each size has load, store and compare_exchange_val.
#define TSAN_COMPARES(X, bits, type)                                                               \
    X(bits, type, compare_exchange_strong)                                                         \
    X(bits, type, compare_exchange_weak)

// X(bits, type): all sizes but the widest.
#define TSAN_ATOMICS(X) X(8, uint8_t) X(16, uint16_t) X(32, uint32_t) X(64, uint64_t)

#endif
