" SPDX-License-Identifier: MIT
" vim -u NONE -es -S vim_groups.vim, with $LIN_VIM the folder with the syntax, $LIN_IN a file that has a path, then
" `line column` of its tokens, one a line, and $LIN_OUT, to which the names of their groups go.
set nocompatible encoding=utf-8 nomore
let &runtimepath = $LIN_VIM . ',' . $VIMRUNTIME
filetype plugin indent on
syntax on
let lines = readfile($LIN_IN)
let out = []
for line in lines
  let part = split(line, "\t")
  if len(part) == 1
    execute 'silent edit' fnameescape(part[0])
    call add(out, part[0] . ' ' . &filetype . ' ' . &shiftwidth . ' ' . &commentstring)
  else
    call add(out, synIDattr(synID(str2nr(part[0]), str2nr(part[1]), 1), 'name'))
  endif
endfor
call writefile(out, $LIN_OUT)
qall!
