// SPDX-License-Identifier: MIT
// Inputs for the parsers that are not readers of histories: one of the target's
// examples, or two after each other.

#include "fuzz.h"
#include "fuzz_input.h"

void fuzz_input(rng *r, text *out)
{
    size_t count = 0;
    while (fuzz_examples[count])
        count++;
    text_add(out, "%s", fuzz_examples[rng_below(r, count)]);
    if (rng_below(r, 8) == 0)
        text_add(out, "%s", fuzz_examples[rng_below(r, count)]);
}
