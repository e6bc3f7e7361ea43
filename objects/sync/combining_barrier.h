// SPDX-License-Identifier: MIT
// A barrier for so many threads that also combines what they bring: all get the same result,
// what all brought written one after the other, in some order: 1, 3 and 2 give 132. This
// is associative and not commutative, so the order shows, and must be the same for all.
//
//   combining_barrier.c          in the order in which they come
//   combining_barrier_rotated.c  faulty: everybody begins with what it brought itself
//   combining_barrier_late.c     faulty: a fast thread may change the result of the round before

#ifndef COMBINING_BARRIER_H
#define COMBINING_BARRIER_H

typedef struct combining_barrier combining_barrier;

combining_barrier *combining_barrier_new(int threads);
void combining_barrier_free(combining_barrier *b); // when no other thread uses it
// `digit` is from 1 to 9.
int combining_barrier_sync(combining_barrier *b, int me, int digit);

#endif
