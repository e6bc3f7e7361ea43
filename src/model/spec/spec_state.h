// SPDX-License-Identifier: MIT
// The state of a spec block while it is worked on: one number for each scalar or
// part of a tuple, and a collection for each seq, set and map. As bytes it is all of
// that in order, a collection as its length and then its items; equal states have
// equal bytes, because sets and maps are kept sorted.

#ifndef MODEL_SPEC_STATE_H
#define MODEL_SPEC_STATE_H

#include "base/collection.h"
#include "model/syntax/ast.h"

static const int64_t spec_none = INT64_MIN; // `none`

typedef struct spec_state {
    const unit *u;
    int64_t scalars[MODEL_MAX_NAMES];
    collection many[MODEL_MAX_NAMES];
} spec_state;

void spec_state_init(spec_state *s, const unit *u);
void spec_state_fini(spec_state *s);
void spec_state_load(spec_state *s, const int64_t *bytes);
int64_t *spec_state_save(const spec_state *s, size_t *size); // the caller frees it

void spec_state_print(const model *m, const unit *u, const int64_t *bytes, text *out);

#endif
