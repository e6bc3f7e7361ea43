// SPDX-License-Identifier: MIT
// Text of others, in which nothing is hidden: control characters, marks that turn the direction of
// writing and blanks of no width are shown as what they are.

const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

function shown(c: string): string {
    const code = c.charCodeAt(0);
    if (code < 0x20)
        return String.fromCharCode(0x2400 + code);
    if (code === 0x7f)
        return '\u2421';
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
}

// The same in a string as JSON has it: as an escape.
export function escaped(json: string): string {
    return json.replace(hidden, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

// `lines`: line breaks and tabs may stay; else they are shown, too.
export function visible(text: string, lines = false): string {
    const kept = text.replace(hidden, shown);
    return lines ? kept : kept.replace(/[\t\n]/g, shown);
}

// The same for a canvas or a picture, where no element keeps the directions of several texts apart.
export function isolated(text: string): string {
    return `\u2068${visible(text)}\u2069`;
}
