// SPDX-License-Identifier: MIT
// The types of the language.

#ifndef MODEL_TYPE_H
#define MODEL_TYPE_H

#include <stdbool.h>
#include <stdint.h>

enum { CELL_NONE = INT32_MIN }; // `none` in a cell of an optional type

typedef enum type_kind {
    TYPE_UNIT, // a method without a result
    TYPE_INT,
    TYPE_BOOL,
    TYPE_POINTER, // to structs[record]
    TYPE_SEQ,     // of parts[0]
    TYPE_SET,     // of parts[0]
    TYPE_NULL,    // of the literal `null`
    TYPE_NONE,    // of the literal `none`
    TYPE_ENUM,    // enums[record]
    TYPE_MAP,     // from parts[0] to parts[1]
    TYPE_TUPLE,   // of parts
    TYPE_MASK,    // a set of a finite type, parts[0], that is a value: a bit for each of its values
    TYPE_MESSAGE, // a message with its contents: its rank among all, of which there are `names`
} type_kind;

// machine<op> and answer<op> are tuples of op? for all that verifies: the operations that were carried
// out, the last one first, and then none. What they are for says where they may stand, and what `compile`
// makes of them.
typedef enum type_use { USE_VALUE, USE_MACHINE, USE_ANSWER } type_use;

typedef struct type {
    type_kind kind;
    type_use use;
    uint32_t record;
    bool optional; // int?, bool?, color?
    bool ranged;   // int low..high; of an enum: from one of its names to another
    bool open;     // int low..high...: the range is that of what is verified alone
    int64_t low, high;
    struct type *parts;
    const char **labels; // of the parts of a tuple; NULL: they have none
    uint32_t part_count;
    uint32_t names;   // of an enum, once it is known how many it has
    const char *name; // of the struct or enum, before `check` has found it
    uint32_t at;
} type;

typedef struct alias {
    const char *name;
    uint32_t at;
    type type;
} alias;

uint32_t type_width(type t);           // how many cells it takes
type type_part(type t, uint32_t cell); // what that cell of it holds
bool type_many(type t);                // a seq, set or map

#endif
