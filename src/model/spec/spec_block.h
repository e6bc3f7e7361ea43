// SPDX-License-Identifier: MIT
// A `spec` block as an lp_spec, so that the same judges and the same monitor
// work with it as with a built-in spec. It is interpreted: a spec's step runs
// once per distinct step, the automaton remembers the rest.

#ifndef MODEL_SPEC_BLOCK_H
#define MODEL_SPEC_BLOCK_H

#include "model/model.h"

#include <linchpin/spec.h>

typedef struct spec_block spec_block;

// The model must outlive it.
spec_block *spec_block_new(const model *m, const unit *u);
void spec_block_free(spec_block *b);
const lp_spec *spec_block_spec(const spec_block *b);
// A step of the spec went wrong (pop of an empty seq, overflow, an endless
// loop): then no verdict may be given. True with the error.
bool spec_block_failed(const spec_block *b, error *e);

#endif
