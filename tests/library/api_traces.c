// SPDX-License-Identifier: MIT
// Random traces of calls of the public library (trace.h): LINCHPIN_CASES of them from
// LINCHPIN_SEED on. One that fails is shrunk and printed; `api_traces FILE` replays it.
// That failures are found and made small is tried with a planted one.

#include "library/trace.h"
#include "setting.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static trace of_seed(uint64_t seed)
{
    rng r;
    trace t;
    rng_init(&r, seed);
    trace_random(&t, &r);
    return t;
}

// The first of these seeds that fails; `to`: none does. One process for all: `now` says
// where it ended.
static uint64_t first_failing(uint64_t from, uint64_t to, bool planted)
{
    void *page =
        mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        abort();
    volatile uint64_t *now = page;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (planted && !freopen("/dev/null", "w", stderr))
            _exit(2);
        for (*now = from; *now < to; ++*now) {
            trace t = of_seed(*now);
            trace_run(&t, planted);
        }
        _exit(0);
    }
    int status;
    while (child < 0 || waitpid(child, &status, 0) != child)
        if (child < 0)
            abort();
    uint64_t failing = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? to : *now;
    munmap(page, sizeof *now);
    return failing;
}

static int show(uint64_t seed)
{
    trace t = of_seed(seed);
    if (trace_passes(&t, false)) {
        printf("seed %llu fails only after others\n", (unsigned long long)seed);
        return 1;
    }
    trace_shrink(&t, false);
    printf("seed %llu fails; what is left of it, for api_traces FILE:\n", (unsigned long long)seed);
    trace_print(&t, stdout);
    fflush(stdout);
    trace_run(&t, false);
    return 1;
}

// A value, a vector of it, a call, a judgement and the return: none can be left out, but
// the value, as there is always one.
static int planted_is_found(void)
{
    uint64_t seed = first_failing(1, 1000, true);
    trace t = of_seed(seed), back;
    if (seed == 1000)
        return printf("the planted fault is not found\n"), 1;
    trace_shrink(&t, true);
    FILE *f = tmpfile();
    if (!f)
        abort();
    trace_print(&t, f);
    rewind(f);
    bool read = trace_read(&back, f);
    fclose(f);
    if (!read || back.count != t.count || trace_passes(&back, true) || t.count != 4) {
        printf("the planted fault has %u steps:\n", t.count);
        trace_print(&t, stdout);
        return 1;
    }
    return 0;
}

static int replay(const char *path)
{
    trace t;
    FILE *f = fopen(path, "r");
    if (!f || !trace_read(&t, f)) {
        fprintf(stderr, "%s is no trace\n", path);
        return 2;
    }
    fclose(f);
    trace_run(&t, false);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return replay(argv[1]);
    uint64_t seed = setting("LINCHPIN_SEED", 1), cases = setting("LINCHPIN_CASES", 20000);
    uint64_t failing = first_failing(seed, seed + cases, false);
    if (failing != seed + cases)
        return show(failing);
    printf("%llu traces\n", (unsigned long long)cases);
    return planted_is_found();
}
