// SPDX-License-Identifier: MIT
#include "net/wire/address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

bool address_parse(const char *string, address *a, error *e)
{
    *a = (address){0};
    if (strncmp(string, "unix:", 5) == 0) {
        a->path = string + 5;
        if (!a->path[0] || strlen(a->path) >= sizeof(struct sockaddr_un){0}.sun_path)
            return error_set(e, "'%s': the path of a Unix socket has 1 to %zu bytes", string,
                             sizeof(struct sockaddr_un){0}.sun_path - 1);
        return true;
    }
    const char *whole = string;
    a->datagrams = strncmp(string, "udp:", 4) == 0;
    if (a->datagrams)
        string += 4;
    const char *colon = strrchr(string, ':');
    size_t length = colon ? (size_t)(colon - string) : 0;
    char host[256];
    if (!colon || !length || length >= sizeof host || !colon[1])
        return error_set(e, "'%s' is no address: it is HOST:PORT, udp:HOST:PORT or unix:PATH",
                         whole);
    memcpy(host, string, length);
    host[length] = 0;
    if (host[0] == '[' && host[length - 1] == ']') {
        memmove(host, host + 1, length);
        host[length - 2] = 0;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found;
    int code = getaddrinfo(host, colon + 1, &hints, &found);
    if (code)
        return error_set(e, "'%s': %s", whole, gai_strerror(code));
    memcpy(&a->port, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

void address_add(text *t, const struct sockaddr_storage *port, bool datagrams)
{
    char host[INET6_ADDRSTRLEN];
    text_add(t, datagrams ? "udp:" : "");
    if (port->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *)port;
        inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
        text_add(t, "[%s]:%u", host, ntohs(six->sin6_port));
    } else {
        const struct sockaddr_in *four = (const void *)port;
        inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
        text_add(t, "%s:%u", host, ntohs(four->sin_port));
    }
}

bool address_same(const struct sockaddr *a, const struct sockaddr *b)
{
    if (a->sa_family != b->sa_family)
        return false;
    if (a->sa_family == AF_INET) {
        const struct sockaddr_in *x = (const void *)a, *y = (const void *)b;
        return x->sin_port == y->sin_port && x->sin_addr.s_addr == y->sin_addr.s_addr;
    }
    const struct sockaddr_in6 *x = (const void *)a, *y = (const void *)b;
    return x->sin6_port == y->sin6_port && x->sin6_scope_id == y->sin6_scope_id &&
           memcmp(&x->sin6_addr, &y->sin6_addr, sizeof x->sin6_addr) == 0;
}
