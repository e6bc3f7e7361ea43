// SPDX-License-Identifier: MIT
// peak FILE COMMAND…: runs the command and writes to FILE the largest memory, in
// kilobytes, that any of its processes had, and the processor's seconds of all.

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 2;
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    FILE *f = fopen(argv[1], "w");
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    if (!f || fprintf(f, "%ld %.2f\n", usage.ru_maxrss, seconds) < 0 || fclose(f))
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
