// SPDX-License-Identifier: MIT
// peak FILE COMMAND…: runs the command and writes to FILE the largest memory, in
// kilobytes, that any of its processes had.

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
    if (!f || fprintf(f, "%ld\n", usage.ru_maxrss) < 0 || fclose(f))
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
