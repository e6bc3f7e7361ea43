/* SPDX-License-Identifier: MIT
 * The counter behind a bakery lock of models/bakery.lin, step for step: T threads, OPS operations. */
#ifndef T
#define T 3
#endif
#ifndef OPS
#define OPS 4
#endif
bool choosing[T];
byte num[T];
byte count, nops, g;
active [T] proctype th()
{
    byte m, i, x, j, y, c;
    do
    :: d_step { nops < OPS -> nops++; }   /* call */
       choosing[_pid] = true;
       do
       :: i < T -> d_step { x = num[i]; if :: x > m -> m = x :: else fi; x = 0; i++; }
       :: else -> break
       od;
       num[_pid] = m + 1;
       choosing[_pid] = false;
       do
       :: j < T ->
          !choosing[j];
          do
          :: d_step { y = num[j]; }
             if
             :: (y == 0 || y > m + 1 || (y == m + 1 && j >= _pid)) -> break
             :: else -> num[j] != y
             fi
          od;
          j++
       :: else -> break
       od;
       c = count;
       d_step { count = c + 1; assert(c == g); g++; }
       num[_pid] = 0;
       d_step { m = 0; i = 0; x = 0; j = 0; y = 0; c = 0; }   /* return */
    od
}
