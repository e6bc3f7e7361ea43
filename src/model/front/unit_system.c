// SPDX-License-Identifier: MIT
// system NAME = users || client[x in op] || replica[p in replica] hide send, receive {
//     channel client <-> replica reliable; crashes 1 of replica; time 0..6; let …;
//     invariant NAME { … }
// }
// The block may be left out, then a semicolon ends it.

#include "model/syntax/finite_type.h"
#include "model/syntax/unit_syntax.h"

#include <stdio.h>

// [x in op], or [op].
static bool parse_domains(parser *p, system_part *c)
{
    if (!parser_take(p, "["))
        return true;
    do {
        if (c->domain_count == MODEL_MAX_ARGS)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d parameters",
                                MODEL_MAX_ARGS);
        if (p->t->kind == TOKEN_NAME && token_is(p->s, &p->t[1], "in")) {
            p->t++;
            parser_role(p, ROLE_WORD);
            p->t++;
        }
        type *t = &c->domains[c->domain_count++];
        if (!parse_type(p, t))
            return false;
        if (!type_card(*t) || type_width(*t) > 1 || t->kind == TYPE_MASK || t->optional)
            return source_error(p->s, p->e, t->at, "for example: client[x in op]",
                                "the name of an enum, of a range of it, or a range of ints is "
                                "expected here");
    } while (parser_take(p, ","));
    return parser_expect(p, "]", "after the parameters");
}

static bool parse_components(parser *p, unit *u)
{
    u->components = model_allocate(p->m, MODEL_MAX_NAMES * sizeof *u->components);
    do {
        if (u->component_count == MODEL_MAX_NAMES)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d components",
                                MODEL_MAX_NAMES);
        system_part *c = &u->components[u->component_count++];
        if (!(c->name = parser_name(p, "automaton", &c->at)) || !parse_domains(p, c))
            return false;
    } while (parser_take(p, "||"));
    return true;
}

static bool parse_hidden(parser *p, unit *u)
{
    if (!parser_take_word(p, "hide"))
        return true;
    do {
        if (u->hidden_count == MODEL_MAX_ACTIONS)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d actions",
                                MODEL_MAX_ACTIONS);
        uint32_t i = u->hidden_count++;
        if (!(u->hidden[i] = parser_name(p, "action", &u->hidden_at[i])))
            return false;
    } while (parser_take(p, ","));
    return true;
}

static bool no_property(parser *p, uint32_t at)
{
    return source_error(
        p->s, p->e, at,
        "a channel is reliable; or fifo, lossy, duplicating, bounded 2, or several of them",
        "what is this channel?");
}

static bool parse_properties(parser *p, channel *c)
{
    const struct {
        const char *word;
        bool *given;
    } flags[] = {{"fifo", &c->fifo}, {"lossy", &c->lossy}, {"duplicating", &c->duplicating}};
    parser_role(p, ROLE_WORD);
    if (parser_take(p, "reliable"))
        return parser_at(p, ";") || source_error(p->s, p->e, p->t->at, "leave out: reliable",
                                                 "a reliable channel is nothing else");
    if (parser_at(p, ";"))
        return no_property(p, p->t->at);
    while (!parser_at(p, ";")) {
        uint32_t at = p->t->at, k = 0;
        parser_role(p, ROLE_WORD);
        while (k < 3 && !parser_at(p, flags[k].word))
            k++;
        bool bounded = k == 3 && parser_at(p, "bounded");
        if (k == 3 && !bounded)
            return no_property(p, at);
        if (bounded ? c->bound > 0 : *flags[k].given)
            return source_error(p->s, p->e, at, NULL, "this is said already");
        p->t++;
        if (bounded && !parse_bound(p, "the bound", 1, MODEL_MAX_MANY, &c->bound))
            return false;
        if (!bounded)
            *flags[k].given = true;
    }
    return !c->fifo || !c->duplicating ||
           source_error(p->s, p->e, c->from_at, "leave one of them out",
                        "a channel that duplicates keeps no order");
}

// channel client <-> replica reliable;
static bool parse_channel(parser *p, unit *u)
{
    channel c = {0};
    parser_role(p, ROLE_WORD);
    p->t++;
    if (!u->channels)
        u->channels = model_allocate(p->m, (MODEL_MAX_CHANNELS + 1) * sizeof *u->channels);
    if (u->channel_count >= MODEL_MAX_CHANNELS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d channels",
                            MODEL_MAX_CHANNELS);
    if (!(c.from = parser_name(p, "automaton", &c.from_at)))
        return false;
    bool both = parser_at(p, "<") && token_is(p->s, &p->t[1], "->");
    if (both) {
        p->t++;
        parser_role(p, ROLE_GLUE);
    }
    if (!parser_expect(p, "->", "between the two ends") ||
        !(c.to = parser_name(p, "automaton", &c.to_at)) || !parse_properties(p, &c))
        return false;
    u->channels[u->channel_count++] = c;
    if (both) {
        channel back = c;
        back.from = c.to;
        back.to = c.from;
        back.from_at = c.to_at;
        back.to_at = c.from_at;
        u->channels[u->channel_count++] = back;
    }
    return parser_expect(p, ";", "after the channel");
}

