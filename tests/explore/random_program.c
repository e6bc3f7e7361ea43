// SPDX-License-Identifier: MIT
// Writes a random small object as a test file, and the histories it can have,
// found by running its threads' steps in every order right here: an oracle that
// shares no code with the explorer. Where threads wait for ever, that is an end, too.
//
//     random_program SEED TEST.c HISTORIES SCENARIO

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 3, STEPS_MAX = 5, VARIABLES = 3, LINES_MAX = 1 << 16 };

// MUTE: store what was read. AWAIT: go round while the variable is `expected`.
typedef enum action { LOAD, STORE, ADD, CAS, MUTE, ACTIONS, LOCK = ACTIONS, UNLOCK, AWAIT } action;

typedef struct step {
    action action;
    int variable, value, expected;
    bool foreign; // made by a function that is not instrumented: see foreign/steps.c
} step;

static step program[THREADS_MAX][STEPS_MAX];
static int lengths[THREADS_MAX], threads;
static bool atomic[VARIABLES];
static char *lines[LINES_MAX];
static int line_count;

static uint64_t state;

static int below(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

// Some steps take a lock, which may be kept for ever, or wait for others, with it or without.
static void make_waiting(void)
{
    for (int t = 0; t < threads; t++) {
        bool held = false;
        for (int i = 0; i < lengths[t]; i++) {
            step *s = &program[t][i];
            if (below(5) < 2) {
                *s = (step){held ? UNLOCK : LOCK, 0, 0, 0, false};
                held = !held;
            } else if (below(4) == 0) {
                *s = (step){AWAIT, s->variable, 0, s->expected, false};
            }
        }
    }
}

static void make(void)
{
    threads = 2 + (below(4) == 0);
    for (int v = 0; v < VARIABLES; v++)
        atomic[v] = below(2);
    bool foreign = below(2);
    for (int t = 0; t < threads; t++) {
        lengths[t] = 1 + below(threads == 2 ? STEPS_MAX : 2);
        for (int i = 0; i < lengths[t]; i++) {
            step *s = &program[t][i];
            *s = (step){(action)below(ACTIONS), below(VARIABLES), 1 + below(3), below(3)};
            if (!atomic[s->variable] && (s->action == ADD || s->action == CAS))
                s->action = LOAD;
            s->foreign = foreign && below(3) == 0;
        }
    }
    if (below(2))
        make_waiting();
}

static void write_foreign(FILE *f, const step *s)
{
    switch (s->action) {
    case LOAD:
        fprintf(f, "    r = r * 7 + f_load((void *)&v%d);\n", s->variable);
        break;
    case STORE:
        fprintf(f, "    f_store((void *)&v%d, %d);\n", s->variable, s->value);
        break;
    case MUTE:
        fprintf(f, "    f_store((void *)&v%d, r);\n", s->variable);
        break;
    case ADD:
        fprintf(f, "    r = r * 7 + f_add((void *)&v%d, %d);\n", s->variable, s->value);
        break;
    default:
        fprintf(f, "    r = r * 7 + f_compare((void *)&v%d, %d, %d);\n", s->variable, s->expected,
                s->value);
    }
}

static void write_test(FILE *f)
{
    fprintf(f, "#include <linchpin/linchpin.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
               "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
               "static void initial(const lp_spec *self, lp_step *s)\n"
               "{ (void)self; lp_value z = lp_int(0); lp_step_emit_values(s, LP_UNIT, &z, 1); }\n"
               "static void step(lp_step *s)\n"
               "{ lp_value z = lp_int(0); if (s->want && s->want[0].kind == LP_KIND_INT) "
               "lp_step_emit_values(s, s->want[0], &z, 1); }\n"
               "static const lp_spec any = {.name = \"any\", .needs_result = true, .methods = "
               "{{.name = \"a\"}, {.name = \"b\"}, {.name = \"c\"}}, .initial = initial, .step = "
               "step};\n"
               "int f_load(volatile int *); void f_store(volatile int *, int); int "
               "f_add(volatile int *, int); int f_compare(volatile int *, int, int);\n"
               "static void *create(void) { return 0; }\n");
    for (int v = 0; v < VARIABLES; v++)
        fprintf(f, "%s v%d;\n", atomic[v] ? "_Atomic int" : "volatile int", v);
    for (int t = 0; t < threads; t++) {
        fprintf(f,
                "static lp_value run%d(void *o, const lp_value *args)\n{\n    (void)o;\n"
                "    (void)args;\n    int r = 0, e;\n    (void)e;\n",
                t);
        for (int i = 0; i < lengths[t]; i++) {
            const step *s = &program[t][i];
            if (s->foreign) {
                write_foreign(f, s);
                continue;
            }
            switch (s->action) {
            case LOAD:
                fprintf(f, "    r = r * 7 + v%d;\n", s->variable);
                break;
            case STORE:
                fprintf(f, "    v%d = %d;\n", s->variable, s->value);
                break;
            case MUTE:
                fprintf(f, "    v%d = r;\n", s->variable);
                break;
            case ADD:
                fprintf(f, "    r = r * 7 + atomic_fetch_add(&v%d, %d);\n", s->variable, s->value);
                break;
            case LOCK:
                fprintf(f, "    pthread_mutex_lock(&m);\n");
                break;
            case UNLOCK:
                fprintf(f, "    pthread_mutex_unlock(&m);\n");
                break;
            case AWAIT:
                fprintf(f, "    while (v%d == %d) ;\n", s->variable, s->expected);
                break;
            default:
                fprintf(f,
                        "    e = %d;\n    atomic_compare_exchange_strong(&v%d, &e, %d);\n"
                        "    r = r * 7 + e;\n",
                        s->expected, s->variable, s->value);
            }
        }
        fprintf(f, "    return lp_int(r);\n}\n");
    }
    fprintf(f, "LP_OBJECT(random, .create = create, .custom_spec = &any, .methods = {");
    for (int t = 0; t < threads; t++)
        fprintf(f, "{\"%c\", run%d}%s", 'a' + t, t, t + 1 < threads ? ", " : "");
    fprintf(f, "})\n");
}

typedef struct world {
    int variables[VARIABLES];
    bool locked;
    int at[THREADS_MAX], r[THREADS_MAX]; // at 0: not called yet; length + 2: returned
    int events[2 * THREADS_MAX];         // thread, or thread + 8 for a return
    int event_count;
} world;

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_history(world w)
{
    char line[1024] = "[";
    for (int i = 0, j; i < w.event_count; i = j) {
        for (j = i; j < w.event_count && (w.events[j] >= 8) == (w.events[i] >= 8); j++)
            ;
        qsort(w.events + i, (size_t)(j - i), sizeof *w.events, by_number);
    }
    for (int i = 0; i < w.event_count; i++) {
        int t = w.events[i] % 8;
        char value[32] = "null";
        if (w.events[i] >= 8)
            snprintf(value, sizeof value, "%d", w.r[t]);
        size_t n = strlen(line);
        snprintf(line + n, sizeof line - n,
                 "%s{\"process\":%d,\"type\":\"%s\",\"f\":\"%c\",\"value\":%s}", i ? "," : "", t,
                 w.events[i] >= 8 ? "ok" : "invoke", 'a' + t, value);
    }
    strcat(line, "]");
    for (int i = 0; i < line_count; i++)
        if (!strcmp(lines[i], line))
            return;
    lines[line_count++] = strdup(line);
}

static void take_step(world *w, int t)
{
    int at = w->at[t]++;
    if (at == 0 || at == lengths[t] + 1) {
        w->events[w->event_count++] = at ? t + 8 : t;
        return;
    }
    const step *s = &program[t][at - 1];
    int *v = &w->variables[s->variable], old = *v;
    if (s->action == LOAD || s->action == ADD || s->action == CAS)
        w->r[t] = w->r[t] * 7 + old;
    if (s->action == STORE || (s->action == CAS && old == s->expected))
        *v = s->value;
    if (s->action == ADD)
        *v += s->value;
    if (s->action == MUTE)
        *v = w->r[t];
    if (s->action == LOCK || s->action == UNLOCK)
        w->locked = s->action == LOCK;
}

static bool can_step(const world *w, int t)
{
    int at = w->at[t];
    if (at == 0 || at > lengths[t])
        return at < lengths[t] + 2;
    const step *s = &program[t][at - 1];
    bool waits = (s->action == LOCK && w->locked) ||
                 (s->action == AWAIT && w->variables[s->variable] == s->expected);
    return !waits;
}

static void explore(const world *w)
{
    bool done = true;
    for (int t = 0; t < threads; t++) {
        if (!can_step(w, t))
            continue;
        done = false;
        world next = *w;
        take_step(&next, t);
        explore(&next);
    }
    if (done)
        add_history(*w);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    state = strtoull(argv[1], NULL, 10);
    for (int i = 0; i < 8; i++)
        below(2);
    make();
    FILE *test = fopen(argv[2], "w"), *histories = fopen(argv[3], "w"),
         *scenario = fopen(argv[4], "w");
    if (!test || !histories || !scenario)
        return 2;
    write_test(test);
    explore(&(world){0});
    qsort(lines, (size_t)line_count, sizeof *lines, by_bytes);
    for (int i = 0; i < line_count; i++)
        fprintf(histories, "%s\n", lines[i]);
    fprintf(scenario, "%s", threads == 3 ? "a | b | c" : "a | b");
    return fclose(test) || fclose(histories) || fclose(scenario);
}
