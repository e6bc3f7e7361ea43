// SPDX-License-Identifier: MIT
// node textmate.mjs MODULES GRAMMAR TOKENS.json: what the grammar says of every token of the files, held against what
// linchpin itself says of them (tokens.py). Prints what differs.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, grammarFile, tokensFile] = process.argv.slice(2);
const require = createRequire(modules + "/");
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarFile, "utf8"), grammarFile),
});
const grammar = await registry.loadGrammar("source.lin");

// What a scope makes of a token. `me` is a word or a name: which of them, no pattern can know.
const sorts = [
  [/^variable\.language\./, "either"],
  [/^comment\./, "comment"],
  [/^constant\.numeric\./, "number"],
  [/^storage\.modifier\.mark\./, "mark"],
  [/^(keyword\.(?!operator\.lin)|storage\.|support\.|constant\.language\.)/, "word"],
];
const sortOf = (scopes) => {
  for (const scope of [...scopes].reverse()) for (const [test, sort] of sorts) if (test.test(scope)) return sort;
  return "name";
};
const wanted = (type) =>
  ({ number: "number", decorator: "mark", keyword: "word", reserved: "word" })[type] ?? "name";

// Where a text has comments, found without the grammar.
const commentsOf = (text) =>
  [...text.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g)].map((m) => [m.index, m.index + m[0].length]);

const counts = {};
const wrong = [];
const doubtful = []; // names that are also words of the language, where a word could stand
for (const [file, { text, tokens }] of Object.entries(JSON.parse(readFileSync(tokensFile, "utf8")))) {
  const sort = new Array(text.length).fill("name");
  let stack = textmate.INITIAL;
  const starts = [];
  let at = 0;
  for (const line of text.split("\n")) {
    starts.push(at);
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const t of result.tokens) sort.fill(sortOf(t.scopes), at + t.startIndex, Math.min(at + t.endIndex, text.length));
    at += line.length + 1;
  }
  for (const [line, start, length, type] of tokens) {
    const from = starts[line] + start;
    const want = wanted(type);
    const got = [...new Set(sort.slice(from, from + length))];
    counts[want] = (counts[want] ?? 0) + 1;
    if (got.length === 1 && (got[0] === want || (got[0] === "either" && ["word", "name"].includes(want)))) continue;
    const what = `${file}:${line + 1}:${start + 1}: ${text.substr(from, length)} is ${type}, and to the grammar ${got}`;
    (want === "name" && got.join() === "word" ? doubtful : wrong).push(what);
  }
  const inComment = new Array(text.length).fill(false);
  for (const [from, to] of commentsOf(text)) inComment.fill(true, from, to);
  for (let i = 0; i < text.length; i++)
    if (/\S/.test(text[i]) && inComment[i] !== (sort[i] === "comment")) {
      wrong.push(`${file}: byte ${i}: ${inComment[i] ? "in a comment" : "in no comment"}, and to the grammar ${sort[i]}`);
      break;
    }
}
// One name in three hundred may look like a word.
if (doubtful.length * 300 > counts.name) wrong.push(...doubtful);
for (const sort of ["word", "name", "number", "mark"]) if (!counts[sort]) wrong.push(`there is no ${sort}`);
for (const what of wrong) console.log(what);
console.log(JSON.stringify({ ...counts, doubtful: doubtful.length }));
process.exit(wrong.length ? 1 : 0);
