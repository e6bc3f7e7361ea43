// SPDX-License-Identifier: MIT
// A pull tokenizer for JSON (RFC 8259): see json.h.

#include "base/io/json.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// What may come next. VALUE_OR_CLOSE and KEY_OR_CLOSE follow an opening bracket.
enum { VALUE, VALUE_OR_CLOSE, KEY_OR_CLOSE, KEY, COLON, COMMA_OR_CLOSE };
enum { IN_ARRAY, IN_OBJECT };

void json_init(json *j, const char *bytes, size_t length)
{
    *j =
        (json){.at = bytes, .end = bytes + length, .line_start = bytes, .line = 1, .expect = VALUE};
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        j->at += 3; // a byte order mark
}

void json_fini(json *j)
{
    text_fini(&j->string);
}

static json_token fail(json *j, const char *problem)
{
    j->problem = problem;
    j->truncated = j->at >= j->end;
    j->token_line = j->line;
    j->token_column = (uint64_t)(j->at - j->line_start) + 1;
    return JSON_ERROR;
}

static void skip_space(json *j)
{
    for (; j->at < j->end; j->at++) {
        if (*j->at == '\n') {
            j->line++;
            j->line_start = j->at + 1;
        } else if (*j->at != ' ' && *j->at != '\t' && *j->at != '\r') {
            return;
        }
    }
}

static json_token value_done(json *j, json_token token)
{
    j->expect = j->depth ? COMMA_OR_CLOSE : VALUE;
    return token;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Four hex digits at j->at; -1 if they are not.
static int32_t hex4(json *j)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = j->at < j->end ? hex_digit(*j->at) : -1;
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
        j->at++;
    }
    return code;
}

static void add_utf8(text *t, uint32_t c)
{
    char b[4];
    size_t n;
    if (c < 0x80) {
        b[0] = (char)c;
        n = 1;
    } else if (c < 0x800) {
        b[0] = (char)(0xc0 | (c >> 6));
        b[1] = (char)(0x80 | (c & 0x3f));
        n = 2;
    } else if (c < 0x10000) {
        b[0] = (char)(0xe0 | (c >> 12));
        b[1] = (char)(0x80 | ((c >> 6) & 0x3f));
        b[2] = (char)(0x80 | (c & 0x3f));
        n = 3;
    } else {
        b[0] = (char)(0xf0 | (c >> 18));
        b[1] = (char)(0x80 | ((c >> 12) & 0x3f));
        b[2] = (char)(0x80 | ((c >> 6) & 0x3f));
        b[3] = (char)(0x80 | (c & 0x3f));
        n = 4;
    }
    text_add_bytes(t, b, n);
}

// Half a surrogate pair, of which the other half did not follow.
static const char *half_pair(json *j)
{
    if (!j->half_pairs)
        return "half a surrogate pair in a string";
    add_utf8(&j->string, 0xfffd);
    return NULL;
}

