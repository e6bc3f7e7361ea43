// SPDX-License-Identifier: MIT
// Values of what runs: ints of 64 bits, and identifiers of supplies without end.
//
// A value is a few cells: a tuple has those of its parts, one after the other, almost everything else has one. Of an
// identifier it is the number that the runtime gives it (linchpin/node.h); of a set of a finite type, a bit for the
// rank of each item; what has no end is a block that is referred to (enact_many.h). The answer of a
// machine is the operation before it, the hash of all before it, and the result: its kind and its bits.
// Which type a value has, is known where it is used.
//
// As text a value is what a trace has: (3, writer.2.17), {p1, p3}, none, 5 after enq.2.17#91ab….

#ifndef MODEL_ENACT_VALUE_H
#define MODEL_ENACT_VALUE_H

#include "base/text.h"
#include "model/component/component.h"

enum {
    ENACT_CELLS = MODEL_MAX_PARTS,
    ENACT_ITEMS = 62, // of a set that is a value
    ENACT_ANSWER = 4, // cells of an answer, and of a machine
    ENACT_MACHINE = 3,
    ENACT_SHOWN = 8, // items of what has no end that a trace has, if there are no more
};
#define ENACT_NONE INT64_MIN // `none`, of any optional type

typedef struct enact_value {
    int64_t cells[ENACT_CELLS];
} enact_value;

uint32_t enact_width(type t);
uint32_t enact_offset(type tuple, uint32_t part);
void enact_zero(const component_system *s, type t, int64_t *out); // what a variable holds first
bool enact_fits(const component_system *s, type t, const int64_t *cells);
int enact_compare(const component_system *s, type t, const int64_t *a, const int64_t *b);

// Of a closed type: the number of a value among all, in their order, and back.
uint64_t enact_rank(type t, const int64_t *cells);
void enact_at(type t, uint64_t rank, int64_t *out);

// 63 … 60 supply, from 1; 59 … 28 client; 27 … 0 number.
static inline int64_t enact_id(uint32_t of, uint64_t client, uint64_t number)
{
    return (int64_t)((uint64_t)(of + 1) << 60 | client << 28 | number);
}
static inline uint32_t enact_supply(int64_t id) // from 0
{
    return (uint32_t)((uint64_t)id >> 60) - 1;
}

void enact_print(const component_system *s, type t, const int64_t *cells, text *out);
void enact_print_result(const int64_t *answer, text *out); // of an operation: 5, true, nil, or ok
// Reads a value; *at is then behind it. False: there is none of this type.
bool enact_parse(const component_system *s, type t, const char **at, int64_t *out);
// "2.17", the client and the number of an identifier.
bool enact_parse_id(uint32_t of, const char **at, int64_t *out);

#endif
