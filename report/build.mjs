// SPDX-License-Identifier: MIT
// node build.mjs MODULES OUT: the page as one file, OUT. MODULES is the folder in which npm has
// installed what package.json lists. The same sources give the same bytes.
//
// The script is compressed, as it makes up most of an ordinary report; a few lines unpack it and hand
// it to the browser. It is compressed by a library, as zlib's bytes differ from one Node to another.
// The page may run these two scripts and use the style that stands in it, which the policy names by
// their hashes, and load nothing at all.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, out] = process.argv.slice(2).map(path => resolve(path));
const require = createRequire(join(modules, 'package.json'));
const esbuild = require('esbuild');
const { deflateSync } = require('fflate');
const source = join(dirname(fileURLToPath(import.meta.url)), 'src');

function bundle(entry) {
    const built = esbuild.buildSync({
        entryPoints: [join(source, entry)],
        absWorkingDir: source,
        bundle: true,
        minify: true,
        write: false,
        charset: 'utf8',
        format: 'iife',
        legalComments: 'none',
        target: ['chrome100', 'firefox100', 'safari15.4'],
    });
    return built.outputFiles[0].text.trim();
}

function hash(text) {
    return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

const script = bundle('main.ts');
const style = bundle('style/page.css');
const unpack = bundle('unpack.js');
if (/<\/script|<!--/i.test(unpack) || /<\/style/i.test(style))
    throw new Error('the script or the style would end its element');
const packed = Buffer.from(deflateSync(Buffer.from(script), { level: 9 })).toString('base64');
const parts = { PACKED: packed, UNPACK: unpack, STYLE: style, HASHES: `${hash(unpack)} ${hash(script)}`, STYLE_HASH: hash(style) };
const page = readFileSync(join(source, 'page.html'), 'utf8')
    .trim()
    .replace(/>\s+</g, '><')
    .replace(/@([A-Z_]+)@/g, (all, name) => parts[name] ?? all);
if (page.split('@DATA@').length !== 2)
    throw new Error('@DATA@ must stand in the page exactly once');
writeFileSync(out, page + '\n');
