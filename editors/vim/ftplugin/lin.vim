" SPDX-License-Identifier: MIT
" Settings for files of the .lin language: comments, the width of an indentation, and `linchpin verify` for `:make`.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
let s:cpo = &cpo
set cpo&vim

setlocal comments=s1:/*,mb:*,ex:*/,:// commentstring=//\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal iskeyword=@,48-57,_
setlocal suffixesadd=.lin
setlocal errorformat=%f:%l:%c:\ %m
let &l:makeprg = 'linchpin verify %:S'
let b:undo_ftplugin = 'setlocal comments< commentstring< formatoptions< expandtab< shiftwidth< softtabstop<'
      \ . ' iskeyword< suffixesadd< errorformat< makeprg<'

let &cpo = s:cpo
unlet s:cpo
