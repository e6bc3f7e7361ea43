// SPDX-License-Identifier: MIT
// Two synchronous channels and alternation over them: it receives from whichever somebody
// sends on, and from one only. A send, as always, meets one receive or one alternation.
//
//   alternation.c        as it should be
//   alternation_twice.c  faulty: senders do not ask whether an alternation has met somebody
//   alternation_gap.c    faulty: looks at all channels first and makes its offers afterwards

#ifndef ALTERNATION_H
#define ALTERNATION_H

enum { ALTERNATION_CHANNELS = 2 };

typedef struct alternation alternation;

alternation *alternation_new(void);
void alternation_free(alternation *a); // when no other thread uses it
void alternation_send(alternation *a, int channel, int value);
int alternation_receive(alternation *a, int channel);
int alternation_alt(alternation *a, int *channel); // the value, and where it came from

#endif
