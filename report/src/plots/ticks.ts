// SPDX-License-Identifier: MIT
// Where an axis has its ticks: at multiples of 1, 2 or 5 times a power of ten.

export interface Axis {
    low: number;
    high: number;
    ticks: number[];
}

// About `most` ticks from below `low` to above `high`. Whole numbers where all values are.
export function axis(low: number, high: number, most: number, whole: boolean): Axis {
    if (!(high > low)) high = low + (whole ? 1 : Math.abs(low) || 1);
    const rough = (high - low) / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(rough));
    let step = power * ([1, 2, 5].find((m) => m * power >= rough * 0.999999) ?? 10);
    if (whole) step = Math.max(1, Math.round(step));
    const first = Math.floor(low / step + 1e-9), last = Math.ceil(high / step - 1e-9);
    const ticks: number[] = [];
    // Multiplied, not added up, so that 0.3 is not 0.30000000000000004.
    for (let i = first; i <= last; i++) ticks.push(Number((i * step).toPrecision(12)));
    return { low: ticks[0] ?? low, high: ticks[ticks.length - 1] ?? high, ticks };
}

// 1234567 as '1.2 M', 1500 as '1,500'.
export function tickText(value: number): string {
    const size = Math.abs(value);
    if (size >= 1e9) return `${shortened(value / 1e9)} G`;
    if (size >= 1e6) return `${shortened(value / 1e6)} M`;
    if (size >= 1e4) return `${shortened(value / 1e3)} k`;
    if (size >= 1000) return value.toLocaleString('en');
    return String(Number(value.toPrecision(size < 1e-3 ? 3 : 6)));
}

function shortened(value: number): string {
    return String(Number(value.toPrecision(3)));
}
