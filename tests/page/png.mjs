// SPDX-License-Identifier: MIT
// PNG as browsers write it, made small for documents: with a table of its colours, as RFC 2083 has them.

import assert from 'node:assert/strict';
import { crc32 as given, deflateSync, inflateSync } from 'node:zlib';

function crcOf(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let i = 0; i < 8; i++)
            crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}

const crc32 = given ?? crcOf;

function chunks(png) {
    const found = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
        found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
    return found;
}

function chunk(type, data) {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]), made = Buffer.alloc(named.length + 8);
    made.writeUInt32BE(data.length, 0);
    named.copy(made, 4);
    made.writeUInt32BE(crc32(named), named.length + 4);
    return made;
}

const paeth = (a, b, c) => {
    const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};

// Width, height and pixels, `each` bytes for one.
export function decode(png) {
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    const all = chunks(png), head = all[0].data, width = head.readUInt32BE(0), height = head.readUInt32BE(4);
    assert.equal(head[8], 8, 'bits of a sample');
    const each = { 2: 3, 3: 1, 6: 4 }[head[9]], stride = width * each;
    const raw = inflateSync(Buffer.concat(all.filter(c => c.type === 'IDAT').map(c => c.data))), pixels = Buffer.alloc(stride * height);
    for (let y = 0; y < height; y++)
        for (let x = 0, filter = raw[y * (stride + 1)]; x < stride; x++) {
            const at = y * stride + x, left = x >= each ? pixels[at - each] : 0, up = y ? pixels[at - stride] : 0, corner = x >= each && y ? pixels[at - stride - each] : 0;
            pixels[at] = raw[y * (stride + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
        }
    return { width, height, each, pixels };
}

// The 256 colours that are there most often, for each of the others the nearest one.
export function small(png) {
    const { width, height, each, pixels } = decode(png);
    const seen = new Map(), colour = at => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    for (let at = 0; at < pixels.length; at += each)
        seen.set(colour(at), (seen.get(colour(at)) ?? 0) + 1);
    const parts = c => [c >> 16, (c >> 8) & 255, c & 255], table = [...seen].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 256).map(([c]) => parts(c));
    const far = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
    const number = new Map([...seen.keys()].map(c => [c, table.reduce((best, t, i) => (far(t, parts(c)) < far(table[best], parts(c)) ? i : best), 0)]));
    const rows = Buffer.alloc((width + 1) * height); // each begins with its filter: none
    for (let i = 0; i < width * height; i++)
        rows[i + Math.floor(i / width) + 1] = number.get(colour(i * each));
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    [head[8], head[9]] = [8, 3];
    return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), chunk('PLTE', Buffer.from(table.flat())),
        chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
