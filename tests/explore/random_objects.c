// SPDX-License-Identifier: MIT
// Writes a test file with many random small objects that use atomic and plain
// variables, locks, semaphores, conditions, the heap and threads of their own,
// and a list of objects with their scenarios. Some deadlock, some race, some
// touch freed memory: what matters is that every search says the same of them.
//
//     random_objects SEED COUNT TEST.c LIST

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static FILE *out;

static int below(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

static void print_head(void)
{
    fprintf(out,
            "#include <linchpin/linchpin.h>\n#include <pthread.h>\n#include <sched.h>\n#include "
            "<semaphore.h>\n"
            "#include <stdatomic.h>\n#include <stdlib.h>\n#include <time.h>\n"
            "static void initial(const lp_spec *self, lp_step *s)\n"
            "{ (void)self; lp_value z = lp_int(0); lp_step_emit_values(s, LP_UNIT, &z, 1); }\n"
            "static void step(lp_step *s)\n"
            "{ lp_value z = lp_int(0); if (s->want && s->want[0].kind == LP_KIND_INT) "
            "lp_step_emit_values(s, s->want[0], &z, 1); }\n"
            "static const lp_spec any = {.name = \"any\", .needs_result = true, .methods = "
            "{{.name = \"a\"}, {.name = \"b\"}, {.name = \"c\"}}, .initial = initial, "
            ".step = step};\n"
            "static _Atomic int x0, x1, spin, ticket, serving;\nstatic int p0, p1;\nstatic short "
            "halves[4];\n"
            "static int *heap;\nstatic pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = "
            "PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_rwlock_t rw = "
            "PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_cond_t cond = "
            "PTHREAD_COND_INITIALIZER;\nstatic sem_t sem;\nstatic pthread_spinlock_t lock;\n"
            "static void *create(void) { sem_init(&sem, 0, 1); pthread_spin_init(&lock, 0); heap = "
            "malloc(8); heap[0] = 0; "
            "return &x0; }\n"
            "static volatile int volatile_now;\nstruct pair { int a, b; };\n"
            "static __attribute__((noinline)) void look(int *to, _Atomic int *at) { *to = "
            "atomic_load(at); }\n"
            "static __attribute__((noinline)) struct pair both(int old) { struct pair p = "
            "{atomic_load(&x0), 0}; p.b = atomic_load(&x1) + 0 * old; return p; }\n"
            "int f_load(volatile int *); void f_store(volatile int *, int); int f_add(volatile "
            "int *, int); int f_twice(volatile int *, volatile int *); int "
            "f_locked(pthread_mutex_t *, int *); int f_call(int (*)(int), int);\n"
            "static int back(int v) { return v * 5 + atomic_fetch_add(&x0, 1); }\n"
            "static void *helper(void *a) { (void)a; p0 = 7; atomic_fetch_add(&x1, 4); return 0; "
            "}\n");
}

// Each statement is a few accesses; `r` gathers what was seen.
static const char *const statements[] = {
    "r = r * 5 + atomic_load(&x%d);",
    "atomic_store(&x%d, r + 1);",
    "r = r * 5 + atomic_fetch_add(&x%d, 1);",
    "{ int e = 0; r = r * 5 + atomic_compare_exchange_strong(&x%d, &e, 2); }",
    "r = r * 5 + p%d;",
    "p%d = r + 1;",
    "pthread_mutex_lock(&m%d); r = r * 5 + p0; p0 = r + 1; pthread_mutex_unlock(&m0 + 0 * %d);",
    "pthread_mutex_lock(&m0); p1 += 1; r = r * 5 + p1; pthread_mutex_unlock(&m0);",
    "if (!pthread_mutex_trylock(&m%d)) { r = r * 5 + 1; pthread_mutex_unlock(&m%d); }",
    "halves[%d] = (short)(r + 1);",
    "r = r * 5 + halves[%d];",
    "{ int e = atomic_load(&x%d); while (!atomic_compare_exchange_strong(&x%d, &e, e + 1)); r += "
    "e; }",
    "sem_wait(&sem); p1 = r + 1; sem_post(&sem);",
    "if (!sem_trywait(&sem)) { r = r * 5 + 1; sem_post(&sem); }",
    "pthread_rwlock_rdlock(&rw); r = r * 5 + p1; pthread_rwlock_unlock(&rw);",
    "pthread_rwlock_wrlock(&rw); p1 = r + 1; pthread_rwlock_unlock(&rw);",
    "{ int *b = malloc(8); *b = r; r = r * 5 + *b; free(b); }",
    "heap[%d] = r + 1;",
    "r = r * 5 + heap[%d];",
    "free(heap);",
    "{ struct timespec t = {0}; pthread_mutex_lock(&m0); if (!p0) r = r * 5 + "
    "pthread_cond_timedwait(&cond, &m0, &t); pthread_mutex_unlock(&m0); }",
    "pthread_mutex_lock(&m0); p0 = 1; pthread_cond_signal(&cond); pthread_mutex_unlock(&m0);",
    "pthread_mutex_lock(&m0); while (!p0) pthread_cond_wait(&cond, &m0); "
    "pthread_mutex_unlock(&m0);",
    "{ pthread_t t; pthread_create(&t, 0, helper, 0); r = r * 5 + atomic_load(&x1); "
    "pthread_join(t, 0); }",
    "pthread_mutex_lock(&m0); pthread_mutex_lock(&m1); r = r * 5 + p0; "
    "pthread_mutex_unlock(&m1); pthread_mutex_unlock(&m0);",
    "pthread_mutex_lock(&m1); pthread_mutex_lock(&m0); p0++; pthread_mutex_unlock(&m0); "
    "pthread_mutex_unlock(&m1);",
    "r = r * 5 + rand() %% 3;",
    "while (!atomic_load(&x%d)) ;",
    "while (atomic_load(&x%d) == 1) ;",
    "while (volatile_now == 1) ;",
    "while (atomic_exchange(&spin, 1)) ; p0 += 1; r = r * 5 + p0; atomic_store(&spin, 0);",
    "while (atomic_exchange(&spin, 1)) sched_yield(); p1 += 1; atomic_store(&spin, 0);",
    "{ int e = 0; while (!atomic_compare_exchange_weak(&spin, &e, 1)) e = 0; p0 = r; spin = 0; }",
    "{ int t = atomic_fetch_add(&ticket, 1); while (atomic_load(&serving) != t) ; p1 += 1; "
    "atomic_store(&serving, t + 1); }",
    "for (int i = 0; i < 2; i++) r = r * 5 + atomic_load(&x%d);",
    "{ int i = 0; while (!atomic_load(&x%d) && i < 2) i++; r = r * 5 + i; }",
    "while (atomic_load(&x%d) > 1) atomic_fetch_sub(&x%d, 1);",
    // Loops whose rounds leave something behind that is read later, or is not.
    "{ int e, n; do { e = atomic_load(&x%d); n = e * 3 + 1; } while "
    "(!atomic_compare_exchange_strong(&x%d, &e, n & 7)); r = r * 5 + n; }",
    "{ int e = 0, k = 0; while (k < 2 && !atomic_compare_exchange_strong(&x%d, &e, e + 1)) k++; "
    "r = r * 5 + k; }",
    "{ int seen = 0; while (!atomic_load(&x%d)) seen = atomic_load(&x1); r = r * 5 + seen; }",
    "{ int a, b; do { a = atomic_load(&x0); b = atomic_load(&x1); } while (a != b); r = r * 5 + a; "
    "}",
    "{ int last, now = atomic_load(&x%d); do { last = now; now = atomic_load(&x%d); } while (last "
    "!= now); r = r * 5 + now; }",
    "{ int seen[2] = {0}, i = 0; do { seen[i] = atomic_load(&x%d); i = !i; } while (!seen[0] && "
    "!seen[1]); r = r * 5 + seen[0]; }",
    "{ int i = 0, v; while (!(v = atomic_exchange(i ? &x1 : &x0, 0)) && atomic_load(&x%d) < 2) i = "
    "!i; r = r * 5 + v + i; }",
    "{ int a = 0, b = 0; do { look(&a, &x%d); b |= a + 1; } while (!a); r = r * 5 + b; }",
    "{ int a = 0, *volatile at = &a; while (!*at) *at = atomic_load(&x%d); r = r * 5 + a; }",
    "{ struct pair p = {0, 0}; while (!p.a) p = both(p.a + p.b); r = r * 5 + p.b; }",
    "{ long wide = 0; while (!(int)wide) { wide &= -1L << 32; wide += (long)p1 << 32 | (unsigned)"
    "atomic_load(&x%d); } r = r * 5 + (int)(wide >> 32); }",
    "{ int f = 0, v; while (!(v = volatile_now)) f = f || p%d; r = r * 5 + f + v; }",
    "volatile_now = r + 1;",
    // Kept: somebody may wait for ever.
    "sem_wait(&sem); r = r * 5 + 1;",
    "if (!pthread_mutex_trylock(&m%d)) r = r * 5 + 1;",
    // Calls that leave the instrumented code: see foreign/steps.c.
    "r = r * 5 + f_load((void *)&x%d);",
    "f_store(&p%d, r + 1);",
    "r = r * 5 + f_add((void *)&x%d, 1);",
    "r = r * 5 + f_twice(&p%d, (void *)&x0);",
    "r = r * 5 + f_locked(&m%d, &p0);",
    "r = r * 5 + f_call(back, r);",
    "{ int (*through)(volatile int *, int) = f_add; r = r * 5 + through(&p%d, 1); }",
};

// What a statement may be within, so that threads spin, wait and block while they hold a
// lock; some never give it back.
static const char *const sections[][2] = {
    {"", ""},
    {"pthread_mutex_lock(&m0); ", " pthread_mutex_unlock(&m0);"},
    {"pthread_mutex_lock(&m1); ", " pthread_mutex_unlock(&m1);"},
    {"pthread_mutex_lock(&m0); ", ""},
    {"pthread_rwlock_wrlock(&rw); ", " pthread_rwlock_unlock(&rw);"},
    {"pthread_rwlock_rdlock(&rw); ", " pthread_rwlock_unlock(&rw);"},
    {"sem_wait(&sem); ", " sem_post(&sem);"},
    {"pthread_spin_lock(&lock); ", " pthread_spin_unlock(&lock);"},
    {"while (atomic_exchange(&spin, 1)) ; ", " atomic_store(&spin, 0);"},
    {"if (!pthread_mutex_trylock(&m0)) { ", " pthread_mutex_unlock(&m0); }"},
};

static void print_method(int object, int method, int length, const int *kinds, int kind_count,
                         const int *within)
{
    fprintf(out,
            "static lp_value run%d_%d(void *o, const lp_value *args)\n{\n"
            "    (void)o;\n    (void)args;\n    int r = 0;\n",
            object, method);
    for (int i = 0; i < length; i++) {
        int v = below(2), section = within[below(4)];
        fprintf(out, "    %s", sections[section][0]);
        const char *format = statements[kinds[below(kind_count)]];
        // Both places of a statement name the same variable.
        for (const char *at = format; *at; at++) {
            if (at[0] == '%' && at[1] == 'd') {
                fprintf(out, "%d", v);
                at++;
            } else if (at[0] == '%' && at[1] == '%') {
                fputc('%', out);
                at++;
            } else {
                fputc(*at, out);
            }
        }
        fprintf(out, "%s\n", sections[section][1]);
    }
    fprintf(out, "    return lp_int(r);\n}\n");
}

static void print_object(int object, FILE *list)
{
    int count = (int)(sizeof statements / sizeof *statements);
    // Few kinds at a time, so that they meet.
    int kinds[4], kind_count = 2 + below(3);
    for (int i = 0; i < kind_count; i++)
        kinds[i] = below(count);
    int within[4] = {0};
    if (below(2))
        for (int i = 0, w = below((int)(sizeof sections / sizeof *sections)); i < 3; i++)
            within[i] = below(4) ? w : below((int)(sizeof sections / sizeof *sections));
    bool three = below(4) == 0;
    for (int m = 0; m < 3; m++)
        print_method(object, m, three ? 1 : 1 + below(2), kinds, kind_count, within);
    fprintf(out,
            "LP_OBJECT(o%d, .create = create, .custom_spec = &any, .methods = {{\"a\", run%d_0}, "
            "{\"b\", run%d_1}, {\"c\", run%d_2}})\n",
            object, object, object, object);
    static const char *const two[] = {"a | b",         "a | b c",   "a | a",        "a b | c",
                                      "c ; a | b ; c", "a b | a b", "c ; b | b ; c"};
    static const char *const alike[] = {"a | b | c", "a | b | a", "a | a | a", "b | a | a"};
    fprintf(list, "o%d\t%s\n", object, three ? alike[below(4)] : two[below(7)]);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    state = strtoull(argv[1], NULL, 10);
    for (int i = 0; i < 8; i++)
        below(2);
    out = fopen(argv[3], "w");
    FILE *list = fopen(argv[4], "w");
    if (!out || !list)
        return 2;
    print_head();
    for (int i = 0; i < atoi(argv[2]); i++)
        print_object(i, list);
    return fclose(out) || fclose(list);
}
