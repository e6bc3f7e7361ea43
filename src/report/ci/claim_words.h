// SPDX-License-Identifier: MIT
// What tells the verify blocks about one object from each other: their words.

#ifndef REPORT_CLAIM_WORDS_H
#define REPORT_CLAIM_WORDS_H

#include "report/ci/source_places.h"

// Of the block at this place, where the name of the object stands in it. Nothing where the file has
// no other block about the object; else its words, without comments and however they are laid out,
// and how many blocks above have the same words.
void claim_add_words(const source_place *place, const char *object, text *out);

#endif
