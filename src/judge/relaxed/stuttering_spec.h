// SPDX-License-Identifier: MIT
// A spec some of whose operations do nothing: they return what they should, and leave the
// state as it was. Between two that change it, at most so many do not. One that would
// not change the state anyway does not count.
//
// This is the stuttering relaxation of Henzinger, Kirsch, Payer, Sezgin and Sokolova,
// "Quantitative relaxation of concurrent data structures" (POPL 2013).

#ifndef JUDGE_STUTTERING_SPEC_H
#define JUDGE_STUTTERING_SPEC_H

#include "judge/judge.h"

typedef struct stuttering_spec stuttering_spec;

// Of a spec without synchronisations.
stuttering_spec *stuttering_spec_new(const lp_spec *base, uint32_t most);
void stuttering_spec_free(stuttering_spec *s);
const lp_spec *stuttering_spec_of(const stuttering_spec *s);

#endif
