// SPDX-License-Identifier: MIT
// A lasso as a line with a loop at its end: the steps before the loop from left to right, those of a
// lap round it, clockwise from where it is entered.

export interface Point {
    x: number;
    y: number;
}

export interface LassoLayout {
    points: Point[]; // of each step
    path: string; // of the whole line
    width: number;
    height: number;
}

const EDGE = 16, RADIUS = 42;

// `lap` of the last steps go round. Far more steps than fit into `room` stand closer together.
export function lassoLayout(steps: number, lap: number, room: number): LassoLayout {
    const before = Math.max(0, steps - lap);
    const straight = Math.max(0, (lap * 26 - 2 * Math.PI * RADIUS) / 2);
    const wanted = before * 26 + 2 * EDGE + 2 * RADIUS + straight;
    const scale = Math.min(1, Math.max(0.15, (room - 2 * EDGE - 2 * RADIUS) / Math.max(1, wanted - 2 * EDGE - 2 * RADIUS)));
    const gap = 26 * scale, length = straight * scale;
    const left = EDGE + before * gap, middle = EDGE + RADIUS;
    const points: Point[] = [];
    for (let i = 0; i < before; i++) points.push({ x: EDGE + i * gap, y: middle });
    const round = 2 * Math.PI * RADIUS + 2 * length;
    for (let i = 0; i < lap; i++) points.push(onStadium((i / lap) * round, left, middle, length));
    const right = left + 2 * RADIUS + length;
    const path =
        `M${before ? EDGE : left} ${middle}H${left}A${RADIUS} ${RADIUS} 0 0 1 ${left + RADIUS} ${EDGE}h${length}` +
        `A${RADIUS} ${RADIUS} 0 0 1 ${left + RADIUS + length} ${EDGE + 2 * RADIUS}h${-length}A${RADIUS} ${RADIUS} 0 0 1 ${left} ${middle}`;
    return { points, path, width: right + EDGE, height: 2 * EDGE + 2 * RADIUS };
}

// The point so far along the loop from its leftmost point, clockwise.
function onStadium(along: number, left: number, middle: number, length: number): Point {
    const quarter = (Math.PI * RADIUS) / 2, half = 2 * quarter;
    const arc = (from: number, x: number, by: number) => ({ x: x - RADIUS * Math.cos(from + by / RADIUS), y: middle - RADIUS * Math.sin(from + by / RADIUS) });
    let rest = along;
    if (rest < quarter) return arc(0, left + RADIUS, rest);
    if ((rest -= quarter) < length) return { x: left + RADIUS + rest, y: middle - RADIUS };
    if ((rest -= length) < half) return arc(Math.PI / 2, left + RADIUS + length, rest);
    if ((rest -= half) < length) return { x: left + RADIUS + length - rest, y: middle + RADIUS };
    return arc((3 * Math.PI) / 2, left + RADIUS, rest - length);
}
