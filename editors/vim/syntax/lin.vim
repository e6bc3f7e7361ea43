" SPDX-License-Identifier: MIT
" Syntax of the .lin language of linchpin. Made by tools/grammars from editors/grammar/lin.vim.in and the words of the
" language: change those.
"
" Most words mean something only where no name can stand, and may be names elsewhere. So they are found by what follows.
if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim
syntax case match
syntax sync minlines=200

" What is further down wins.
syntax match linOperator /\v-\>|\<-|\.\.\.?|[-+*\/%!<>=&|^~?:]+/
syntax match linFunction /\v<\h\w*>\ze\s*\(/
syntax match linProcess /\v<%(Stop|Skip|tau|interrupt)>/
syntax match linJoin /\v<%(from|to|of|in|is|with|intersect)>\ze\s+[A-Za-z_0-9({[]/
syntax match linJoin /\v<intersect>\ze\s*;/
syntax match linModifier /\v<%(reliable|fifo|lossy|duplicating|bounded|recovering|forgetting)>\ze%(\s*[;,)]|\s+\w)/
syntax match linType /\v<%(seq|set|map|machine|answer)>\ze\</
syntax match linType /\v<%(int|bool)>/
syntax match linSelf /\v<me>/
syntax match linOperatorWord /\v<%(forall|exists|me|down)>\ze\s+[A-Za-z_(]/
syntax match linConstant /\v<%(true|false|null|none)>/
syntax match linBuiltin /\v<%(dcas|swap|faa|ll|sc|value|min|max|closure|majorities|acyclic|sorted|reaches)>\ze\s*\(/
syntax match linBuiltin /\v<%(cas|new)>/
syntax match linStatement /\v<%(for|await|lock|unlock|choose|send|each)>\ze\s+\h/
syntax match linStatement /\v<%(for|await|lock|unlock|free)>\ze\s*\([^)]/
syntax match linStatement /\v%(\@lin\()@5<=for>/
syntax match linStatement /\v%([-+*\/=(,?:<>]\s|return\s|\()@8<=<choose>\ze\(/
syntax match linStatement /\v<%(if|else|while|loop|break|continue|return|assert|atomic|free)>/
syntax match linDeclaration /\v<%(action|output|input|internal|receive|clock|crashes|time|skew|step|matches|relation|never|decreases|sync|hide|when|do)>\ze\s+[A-Za-z_0-9(]/
syntax match linDeclaration /\v<%(relation|matches|when|do|decreases)>\ze%(\s*[-{(!\[~<;]|\s*$)/
syntax match linDeclaration /\v%([{;]\s)@2<=time>\ze;/
syntax match linDeclaration /\v<%(let|enum|type|message|struct|shared|thread|ghost|invariant|quiescent|function|procedure|init|object|automaton|system|simulation|process|channel|alphabet|quorums|spec|verify)>\ze\s+[A-Za-z_(]/
syntax match linDeclaration /\v<%(init|invariant|ghost)>\ze\s*\{/
syntax match linDeclaration /\v<%(const)>/
syntax match linName /\v%(<%(object|automaton|system|simulation|process|spec|struct|enum|type|message|channel)\s+)@24<=\h\w*\ze%(\s*[[{(=;0-9]|\s+%(from|intersect)>)/

" Behind a dot stands a member, but behind two of them a number or a name.
syntax match linMember /\v%([^.]\.)@2<=\h\w*/
syntax match linConstant /\v%([^.]\.)@2<=%(true|false|null|none)>/
syntax match linBuiltin /\v%([^.]\.)@2<=%(down>|call>|return>|answer\ze\()/
syntax match linBuiltin /\v%([^.]\.)@2<=%(push|push_front|pop|pop_front|front|back|has|remove|empty|len|add|put|get|apply)>\ze\s*\(/

syntax match linNumber /\v<\d+>/
syntax match linMark /\v\@%(%(lin|insert|only)>|\h\w*)/
syntax keyword linTodo TODO FIXME XXX contained
syntax match linComment "//.*$" contains=linTodo,@Spell
syntax region linComment start="/\*" end="\*/" contains=linTodo,@Spell

" A verify block: the claim, with formulas, which may have braces, too; then the settings.
syntax cluster linCode contains=linOperator,linFunction,linProcess,linJoin,linModifier,linType,linSelf,linOperatorWord,linConstant,linBuiltin,linStatement,linDeclaration,linMember,linNumber,linMark,linComment
syntax match linClaim /\v[.A-Za-z_0-9]@1<!%(refines|using|points|sequential|serializable|synchronised|progressible|progress|waitfree|lockfree|obstructionfree|starvationfree|implements|traces|failures|divergences|commit|quasi|lateness|stuttering|deadlockfree|quiescent|out-of-order|strict-out-of-order)>\ze\_s*[-A-Za-z_:{]/ contained
syntax match linFormula /\v<%(U|W|R|X|M|G|F)>\ze\s*[A-Za-z_([<!]/ contained
syntax match linSetting /\v%(^|[{;]|\*\/)@2<=\s*\zs%(threads|capacity|operations|nodes|reuse|deadlockfree|leakfree|divergencefree|deterministic|nonterminating|reachable|ends|least|greatest|property|fair|weak|strong|global|actions|events|call|return)>\ze%([.(]@!)/ contained
syntax match linSetting /\v<%(weak|strong|global|actions|events)>\ze\s*%(;|actions|events)/ contained
syntax match linSetting /\v%(<with )@5<=%(least|greatest)>/ contained
syntax match linVerified /\v%(^\s*verify\s+)@20<=\h\w*/ contained
syntax region linSettings start=/{/ end=/}/ contained contains=linSettings,@linCode,linSetting
syntax region linVerify matchgroup=linDeclaration start=/\v<verify>\ze\s+\h/ matchgroup=NONE end=/\v\}@1<=\s*$/ end=/\v\}@1<=\s*\ze%(\/\/|\/\*|\h)/ contains=@linCode,linClaim,linFormula,linVerified,linSettings

highlight default link linOperator Operator
highlight default link linFunction Function
highlight default link linProcess Keyword
highlight default link linJoin Keyword
highlight default link linModifier StorageClass
highlight default link linType Type
highlight default link linSelf Identifier
highlight default link linOperatorWord Operator
highlight default link linConstant Constant
highlight default link linBuiltin Special
highlight default link linStatement Statement
highlight default link linDeclaration Keyword
highlight default link linName Structure
highlight default link linNumber Number
highlight default link linMark PreProc
highlight default link linTodo Todo
highlight default link linComment Comment
highlight default link linClaim Keyword
highlight default link linFormula Operator
highlight default link linSetting Keyword
highlight default link linVerified Structure

let b:current_syntax = 'lin'
let &cpo = s:cpo
unlet s:cpo
