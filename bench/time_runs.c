// SPDX-License-Identifier: MIT
// time_runs RUNS NAME COMMAND…: runs the command so many times, one after the other, and
// prints one line: the mean of the seconds from before it was started until it has
// ended, half the width of its 95 % confidence interval, the median, and the mean of the
// figure NAME in the JSON that it writes to descriptor 3. Every run must exit with 1,
// "violated": what was not found has no time. Nor has what takes longer than PATIENCE.

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { VERDICT = 3, VIOLATED = 1, PATIENCE = 20 };

static volatile pid_t child;

static void give_up(int signal)
{
    (void)signal;
    kill(child, SIGKILL);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double figure(int file, const char *name)
{
    static char text[1 << 20];
    char key[64];
    ssize_t n = pread(file, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(text, key);
    return at ? strtod(at + strlen(key), NULL) : NAN;
}

// The seconds of one run; negative: it ended in another way.
static double run(char **argv, int file)
{
    double from = now();
    child = fork();
    if (child == 0) {
        dup2(file, VERDICT);
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    alarm(PATIENCE);
    while (child > 0 && waitpid(child, &status, 0) != child)
        continue; // the alarm
    alarm(0);
    if (child < 0)
        return -1;
    double took = now() - from;
    if (WIFEXITED(status) && WEXITSTATUS(status) == VIOLATED)
        return took;
    fprintf(stderr, "time_runs: %s %d, not exit code %d\n",
            WIFEXITED(status) ? "exit code" : "signal",
            WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), VIOLATED);
    return -1;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int runs = argc > 3 ? atoi(argv[1]) : 0;
    FILE *verdict = tmpfile();
    if (runs < 2 || !verdict)
        return 2;
    signal(SIGALRM, give_up);
    int file = fcntl(fileno(verdict), F_DUPFD_CLOEXEC, VERDICT + 1);
    double *took = calloc((size_t)runs, sizeof *took), sum = 0, figures = 0, variance = 0;
    for (int i = 0; i < runs; i++) {
        if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
            return 2;
        took[i] = run(argv + 3, file);
        if (took[i] < 0)
            return 1;
        sum += took[i];
        figures += figure(file, argv[2]);
    }
    double mean = sum / runs;
    for (int i = 0; i < runs; i++)
        variance += (took[i] - mean) * (took[i] - mean) / (runs - 1);
    qsort(took, (size_t)runs, sizeof *took, by_size);
    printf("%.6f %.6f %.6f %.3f\n", mean, 1.96 * sqrt(variance / runs), took[runs / 2],
           figures / runs);
    free(took);
    return 0;
}
