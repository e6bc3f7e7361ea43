// SPDX-License-Identifier: MIT
// Values as linchpin prints them for people (src/base/value/value_text.c).

import type { Value } from './types';
import { escaped } from './visible_text';

export function valueText(value: Value): string {
    if (value === null)
        return 'nil';
    if (Array.isArray(value))
        return `[${value.map(valueText).join(' ')}]`;
    if (typeof value === 'object')
        return `{${Object.keys(value)
            .map(key => `${escaped(JSON.stringify(key))} ${valueText(value[key]!)}`)
            .join(', ')}}`;
    return typeof value === 'string' ? escaped(JSON.stringify(value)) : String(value);
}

// What stands between the parentheses of a call.
export function argumentText(value: Value | undefined): string {
    if (value === undefined || value === null)
        return '';
    return Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value);
}

// 1234567 as 1,234,567.
export function number(n: number): string {
    return Number.isInteger(n) ? String(n).replace(/\B(?=(\d{3})+$)/g, ',') : String(Number(n.toPrecision(4)));
}

export function plural(n: number, one: string, many = one + 's'): string {
    return `${number(n)} ${n === 1 ? one : many}`;
}
