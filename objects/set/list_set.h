// SPDX-License-Identifier: MIT
// A set of integers as a sorted list. The first and the last node stay and hold
// the smallest and the largest integer, which cannot be added.
//
//   list_set_lock.c   Hand over hand: who walks holds the locks of two neighbours
//                     (Herlihy and Shavit, chapter 9.5).
//   list_set_lazy.c   The lazy list of Heller and others: walks without locks, locks
//                     two neighbours, looks again, marks before it unlinks;
//                     `contains` takes no lock.
//   list_set_marked.c Vechev, Yahav and Yorsh, Fig. 2: walks without locks, marks what
//                     it removes, and looks again and links in one step, which a lock
//                     makes of it.
//   list_set_harris.c Harris and Michael: without locks; the mark is in the pointer.
//
// Nodes taken out are freed by list_set_lock.c only.

#ifndef LIST_SET_H
#define LIST_SET_H

#include <stdbool.h>

typedef struct set set;

set *set_new(void);
void set_free(set *s);            // when no other thread uses it
bool set_add(set *s, int key);    // false: it was there
bool set_remove(set *s, int key); // false: it was not there
bool set_contains(set *s, int key);

#endif
