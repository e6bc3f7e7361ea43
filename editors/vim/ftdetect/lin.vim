" SPDX-License-Identifier: MIT
autocmd BufNewFile,BufRead *.lin setfiletype lin
