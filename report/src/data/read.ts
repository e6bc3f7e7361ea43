// SPDX-License-Identifier: MIT
// The data of the page. Whole numbers beyond 2^53 keep all their digits, where the browser's
// JSON.parse tells how they were written.

import type { Data } from './types';

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const exact: Reviver = (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)
        ? BigInt(context.source)
        : value;

export function parseData(text: string): Data {
    // To ask about each value takes a while; few histories have such numbers.
    return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

// The text is not kept: of a large history it takes more memory than all else.
export function readData(): Data {
    const element = document.getElementById('data')!;
    const data = parseData(element.textContent!);
    element.remove();
    return data;
}
