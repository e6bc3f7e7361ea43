// SPDX-License-Identifier: MIT
// Faulty. A removal that finds the first node taken helps to cut it out and
// goes on from where that ended: the node before it. By then a smaller value may have been
// put there, which is stepped over, and one put in later still is taken in its place.
// (Lawrence and Lowe, §4, report an error of the published queue and do not say what it is:
// this one is ours.)

#define GOES_ON 1
#include "st_queue.c"
