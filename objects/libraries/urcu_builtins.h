// SPDX-License-Identifier: MIT
// liburcu's atomic operations by the compiler's built-ins, in the place of those in
// assembly, which explore does not see into:
//
//     linchpin explore urcu_test.c --object wfcqueue -- -include urcu_builtins.h -lurcu-common
//
// The name is that of the guard of liburcu's header for this processor: it is passed over.

#ifndef URCU_BUILTINS_H
#define URCU_BUILTINS_H

#include <urcu/compiler.h>
#include <urcu/system.h>

#define _URCU_ARCH_UATOMIC_X86_H // NOLINT: theirs
#include <urcu/uatomic/generic.h>

#endif
