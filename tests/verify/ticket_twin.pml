/* SPDX-License-Identifier: MIT
 * The counter behind a ticket lock of models/ticket.lin, step for step: T threads, OPS operations. */
#ifndef T
#define T 3
#endif
#ifndef OPS
#define OPS 5
#endif
byte nxt, serving, count, nops, g;
active [T] proctype th()
{
    byte t, c;
    do
    :: d_step { nops < OPS -> nops++; }   /* call */
       d_step { t = nxt; nxt++; }
       d_step { serving == t -> skip; }
       c = count;
       d_step { count = c + 1; assert(c == g); g++; }
       serving = t + 1;
       d_step { t = 0; c = 0; }           /* return */
    od
}
