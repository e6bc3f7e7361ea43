// SPDX-License-Identifier: MIT
// For bash: one function with a case for each command. It does not need the package
// bash-completion. readline breaks words at = and at colons: --spec=bounded-queue:4 is five words.

#include "cli/options.h"
#include "cli/shells/completions.h"
#include "cli/shells/offered.h"

static const char head[] =
    "# Completions of linchpin for bash. Made by `linchpin completions bash`.\n"
    "\n"
    "_linchpin()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local option=$before options='' values='' parts='' pattern flags='' i\n"
    "    local -a files=()\n"
    "    COMPREPLY=()\n"
    "    [[ $cur != : && $before != : ]] || return 0\n"
    "    if [[ $cur == = ]]; then\n"
    "        option=$before= cur=''\n"
    "    elif [[ $before == = ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
    "    fi\n"
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        [[ ${COMP_WORDS[i]} != -- ]] || flags=yes\n"
    "    done\n"
    "    if [[ $flags ]]; then\n"
    "        files=('*')\n"
    "    elif ((COMP_CWORD == 1)); then\n"
    "        options='--help --version'\n";

static const char tail[] =
    "        esac\n"
    "    fi\n"
    "    if [[ $cur == -* && $options ]]; then\n"
    "        values=$options files=()\n"
    "    fi\n"
    "    if [[ $parts && $cur == *,* ]]; then\n"
    "        pattern=${cur%,*},\n"
    "        values=$pattern${parts// / $pattern}\n"
    "    fi\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\")\n"
    "    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]]; then\n"
    "        compopt -o nospace 2>/dev/null\n"
    "    fi\n"
    "    ((${#files[@]})) || return 0\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\n"
    "        {\n"
    "            compgen -d -- \"$cur\"\n"
    "            for pattern in \"${files[@]}\"; do\n"
    "                [[ $pattern == '*/' ]] || compgen -f -X \"!$pattern\" -- \"$cur\"\n"
    "            done\n"
    "        } | sort -u)\n"
    "}\n"
    "complete -F _linchpin linchpin\n";

// " values='a b' files=('*.c')", as far as there are some.
static void add_offered(text *out, const offered *o)
{
    for (size_t i = 0; i < o->values.count; i++)
        text_add(out, "%s%s", i ? " " : " values='", o->values.items[i]);
    text_add(out, o->values.count ? "'" : "");
    for (size_t i = o->alone; o->listed && i < o->values.count; i++)
        text_add(out, "%s%s", i > o->alone ? " " : " parts='", o->values.items[i]);
    text_add(out, o->listed ? "'" : "");
    for (size_t i = 0; i < o->files.count; i++)
        text_add(out, "%s'%s'", i ? " " : " files=(", o->files.items[i]);
    text_add(out, o->files.count ? ")" : "");
}

static void add_option(text *out, const cli_command *command, const cli_option *o)
{
    offered what;
    offered_option(command, o, &what);
    if (o->type == CLI_CHOICE)
        text_add(out, "            --%s=)", o->name);
    else
        text_add(out, "            --%s | --%s=)", o->name, o->name);
    if (what.values.count || what.files.count)
        add_offered(out, &what);
    else
        text_add(out, " return 0"); // anything may stand there
    text_add(out, " ;;\n");
    offered_fini(&what);
}

static void add_command(text *out, const cli_command *command)
{
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    text_add(out, "        %s)\n            case $option in\n", command->name);
    for (size_t t = 0; t < CLI_TABLES; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            if (o->type != CLI_FLAG)
                add_option(out, command, o);
    text_add(out, "            *)\n                options='");
    const char *between = "";
    for (size_t t = 0; t < CLI_TABLES; t++) {
        for (const cli_option *o = tables[t]; o && o->name; o++) {
            text_add(out, "%s--%s", between, o->name);
            between = " ";
        }
    }
    text_add(out, "'\n               ");
    offered what;
    offered_argument(command, &what);
    add_offered(out, &what);
    offered_fini(&what);
    text_add(out, "\n                ;;\n            esac\n            ;;\n");
}

void completions_bash(text *out)
{
    offered commands, all;
    offered_words("<commands>", &commands);
    offered_words("<commands> help", &all);
    text_add(out, "%s       ", head);
    add_offered(out, &all);
    text_add(out, "\n    else\n        case ${COMP_WORDS[1]} in\n        help)");
    add_offered(out, &commands);
    text_add(out, " ;;\n");
    for (const cli_command *const *c = cli_commands; *c; c++)
        add_command(out, *c);
    text_add(out, "%s", tail);
    offered_fini(&all);
    offered_fini(&commands);
}
