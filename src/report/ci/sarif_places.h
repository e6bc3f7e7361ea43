// SPDX-License-Identifier: MIT
// Parts of SARIF that are about places: locations, and the steps of a counterexample.

#ifndef REPORT_SARIF_PLACES_H
#define REPORT_SARIF_PLACES_H

#include "base/io/json_write.h"
#include "report/ci/source_places.h"
#include "report/ci/verdict_file.h"

#define SARIF_ROOT "%SRCROOT%" // the name by which GitHub knows the top of the repository

// "name": {"text": string}
void sarif_message(json_writer *w, const char *name, const char *string);
// An object; `message` and `object` may be NULL, of a place without a file also the place.
void sarif_location(json_writer *w, const source_place *place, const char *object,
                    const char *message);
// The member "codeFlows", if there are steps, or a recorded history. `alert`: where steps are that are
// nowhere in the source.
void sarif_code_flows(json_writer *w, source_places *s, const lp_verdict *v,
                      const source_place *alert);

#endif
