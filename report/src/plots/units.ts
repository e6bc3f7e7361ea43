// SPDX-License-Identifier: MIT
// Units in which figures are short: half a thousandth of a second is 0.5 ms.

export interface Unit {
    name: string; // of the axis
    factor: number;
    short: string; // after a single figure
}

const times: { most: number; factor: number; name: string; short: string }[] = [
    { most: 1e-3, factor: 1e6, name: 'microseconds', short: ' µs' },
    { most: 1, factor: 1e3, name: 'milliseconds', short: ' ms' },
    { most: 300, factor: 1, name: 'seconds', short: ' s' },
    { most: 18000, factor: 1 / 60, name: 'minutes', short: ' min' },
    { most: Infinity, factor: 1 / 3600, name: 'hours', short: ' h' },
];

export function unitOf(name: string, values: number[]): Unit {
    const most = Math.max(0, ...values.map(Math.abs));
    return name === 'seconds' ? times.find(unit => most < unit.most)! : { name, factor: 1, short: '' };
}
