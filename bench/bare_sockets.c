// SPDX-License-Identifier: MIT
// What sockets alone allow: three servers and some clients as processes, which exchange as many messages of the same
// length as ABD does, and nothing else. No links, no log, no history, no event library: the yardstick for
// what runs on linchpin's runtime.
//
//     bench-bare-sockets [CLIENTS [SESSIONS [OPERATIONS]]]
//
// An operation is two rounds; in each, a message to every server, and an answer from two of them.

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SERVERS = 3, QUORUM = 2, MESSAGE = 32, BUFFER = 1 << 18, MOST = 64 };

typedef struct message {
    uint32_t session, round;
    uint8_t rest[MESSAGE - 8];
} message;

typedef struct stream {
    int socket;
    uint8_t in[BUFFER], out[BUFFER];
    size_t in_length, out_length;
} stream;

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void flush(stream *s)
{
    size_t at = 0;
    while (at < s->out_length) {
        ssize_t n = write(s->socket, s->out + at, s->out_length - at);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            break; // the other is done, as the next read says
        if (n > 0)
            at += (size_t)n;
    }
    s->out_length = 0;
}

static void put(stream *s, const message *m)
{
    if (s->out_length + sizeof *m > sizeof s->out)
        flush(s);
    memcpy(s->out + s->out_length, m, sizeof *m);
    s->out_length += sizeof *m;
}

// Reads once; false: the other has hung up.
static bool fill(stream *s)
{
    ssize_t n = read(s->socket, s->in + s->in_length, sizeof s->in - s->in_length);
    if (n > 0)
        s->in_length += (size_t)n;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

static void prepare(int epoll, stream *s)
{
    int one = 1;
    setsockopt(s->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(s->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = s};
    epoll_ctl(epoll, EPOLL_CTL_ADD, s->socket, &e);
}

static void serve(int listener, int clients)
{
    int epoll = epoll_create1(0);
    struct epoll_event events[MOST];
    for (int i = 0; i < clients; i++) {
        stream *s = calloc(1, sizeof *s);
        if (!s || (s->socket = accept(listener, NULL, NULL)) < 0)
            die("accept");
        prepare(epoll, s);
    }
    for (int open = clients; open;) {
        int count = epoll_wait(epoll, events, MOST, -1);
        for (int i = 0; i < count; i++) {
            stream *s = events[i].data.ptr;
            if (!fill(s)) {
                close(s->socket);
                open--;
                continue;
            }
            size_t at = 0;
            for (; at + sizeof(message) <= s->in_length; at += sizeof(message)) {
                message m;
                memcpy(&m, s->in + at, sizeof m);
                put(s, &m);
            }
            memmove(s->in, s->in + at, s->in_length -= at);
            flush(s);
        }
    }
    exit(0);
}

static void ask(stream *servers, uint32_t session, uint32_t round)
{
    message m = {.session = session, .round = round};
    for (int i = 0; i < SERVERS; i++)
        put(&servers[i], &m);
}

static void call(const struct sockaddr_in *addresses, uint32_t sessions, uint64_t operations)
{
    stream *servers = calloc(SERVERS, sizeof *servers);
    uint32_t *rounds = calloc(sessions, sizeof *rounds),
             *answers = calloc(sessions, sizeof *answers);
    int epoll = epoll_create1(0);
    struct epoll_event events[MOST];
    if (!servers || !rounds || !answers)
        die("calloc");
    for (int i = 0; i < SERVERS; i++) {
        servers[i].socket = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(servers[i].socket, (const struct sockaddr *)&addresses[i], sizeof *addresses))
            die("connect");
        prepare(epoll, &servers[i]);
    }
    for (uint32_t s = 0; s < sessions; s++)
        ask(servers, s, 0);
    for (uint64_t done = 0; done < operations;) {
        for (int i = 0; i < SERVERS; i++)
            flush(&servers[i]);
        int count = epoll_wait(epoll, events, MOST, -1);
        for (int i = 0; i < count; i++) {
            stream *s = events[i].data.ptr;
            if (!fill(s))
                die("read");
            size_t at = 0;
            for (; at + sizeof(message) <= s->in_length; at += sizeof(message)) {
                message m;
                memcpy(&m, s->in + at, sizeof m);
                if (m.round != rounds[m.session] || ++answers[m.session] < QUORUM)
                    continue;
                answers[m.session] = 0;
                done += rounds[m.session]++ % 2;
                ask(servers, m.session, rounds[m.session]);
            }
            memmove(s->in, s->in + at, s->in_length -= at);
        }
    }
    exit(0);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    int clients = argc > 1 ? atoi(argv[1]) : 4, listeners[SERVERS];
    uint32_t sessions = argc > 2 ? (uint32_t)atoi(argv[2]) : 8;
    uint64_t operations = argc > 3 ? strtoull(argv[3], NULL, 10) : 100000;
    struct sockaddr_in addresses[SERVERS];
    for (int i = 0; i < SERVERS; i++) {
        socklen_t length = sizeof addresses[i];
        addresses[i] = (struct sockaddr_in){.sin_family = AF_INET};
        addresses[i].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        listeners[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (bind(listeners[i], (struct sockaddr *)&addresses[i], length) ||
            listen(listeners[i], clients) ||
            getsockname(listeners[i], (struct sockaddr *)&addresses[i], &length))
            die("listen");
    }
    signal(SIGPIPE, SIG_IGN); // a client that is done does not wait for the last answers
    double start = seconds();
    for (int i = 0; i < SERVERS; i++)
        if (fork() == 0)
            serve(listeners[i], clients);
    for (int i = 0; i < clients; i++)
        if (fork() == 0)
            call(addresses, sessions, operations / (uint64_t)clients);
    for (int status; wait(&status) > 0;)
        if (status != 0) {
            fprintf(stderr, "a process has failed: this is no figure\n");
            return 2;
        }
    double elapsed = seconds() - start;
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    double cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                 (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
    printf("bare sockets: %.0f operations a second, %.1f us of CPU each\n",
           (double)operations / elapsed, cpu * 1e6 / (double)operations);
    return 0;
}
