// SPDX-License-Identifier: MIT
// Random automata and systems whose actions call operations and return from them; see
// test_random_operations.c. Each has two to three processes that run methods on two shared
// variables, step by step. What they do is a table here, and text of the language elsewhere.

#ifndef TESTS_VERIFY_OPERATION_CASES_H
#define TESTS_VERIFY_OPERATION_CASES_H

#include "base/random.h"
#include "base/text.h"

#include <stdbool.h>

enum {
    OF_A_FILE = 40, // automata: one file is compiled once
    METHODS = 3,
    STEPS = 3,
    PROCESSES = 3,
    VALUES = 5, // of everything that a step computes
    NOTHING = 4 // as a value: none
};

typedef enum object_kind { REGISTER, COUNTER, SET, QUEUE, OWN, OBJECT_KINDS } object_kind;
typedef enum result_kind { UNIT, NUMBER, FLAG, OPTION } result_kind;
typedef enum asked { REFINES, SEQUENTIAL, SERIALIZABLE, QUIESCENT, ASKED } asked;

typedef struct method_kind {
    const char *name;
    bool takes;
    result_kind gives;
} method_kind;

typedef struct body {
    uint32_t steps[STEPS], count; // of `step_texts`
    bool atomic;
} body;

typedef struct subject {
    body object[METHODS], spec[METHODS]; // the second only of OWN
    uint32_t b;                          // at first
    bool twice, again;                   // calls while open, returns while idle
    asked asked;
} subject;

// How processes are named: by an enum, a part of one, a range of ints that begins at 1, a bool.
typedef enum naming_kind { BY_ENUM, BY_PART, BY_INT, BY_BOOL, NAMINGS } naming_kind;

typedef struct operation_file {
    object_kind kind;
    uint32_t methods, processes, quota[PROCESSES];
    naming_kind naming;
    bool system, fixed; // of clients and a server; labels for single values
    subject of[OF_A_FILE];
} operation_file;

extern const method_kind method_kinds[OBJECT_KINDS][METHODS];

void operation_file_random(rng *r, operation_file *f);
char *operation_file_write(const operation_file *f); // one instance for each subject
// What the least process is in a history.
int64_t operation_file_first(const operation_file *f);

// The two shared variables.
typedef struct shared_pair {
    uint8_t a, b;
} shared_pair;

shared_pair operation_start(const operation_file *f, const subject *x);
void operation_step(uint32_t kind, uint8_t v, shared_pair *m, uint8_t *r);

#endif
