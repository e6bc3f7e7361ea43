// SPDX-License-Identifier: MIT
// See output_relay.h. A record is a head of fixed size and the verdict's JSON. The last one may
// be cut off where the child was killed in the midst of it: it is left out.

#include "cli/runs/output_relay.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct record {
    size_t length; // of the JSON behind it
    error where;
} record;

void output_relay_init(output_relay *r)
{
    *r = (output_relay){.fd = -1};
}

void output_relay_fini(output_relay *r)
{
    if (r->fd >= 0)
        close(r->fd);
    text_fini(&r->last);
}

static void add_record(const lp_verdict *v, const error *where, text *out)
{
    text json = {0};
    verdict_write_json(v, &json);
    record head = {.length = json.length};
    if (where)
        head.where = *where;
    text_add_bytes(out, (const char *)&head, sizeof head);
    text_add_bytes(out, json.bytes, json.length);
    text_fini(&json);
}

bool output_relay_open(output_relay *r, error *e)
{
    lp_verdict v;
    lp_verdict_init(&v);
    verdict_decide(&v, LP_UNKNOWN, "out of memory");
    add_record(&v, NULL, &r->last);
    lp_verdict_fini(&v);
    r->fd = memfd_create("linchpin-verdicts", MFD_CLOEXEC);
    return r->fd >= 0 || error_set(e, "cannot share memory with a process: %s", strerror(errno));
}

void output_relay_child(output_relay *r)
{
    r->pid = getpid();
}

// Also of those that the user's code has forked, which send nothing.
bool output_relay_in_child(const output_relay *r)
{
    return r->pid != 0;
}

static void send_bytes(const output_relay *r, const text *t)
{
    size_t done = 0;
    while (done < t->length && r->pid == getpid()) {
        ssize_t n = write(r->fd, t->bytes + done, t->length - done);
        if (n < 0 && errno != EINTR)
            return;
        done += n > 0 ? (size_t)n : 0;
    }
}

void output_relay_send(const output_relay *r, const lp_verdict *v, const error *where)
{
    text t = {0};
    add_record(v, where, &t);
    send_bytes(r, &t);
    text_fini(&t);
}

void output_relay_send_last(const output_relay *r)
{
    send_bytes(r, &r->last);
}

void relayed_open(relayed *all, const output_relay *r)
{
    struct stat s;
    *all = (relayed){0};
    if (r->fd < 0 || fstat(r->fd, &s) != 0 || s.st_size <= 0)
        return;
    all->size = (size_t)s.st_size;
    all->bytes = mmap(NULL, all->size, PROT_READ, MAP_PRIVATE, r->fd, 0);
    if (all->bytes == MAP_FAILED)
        memory_exhausted(all->size);
}

bool relayed_next(relayed *all)
{
    record head;
    if (all->size - all->at < sizeof head)
        return false;
    memcpy(&head, all->bytes + all->at, sizeof head);
    if (all->size - all->at - sizeof head < head.length)
        return false;
    all->json = all->bytes + all->at + sizeof head;
    all->length = head.length;
    all->where = head.where;
    all->at += sizeof head + head.length;
    return true;
}

void relayed_close(relayed *all)
{
    if (all->bytes)
        munmap(all->bytes, all->size);
}

void output_relay_gather(const output_relay *r,
                         void (*take)(void *context, const lp_verdict *v, const error *where),
                         void *context)
{
    relayed all;
    for (relayed_open(&all, r); relayed_next(&all);) {
        lp_verdict v;
        error e = {0};
        lp_pool *pool = lp_pool_new();
        lp_verdict_init(&v);
        if (verdict_read_json(all.json, all.length, pool, &v, &e))
            take(context, &v, &all.where);
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
    relayed_close(&all);
}
