// SPDX-License-Identifier: MIT
// Which permutations of names of enums there are (model/steps/enum_symmetry.h), and what each of them
// makes of a state. The names that nothing tells apart are orbits; the permutations are those of
// all orbits, each within itself. Any group of them may be used, so there are never more than can
// be tabulated: of an orbit that is too large some names stay what they are.
//
// A state is a row of fields: a cell, the cells of a set, a channel. A permutation moves fields,
// where arrays have names as indices, and renames what they hold, by a table for each type. Fields
// that no permutation touches are not listed.

#ifndef VERIFY_ORBIT_PLAN_H
#define VERIFY_ORBIT_PLAN_H

#include "model/steps/enum_permutation.h"
#include "model/steps/enum_symmetry.h"

enum {
    ORBITS_MOST = 16,
    ORBIT_MOST_NAMES = 7,        // of one orbit
    ORBIT_MOST_ORDERS = 5040,    // permutations in all
    ORBIT_MOST_TABLES = 1 << 22, // cells of all tables
    ORBIT_MOST_MARKS = 48,
};

typedef struct orbit {
    uint32_t of, first, count; // names first … first + count - 1 of enum `of`
    uint32_t number;           // of its first name, among those of all orbits
    uint32_t orders, weight;   // count!, and how much the next order adds to a permutation's number
} orbit;

typedef enum content_kind {
    CONTENT_PLAIN, // no names of orbits
    CONTENT_TABLE, // a cell with few values
    CONTENT_MASK,  // a set, a bit for each rank
    CONTENT_SEQ,   // how many items, then the items
    CONTENT_BLOCK, // a seq, set or map without names
} content_kind;

typedef struct content {
    content_kind kind;
    type type;
    uint32_t width;     // cells
    uint32_t card;      // values of a table, items of a set
    int32_t base;       // the cell of value 0 of a table; that of none, if there is one, is value 0
    int32_t *tables;    // of a table, for each permutation: the cell that each value becomes
    int32_t *least;     // the least cell that some permutation makes of a value
    uint64_t *mentions; // the names of orbits in a value, a bit each
    uint8_t *ranks;     // of a set, for each permutation: the rank that each rank becomes
    uint32_t parts[MODEL_MAX_PARTS], part_count; // of a seq: the contents of an item's cells
    bool sorted;                                 // of a seq: kept in order
} content;

typedef struct field {
    const variable *of;    // one of the items of an array
    uint32_t cell, stride; // its cells are cell, cell + stride, …
    uint32_t content;
    uint32_t start; // of its cells among those of all fields
    bool silent;    // if its first cell is 0 it adds nothing to marks
} field;

// A number for each name of an orbit that permutations leave to the name: by it names are put in
// order first. It is a sum over fields.
typedef struct orbit_mark {
    bool mentions;    // how often the fields hold the name; else what fields with the index hold
    uint32_t content; // of the fields
    uint32_t count;   // fields for each name
    uint16_t *fields; // of the first name, of the next; with `mentions`, the same for all
    uint32_t seed, digit; // for orbit_known.h; digit: the place of its value, 0: it has none
} orbit_mark;

// A mark that a field has a part in, and the name, of an orbit, whose it is.
typedef struct marked_name {
    const orbit_mark *mark;
    uint8_t orbit, name;
} marked_name;

typedef struct orbit_plan {
    const model *m;
    const layout *l;
    orbit orbits[ORBITS_MOST];
    uint32_t orbit_count;
    uint32_t orders; // permutations; the first leaves everything as it is
    content *contents;
    uint32_t content_count, content_capacity;
    field *fields;
    uint32_t field_count, field_capacity;
    uint32_t cells;    // of all fields
    uint16_t *from;    // for each permutation: which field each field is made of
    uint16_t *touched; // the fields that the first permutation may change, those of the next, …
    uint32_t *touched_until; // where the list of each permutation ends; the first's is empty
    uint32_t swaps[ORBITS_MOST][ORBIT_MOST_NAMES][ORBIT_MOST_NAMES]; // that exchange two names
    orbit_mark marks[ORBITS_MOST][ORBIT_MOST_MARKS];
    uint32_t mark_count[ORBITS_MOST];
    marked_name *marked;    // of the first field, of the next, …
    uint32_t *marked_until; // where the list of each field ends
    uint16_t *field_of;     // of each cell: the field that it belongs to, + 1; 0: none
} orbit_plan;

// NULL: there is nothing to permute.
orbit_plan *orbit_plan_new(const program *p, const enum_symmetry *s);
void orbit_plan_free(orbit_plan *p);
// The same permutations, by the same numbers, of the states of another program over the same enums,
// which also treats their names alike. NULL: it would take too much memory.
orbit_plan *orbit_plan_like(const program *p, const enum_symmetry *s, const orbit_plan *other);
void orbit_permutation(const orbit_plan *p, uint32_t number, enum_permutation *out);

uint32_t orbit_permutation_number(const orbit_plan *p, const enum_permutation *e);

// The number of an order, in which the names are called 0, 1, … in turn: it is written with digits,
// how many of the names that are left come before.
static inline uint32_t orbit_order_number(const orbit *o, const uint8_t *order)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < o->count; k++) {
        uint32_t before = 0;
        for (uint32_t j = k + 1; j < o->count; j++)
            before += order[j] < order[k];
        n = n * (o->count - k) + before;
    }
    return n * o->weight;
}

static inline uint32_t content_value(const content *c, int32_t cell)
{
    return cell == CELL_NONE ? 0 : (uint32_t)(cell - c->base);
}

// For orbit_plan_new. Does the type hold names of the orbit?
bool orbit_mentions(const model *m, type t, const orbit *o);
bool orbits_move(const orbit_plan *p, type t); // of any
void orbit_fields_find(orbit_plan *p, const program *of, const enum_symmetry *s);
void orbit_tables_fill(orbit_plan *p);
uint64_t orbit_tables_size(const orbit_plan *p); // of each permutation, in cells
// The marks that these fields give: those of one part of a variable, an item after the other.
void orbit_marks_add(orbit_plan *p, uint32_t first, uint32_t count);
// Once all fields and marks are there.
void orbit_marks_list(orbit_plan *p);

#endif
