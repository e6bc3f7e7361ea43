# SPDX-License-Identifier: MIT
# complete.zsh SCRIPT: as complete.bash, in a zsh of its own on a terminal of its own. That shell asks by itself, as
# soon as it edits a line. What is offered is what reaches compadd.
zmodload zsh/zpty
folder=$(mktemp -d)
trap 'rm -rf $folder' EXIT
cp $1 $folder/_linchpin
cat >$folder/lines
mkfifo $folder/over
cat >$folder/.zshrc <<END
fpath=($folder \$fpath)
autoload -Uz compinit
compinit -D -u
compadd() {
    if [[ " \${@[1,(i)(-|--)]} " != *\ -(O|A|D)\ * ]]; then
        local -a hits
        builtin compadd -A hits "\$@"
        print -rl -- \$hits >>$folder/hits
    fi
    builtin compadd "\$@"
}
offer() {
    _main_complete
    compstate[insert]= compstate[list]=
}
zle -C offer complete-word offer
zle-line-init() {
    local line
    while IFS= read -r line; do
        : >$folder/hits
        BUFFER=\$line CURSOR=\$#line
        zle offer
        print -r -- \${(ou)\${(f)"\$(<$folder/hits)"}} >>$folder/offered
    done <$folder/lines
    print over >$folder/over
}
zle -N zle-line-init
END
export ZDOTDIR=$folder
zpty shell zsh -d -i
read <$folder/over
cat $folder/offered
zpty -d shell
