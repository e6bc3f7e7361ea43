// SPDX-License-Identifier: MIT
// Values as JSON and as text for people.

#ifndef BASE_VALUE_TEXT_H
#define BASE_VALUE_TEXT_H

#include "base/io/json.h"
#include "base/io/json_write.h"
#include "base/text.h"

#include <linchpin/value.h>

// One value as JSON, and the other way (the tokenizer stands after `first`).
// Tuples are written as arrays, unit as null.
void value_write_json(const lp_pool *pool, lp_value v, text *out);
// The same as a member of an object.
void value_write_member(json_writer *w, const char *key, const lp_pool *pool, lp_value v);
bool value_read_json(lp_pool *pool, json *j, json_token first, lp_value *out);

// For people: 5, "a b", [1 2], nil. Unit prints as "ok".
void value_print(const lp_pool *pool, lp_value v, text *out);
// The items of a tuple, vector or map, without brackets.
void value_print_items(const lp_pool *pool, lp_value v, const char *between, text *out);

#endif
