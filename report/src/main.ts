// SPDX-License-Identifier: MIT
import { readData } from './data/read';
import { el } from './dom/element';
import { startShell } from './shell/shell';

const data = readData();
if (data.entries.length)
    startShell(data);
else
    document.body.append(el('main', {}, el('p', {}, 'Nothing was judged: there is no verdict.')));
