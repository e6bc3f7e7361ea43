// SPDX-License-Identifier: MIT
// The asking side: see serial_page.h. The other process is started when it is
// first needed, and again when it is of no use any more. A worker forked from
// us has one of its own.

#include "harness/serial/serial_page.h"

#include "base/memory.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000, LOOK_MS = 50 }; // far beyond that of the other process itself

struct serial_client {
    serial_source source;
    serial_page *page;
    int memory, socket;
    pid_t owner, server;
};

serial_client *serial_client_new(const serial_source *source)
{
    serial_client *c = memory_new(1, sizeof *c);
    *c = (serial_client){.source = *source, .memory = -1, .socket = -1};
    return c;
}

// How it ended, when it did so by itself.
static int stop(serial_client *c)
{
    int status = 0;
    if (c->server > 0 && c->owner == getpid()) {
        // What was on its way out is let out, so that its end can be told.
        struct pollfd end = {.fd = c->socket, .events = POLLRDHUP};
        if (poll(&end, 1, 0) <= 0 || !(end.revents & (POLLRDHUP | POLLHUP)))
            kill(c->server, SIGKILL);
        while (waitpid(c->server, &status, 0) < 0 && errno == EINTR)
            ;
    }
    if (c->socket >= 0)
        close(c->socket);
    c->server = 0;
    c->socket = -1;
    return status;
}

static void forget_memory(serial_client *c)
{
    if (c->page)
        munmap(c->page, sizeof *c->page);
    if (c->memory >= 0)
        close(c->memory);
    c->page = NULL;
    c->memory = -1;
}

void serial_client_free(serial_client *c)
{
    if (!c)
        return;
    stop(c);
    forget_memory(c);
    free(c);
}

serial_page *serial_client_page(serial_client *c)
{
    if (c->page && c->owner == getpid())
        return c->page;
    stop(c); // that of the process we were forked from is left alone
    forget_memory(c);
    c->owner = getpid();
    c->memory = memfd_create("linchpin", MFD_CLOEXEC);
    if (c->memory < 0 || ftruncate(c->memory, sizeof *c->page) != 0)
        return NULL;
    void *page = mmap(NULL, sizeof *c->page, PROT_READ | PROT_WRITE, MAP_SHARED, c->memory, 0);
    return c->page = page == MAP_FAILED ? NULL : page;
}

// A byte from the other side. False: it has ended, or is too slow.
static bool hear(serial_client *c, limits *l)
{
    struct pollfd answer = {.fd = c->socket, .events = POLLIN};
    int n = 0;
    double began = clock_seconds();
    while (n <= 0 && clock_seconds() - began < 1e-3 * PATIENCE_MS) {
        n = poll(&answer, 1, LOOK_MS);
        if ((n < 0 && errno != EINTR) || (n <= 0 && limits_reached(l)))
            return false;
    }
    char byte;
    return n == 1 && read(c->socket, &byte, 1) == 1;
}

static bool start(serial_client *c, limits *l)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        c->source.enter(c->source.context, ends[1], c->memory);
        _exit(127);
    }
    close(ends[1]);
    c->socket = ends[0];
    c->server = pid;
    return pid > 0 && hear(c, l);
}

static void fail(serial_client *c, const limits *l)
{
    serial_page *p = c->page;
    int status = stop(c);
    p->end = SERIAL_FAILED;
    if (p->why[0])
        return;
    if (l && l->reached) {
        snprintf(p->why, sizeof p->why, "had not ended when %s", limits_reason(l));
        return;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        snprintf(p->why, sizeof p->why, "crashed (SIG%s)",
                 sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status)) : "?");
    else if (WIFEXITED(status))
        snprintf(p->why, sizeof p->why, "called exit(%d)", WEXITSTATUS(status));
    else
        snprintf(p->why, sizeof p->why, "was killed");
}

void serial_client_ask(serial_client *c, limits *l)
{
    serial_page *p = c->page;
    p->done = 0;
    p->end = SERIAL_DONE;
    p->why[0] = 0;
    p->spent = false;
    bool ok = (c->server || start(c, l)) && send(c->socket, "", 1, MSG_NOSIGNAL) == 1 && hear(c, l);
    if (!ok)
        fail(c, l);
    else if (p->spent)
        stop(c);
}
