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
    const char *colon = strrchr(string, ':');
    size_t length = colon ? (size_t)(colon - string) : 0;
    char host[256];
    if (!colon || !length || length >= sizeof host || !colon[1])
        return error_set(e, "'%s' is no address: it is HOST:PORT or unix:PATH", string);
    memcpy(host, string, length);
    host[length] = 0;
    if (host[0] == '[' && host[length - 1] == ']') {
        memmove(host, host + 1, length);
        host[length - 2] = 0;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found;
    int code = getaddrinfo(host, colon + 1, &hints, &found);
    if (code)
        return error_set(e, "'%s': %s", string, gai_strerror(code));
    memcpy(&a->tcp, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

void address_add(text *t, const struct sockaddr_storage *tcp)
{
    char host[INET6_ADDRSTRLEN];
    if (tcp->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *)tcp;
        inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
        text_add(t, "[%s]:%u", host, ntohs(six->sin6_port));
    } else {
        const struct sockaddr_in *four = (const void *)tcp;
        inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
        text_add(t, "%s:%u", host, ntohs(four->sin_port));
    }
}
