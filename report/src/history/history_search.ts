// SPDX-License-Identifier: MIT
// Operations that have all of the words: in method, values, process, or number.

import { operationText, processName, type Operations } from '../data/operations';
import type { State } from '../page_state';
import type { Hit, Search } from '../view';

// Which texts have a word: looked at once each, so that a million operations take no while.
function having(texts: string[], word: string): Uint8Array {
    return Uint8Array.from(texts, text => Number(text.toLowerCase().includes(word)));
}

function matcher(ops: Operations, words: string): (op: number) => boolean {
    const process = /^p(?:rocess)?\s*(-?\d+)$/.exec(words);
    if (process)
        return op => processName(ops, op) === process[1];
    // Written as an operation is: "enq(1)".
    if (/[(→]/.test(words))
        return op => operationText(ops, op).toLowerCase().includes(words);
    const parts = words.split(/\s+/).map(word => ({
        methods: having(ops.methods, word), values: having(ops.values, word), number: /^#?\d+$/.test(word) ? Number(word.replace('#', '')) : -1,
    }));
    return op => parts.every(({ methods, values, number }) =>
        methods[ops.method[op]!] || values[ops.argument[op]!] || values[ops.result[op]!] || ops.first + op === number);
}

export function searchOperations(ops: Operations, { words, limit }: Search, where: string, go: (op: number) => Partial<State>): Hit[] {
    const matches = matcher(ops, words);
    const hits: Hit[] = [];
    for (let op = 0; op < ops.count && hits.length < limit; op++)
        if (matches(op))
            hits.push({ text: operationText(ops, op), where: `process ${processName(ops, op)} · operation ${ops.first + op}${where}`, go: go(op) });
    return hits;
}
