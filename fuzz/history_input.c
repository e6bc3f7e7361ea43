// SPDX-License-Identifier: MIT
// Inputs for the readers of histories: random histories in the target's format.

#include "fuzz.h"
#include "fuzz_input.h"
#include "mutate.h"

const char *const fuzz_words[] = {"\"process\":1,",
                                  "\"type\":\"ok\",",
                                  "\"f\":\"cas\",",
                                  "\"value\":null,",
                                  "\"id\":7,",
                                  ":process 1 ",
                                  ":type :ok ",
                                  ":f :read ",
                                  ":value [1 2] ",
                                  ":key \"a\" ",
                                  ":fail",
                                  ":info",
                                  ":timed-out",
                                  "INFO  jepsen.util - 1\t",
                                  "[1] ",
                                  "call ",
                                  "return ",
                                  "empty",
                                  "nil",
                                  "null",
                                  "true",
                                  "#{",
                                  "#inst ",
                                  "#_",
                                  "\\newline",
                                  "\\u0041",
                                  "\"",
                                  "\\",
                                  "[",
                                  "]",
                                  "{",
                                  "}",
                                  "(",
                                  ")",
                                  "1/2",
                                  "1e999",
                                  "99999999999999999999",
                                  "-",
                                  ";",
                                  "\n",
                                  "\r\n",
                                  "\xff",
                                  "\xef\xbb\xbf",
                                  NULL};

void fuzz_input(rng *r, text *out)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    random_history(r, fuzz_format, h);
    history_format_find(fuzz_format)->write(h, NULL, out);
    lp_history_free(h);
    lp_pool_free(pool);
}
