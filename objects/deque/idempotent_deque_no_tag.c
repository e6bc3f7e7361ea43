// SPDX-License-Identifier: MIT
// Faulty: without a tag. A slow thief takes away a task that has come to lie where it
// once looked, and nobody is ever given it.

#define TAG 0
#include "idempotent_deque.c"
