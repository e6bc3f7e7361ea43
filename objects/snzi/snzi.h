// SPDX-License-Identifier: MIT
// SNZI, a scalable non-zero indicator (Ellen, Lev, Luchangco and Moir, 2007): threads
// arrive and depart, and anybody may ask whether somebody is there. One leaf below
// the root.

#ifndef SNZI_H
#define SNZI_H

#include <stdbool.h>

typedef struct snzi snzi;

snzi *snzi_new(void);
void snzi_free(snzi *s);
void snzi_arrive(snzi *s);
void snzi_depart(snzi *s); // only who has arrived
bool snzi_query(snzi *s);

#endif