static const char *escape(json *j)
{
    if (j->at >= j->end)
        return "the string is not closed";
    char c = *j->at++;
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *simple = c ? strchr(from, c) : NULL;
    if (simple) {
        text_add_bytes(&j->string, &to[simple - from], 1);
        return NULL;
    }
    if (c != 'u') {
        j->at--;
        return "unknown escape in a string";
    }
    int32_t code = hex4(j);
    if (code < 0)
        return "\\u needs four hexadecimal digits";
    if (code >= 0xd800 && code <= 0xdbff) {
        int32_t low = -1;
        const char *behind = j->at;
        if (j->end - j->at >= 2 && j->at[0] == '\\' && j->at[1] == 'u') {
            j->at += 2;
            low = hex4(j);
        }
        if (low < 0xdc00 || low > 0xdfff) {
            j->at = behind;
            return half_pair(j);
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code <= 0xdfff) {
        return half_pair(j);
    }
    add_utf8(&j->string, (uint32_t)code);
    return NULL;
}

// To the next byte of a string that means something; false: it is not UTF-8.
static bool skip_plain(json *j)
{
    const char *stop = j->end - j->at > JSON_MAX_STRING ? j->at + JSON_MAX_STRING + 1 : j->end;
    while (j->at < stop && *j->at != '"' && *j->at != '\\') {
        unsigned char c = (unsigned char)*j->at;
        if (c < 0x20)
            break;
        size_t n = c < 0x80 ? 1 : text_utf8(j->at, (size_t)(j->end - j->at));
        if (!n)
            return false;
        j->at += n;
    }
    return true;
}

static json_token string(json *j, json_token token)
{
    text_clear(&j->string);
    text_add_bytes(&j->string, "", 0);
    j->at++;
    for (;;) {
        const char *plain = j->at;
        bool valid = skip_plain(j);
        text_add_bytes(&j->string, plain, (size_t)(j->at - plain));
        if (j->string.length > JSON_MAX_STRING)
            return fail(j, "the string is longer than 16 MiB");
        if (!valid)
            return fail(j, "the string is not valid UTF-8");
        if (j->at >= j->end)
            return fail(j, "the string is not closed");
        if (*j->at == '"')
            break;
        if (*j->at != '\\')
            return fail(j, *j->at == '\n' ? "the string is not closed on its line"
                                          : "control character in a string");
        j->at++;
        const char *problem = escape(j);
        if (problem)
            return fail(j, problem);
    }
    j->at++;
    return token;
}

static bool digit_at(const json *j)
{
    return j->at < j->end && *j->at >= '0' && *j->at <= '9';
}

static json_token number(json *j)
{
    const char *start = j->at;
    bool negative = *j->at == '-', real = false;
    if (negative)
        j->at++;
    if (!digit_at(j))
        return fail(j, "a digit is missing");
    if (*j->at == '0' && j->at + 1 < j->end && j->at[1] >= '0' && j->at[1] <= '9')
        return fail(j, "a number must not begin with 0");
    uint64_t magnitude = 0;
    bool overflow = false;
    for (; digit_at(j); j->at++)
        overflow |= __builtin_mul_overflow(magnitude, 10u, &magnitude) ||
                    __builtin_add_overflow(magnitude, (uint64_t)(*j->at - '0'), &magnitude);
    if (j->at < j->end && *j->at == '.') {
        real = true;
        j->at++;
        if (!digit_at(j))
            return fail(j, "a digit is missing after the point");
        while (digit_at(j))
            j->at++;
    }
    if (j->at < j->end && (*j->at == 'e' || *j->at == 'E')) {
        real = true;
        j->at++;
        if (j->at < j->end && (*j->at == '+' || *j->at == '-'))
            j->at++;
        if (!digit_at(j))
            return fail(j, "a digit is missing in the exponent");
        while (digit_at(j))
            j->at++;
    }
    if (real) {
        char copy[64];
        size_t length = (size_t)(j->at - start);
        if (length >= sizeof copy)
            return fail(j, "the number has too many digits");
        memcpy(copy, start, length);
        copy[length] = 0;
        j->real = strtod(copy, NULL);
        if (j->real - j->real != 0) {
            j->at = start;
            return fail(j, "the number is too large");
        }
        return value_done(j, JSON_REAL);
    }
    if (overflow || magnitude > (uint64_t)INT64_MAX + negative) {
        j->at = start;
        return fail(j, "the integer does not fit into 64 bits");
    }
    j->integer = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return value_done(j, JSON_INTEGER);
}

static json_token word(json *j, const char *spelling, json_token token)
{
    size_t length = strlen(spelling);
    if ((size_t)(j->end - j->at) < length || memcmp(j->at, spelling, length) != 0)
        return fail(j, "this is not a JSON value");
    j->at += length;
    return value_done(j, token);
}

static json_token open(json *j, int kind)
{
    if (j->depth == JSON_MAX_DEPTH)
        return fail(j, "nested too deeply");
    j->nesting[j->depth++] = (unsigned char)kind;
    j->at++;
    j->expect = kind == IN_ARRAY ? VALUE_OR_CLOSE : KEY_OR_CLOSE;
    return kind == IN_ARRAY ? JSON_ARRAY : JSON_OBJECT;
}

static json_token value(json *j)
{
    switch (*j->at) {
    case '{':
        return open(j, IN_OBJECT);
    case '[':
        return open(j, IN_ARRAY);
    case '"': {
        json_token t = string(j, JSON_STRING);
        return t == JSON_ERROR ? t : value_done(j, t);
    }
    case 't':
        return word(j, "true", JSON_TRUE);
    case 'f':
        return word(j, "false", JSON_FALSE);
    case 'n':
        return word(j, "null", JSON_NULL);
    default:
        if (*j->at == '-' || digit_at(j))
            return number(j);
        return fail(j, "this is not a JSON value");
    }
}

json_token json_next(json *j)
{
    for (;;) {
        skip_space(j);
        j->token_line = j->line;
        j->token_column = (uint64_t)(j->at - j->line_start) + 1;
        if (j->at >= j->end)
            return j->depth ? fail(j, "the input ends in the middle of a value") : JSON_END;
        if (j->limit && j->at > j->limit)
            return fail(j, "this event is longer than 16 MiB");
        bool in_object = j->depth && j->nesting[j->depth - 1] == IN_OBJECT;
        bool closes = *j->at == (in_object ? '}' : ']');
        if (closes && j->depth &&
            (j->expect == VALUE_OR_CLOSE || j->expect == KEY_OR_CLOSE ||
             j->expect == COMMA_OR_CLOSE)) {
            j->at++;
            j->depth--;
            return value_done(j, JSON_CLOSE);
        }
        switch (j->expect) {
        case COMMA_OR_CLOSE:
            if (*j->at != ',')
                return fail(j, in_object ? "',' or '}' expected" : "',' or ']' expected");
            j->at++;
            j->expect = in_object ? KEY : VALUE;
            continue;
        case KEY:
        case KEY_OR_CLOSE: {
            if (*j->at != '"')
                return fail(j, "a key in quotes expected");
            json_token t = string(j, JSON_KEY);
            if (t == JSON_ERROR)
                return t;
            uint64_t line = j->token_line, column = j->token_column;
            skip_space(j);
            if (j->at >= j->end || *j->at != ':')
                return fail(j, "':' expected");
            j->at++;
            j->token_line = line;
            j->token_column = column;
            j->expect = VALUE;
            return JSON_KEY;
        }
        default:
            return value(j);
        }
    }
}

bool json_skip(json *j, json_token first)
{
    if (first == JSON_ERROR)
        return false;
    if (first != JSON_ARRAY && first != JSON_OBJECT)
        return true;
    for (int until = j->depth - 1; j->depth > until;)
        if (json_next(j) == JSON_ERROR)
            return false;
    return true;
}

bool json_take_string(json *j, char **into)
{
    if (json_next(j) != JSON_STRING)
        return false;
    free(*into);
    *into = memory_string_n(j->string.bytes, j->string.length);
    return true;
}

bool json_fail(const json *j, const char *file, error *e)
{
    return error_at(e, file, j->token_line, j->token_column, "%s",
                    j->problem ? j->problem : "unexpected value");
}