static bool parse_crash_mode(parser *p, crashes *c)
{
    static const char *const words[] = {"recovering", "forgetting"};
    uint32_t at = p->t->at;
    if (parser_at(p, ";"))
        return true;
    for (uint32_t k = 0; k < 2; k++)
        if (parser_take_word(p, words[k])) {
            c->mode = k ? CRASH_FORGETS : CRASH_RECOVERS;
            return parser_at(p, ";") || source_error(p->s, p->e, p->t->at, "leave it out",
                                                     "what comes after is said already");
        }
    const char *name = p->t->kind == TOKEN_NAME ? parser_name(p, "word", NULL) : NULL;
    const char *near = name ? did_you_mean(name, words, 2) : NULL;
    char hint[160] = "with its state: recovering; in its initial state: forgetting; never: nothing";
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(p->s, p->e, at, hint, "does it come up again after a crash?");
}

// crashes 1 of replica recovering;
static bool parse_crashes(parser *p, unit *u)
{
    crashes c = {.at = p->t->at};
    parser_role(p, ROLE_WORD);
    p->t++;
    if (!u->crashes)
        u->crashes = model_allocate(p->m, MODEL_MAX_NAMES * sizeof *u->crashes);
    if (u->crash_count == MODEL_MAX_NAMES)
        return source_error(p->s, p->e, c.at, NULL, "there are more than %d of them",
                            MODEL_MAX_NAMES);
    if (!parse_bound(p, "the number of crashes", 1, MODEL_MAX_CRASHES, &c.most))
        return false;
    if (!parser_take_word(p, "of"))
        return source_error(p->s, p->e, p->t->at, "for example: crashes 1 of replica;",
                            "of which component? The word of is expected here");
    if (!(c.of = parser_name(p, "automaton", &c.of_at)) || !parse_crash_mode(p, &c))
        return false;
    u->crashes[u->crash_count++] = c;
    return parser_expect(p, ";", "after the crashes");
}

// time; or time 0..6 skew 1;
static bool parse_time(parser *p, unit *u)
{
    timing t = {.passes = true, .at = p->t->at};
    int64_t from;
    parser_role(p, ROLE_WORD);
    p->t++;
    if (u->time.passes)
        return source_error(p->s, p->e, t.at, "say it once", "the time of %s is there already",
                            u->name);
    if (!parser_at(p, ";")) {
        uint32_t at = p->t->at;
        t.bounded = true;
        if (!parse_number(p, &from) || !parser_expect(p, "..", "between the bounds"))
            return false;
        if (from != 0)
            return source_error(p->s, p->e, at, "for example: time 0..6;", "time begins with 0");
        if (!parse_bound(p, "the last time", 1, MODEL_MAX_TIME, &t.last))
            return false;
        if (parser_take_word(p, "skew") &&
            !parse_bound(p, "the skew of the clocks", 0, t.last, &t.skew))
            return false;
    }
    u->time = t;
    return parser_expect(p, ";", "after the time");
}

static bool no_part(parser *p)
{
    static const char *const words[] = {"channel", "crashes", "time", "let", "invariant"};
    uint32_t at = p->t->at;
    const char *name = p->t->kind == TOKEN_NAME ? parser_name(p, "word", NULL) : NULL;
    const char *near = name ? did_you_mean(name, words, 5) : NULL;
    char hint[160] = "variables and actions stand in its automata";
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(p->s, p->e, at, hint,
                        "a system has channels, crashes, time, derived variables and invariants");
}

static bool parse_part(parser *p, unit *u)
{
    bool named = p->t[1].kind == TOKEN_NAME;
    parser_role(p, ROLE_START);
    if (parser_at(p, "channel") && named)
        return parse_channel(p, u);
    if (parser_at(p, "crashes"))
        return parse_crashes(p, u);
    if (parser_at(p, "time"))
        return parse_time(p, u);
    if (parser_at(p, "let") && named)
        return parse_let(p);
    if (parser_at(p, "invariant") && named)
        return parse_invariant(p);
    if (step_claim_ahead(p))
        return parse_step_claim(p);
    return no_part(p);
}

static unit *parse(parser *p)
{
    unit *u = model_allocate(p->m, sizeof *u);
    u->is_automaton = true;
    p->finite = true;
    if (!(u->name = parser_name(p, "system", &u->at)) ||
        !parser_expect(p, "=", "before the automata") || !parse_components(p, u) ||
        !parse_hidden(p, u))
        return NULL;
    unit_begin(p, u);
    if (parser_at(p, "{")) {
        if (!parser_open(p, "after the automata"))
            return NULL;
        while (!parser_close(p)) {
            if (!parse_part(p, u))
                return NULL;
        }
    } else if (!parser_expect(p, ";", "after the automata")) {
        return NULL;
    }
    unit_end(p, u);
    p->finite = false;
    return u;
}

const unit_syntax unit_system = {.word = "system", .parse = parse};
