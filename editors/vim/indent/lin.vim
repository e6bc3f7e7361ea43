" SPDX-License-Identifier: MIT
" Indentation of the .lin language: two columns for each bracket that is open, as `linchpin fmt` has it.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1
setlocal indentexpr=LinIndent(v:lnum)
setlocal indentkeys=0{,0},0),0],!^F,o,O,e
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*LinIndent')
  finish
endif

" How many brackets a line opens and does not close; `lead`: those it closes at its begin.
function! s:Depth(text) abort
  let code = substitute(a:text, '//.*$\|/\*.\{-}\*/', '', 'g')
  let depth = 0
  for c in split(code, '\zs')
    let depth += c =~# '[({[]' ? 1 : c =~# '[)}\]]' ? -1 : 0
  endfor
  return depth
endfunction

function! s:Closes(text) abort
  return len(substitute(matchstr(a:text, '^\s*\zs[)}\]]\+'), '\s', '', 'g'))
endfunction

function! LinIndent(line) abort
  let before = prevnonblank(a:line - 1)
  if before == 0
    return 0
  endif
  " The brackets with which the line before begins were taken back there already.
  let closed = s:Closes(getline(before))
  let columns = indent(before) + shiftwidth() * (s:Depth(getline(before)) + closed - s:Closes(getline(a:line)))
  return max([columns, 0])
endfunction
