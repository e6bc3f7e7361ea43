/* SPDX-License-Identifier: MIT
 * The sequence lock of models/seqlock.lin, step for step: T threads, OPS operations, which write 1 or 2 or
 * read. What is read is not compared with a spec: that both words fit is asserted. */
#ifndef T
#define T 3
#endif
#ifndef OPS
#define OPS 3
#endif
byte seq, a, b, nops;
active [T] proctype th()
{
    byte v, s, x, y;
    do
    :: if                                 /* call write */
       :: d_step { nops < OPS -> nops++; v = 1; }
       :: d_step { nops < OPS -> nops++; v = 2; }
       fi;
again: s = seq;
       if
       :: s % 2 == 1 -> goto again
       :: else
       fi;
       if
       :: d_step { seq == s -> seq = s + 1; }
       :: d_step { seq != s -> s = 0; }; goto again
       fi;
       a = v;
       b = v;
       seq = s + 2;
       d_step { v = 0; s = 0; }           /* return */
    :: d_step { nops < OPS -> nops++; }   /* call read */
look:  s = seq;
       if
       :: s % 2 == 1 -> goto look
       :: else
       fi;
       x = a;
       y = b;
       if
       :: d_step { seq == s -> assert(x == y); }
       :: d_step { seq != s -> x = 0; y = 0; s = 0; }; goto look
       fi;
       d_step { s = 0; x = 0; y = 0; }    /* return */
    od
}
