// SPDX-License-Identifier: MIT
// The operations that are open, found by process and id. Closing one frees its
// place, so the table is as large as the most that were ever open at once.

#ifndef HISTORY_OPEN_TABLE_H
#define HISTORY_OPEN_TABLE_H

#include "base/hash_table.h"

#include <linchpin/value.h>

typedef struct open_op {
    int64_t process;
    lp_value id; // nil: none
    lp_value method, arg, object;
    uint64_t number; // of the operation
    uint64_t line;
    bool used; // for the table
} open_op;

HASH_TABLE_TYPE(open_table, open_op);

void open_table_init(open_table *t);
void open_table_fini(open_table *t);
open_op *open_table_find(const open_table *t, int64_t process, lp_value id); // NULL: none
// A fresh entry with process and id set; there must be none of the two.
open_op *open_table_add(open_table *t, int64_t process, lp_value id);
// Other entries may move.
void open_table_remove(open_table *t, open_op *op);

#endif
