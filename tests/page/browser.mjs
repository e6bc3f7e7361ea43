// SPDX-License-Identifier: MIT
// All tests of the report page in one process, and so in one browser. Names of files may be given.

import { readdirSync } from 'node:fs';

const given = process.argv.slice(2);
const here = new URL('.', import.meta.url);
for (const name of readdirSync(here).sort())
    if (name.endsWith('.test.mjs') && (!given.length || given.some(part => name.includes(part))))
        await import(new URL(name, here));
