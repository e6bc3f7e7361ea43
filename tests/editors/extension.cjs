// SPDX-License-Identifier: MIT
// node extension.cjs BUNDLE: the extension for VS Code, as it is bundled, with a stand-in for the editor that has as much of
// its interface as the extension and the client of the protocol ask for. $LINCHPIN is the server that it starts.

const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const bundle = path.resolve(process.argv[2]);
const nothing = { dispose() {} };
const subscribe = () => nothing;

class EventEmitter {
  listeners = [];
  event = (listener) => (this.listeners.push(listener), nothing);
  fire(what) {
    for (const listener of this.listeners) listener(what);
  }
  dispose() {}
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: subscribe };
  cancel() {}
  dispose() {}
}
class Disposable {
  static from = () => nothing;
  dispose() {}
}
class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
    this.fsPath = text.replace(/^file:\/\//, "");
  }
  static parse = (text) => new Uri(text);
  static file = (name) => new Uri("file://" + name);
  toString() {
    return this.text;
  }
}

const registered = new Map();
const seen = { diagnostics: [], progress: [], complaints: [] };
const settings = { path: process.env.LINCHPIN, "verify.timeout": "1h", "verify.memory": "" };
const changed = new EventEmitter(); // of the configuration
const text = "shared int x;\nobject o { f() { x = 1; } }\nverify o { threads 1; operations 1; }\nverify o { threads 2; operations 1; }\n";
const opened = { uri: Uri.parse("file:///models/a.lin"), languageId: "lin", version: 1, isClosed: false, getText: () => text };
// What is not named: events subscribe, all else gives nothing.
const rest = (members) =>
  new Proxy(members, { get: (own, key) => (key in own ? own[key] : /^(on|register)/.test(String(key)) ? subscribe : () => undefined) });

const vscode = {
  version: "1.95.0",
  EventEmitter,
  CancellationTokenSource,
  Disposable,
  Uri,
  ProgressLocation: { Window: 10, Notification: 15 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  env: rest({ language: "en", appName: "stand-in" }),
  extensions: rest({ all: [] }),
  languages: rest({
    match: () => 10,
    createDiagnosticCollection: () =>
      rest({ set: (uri, list) => seen.diagnostics.push([String(uri), list?.length]), dispose() {} }),
  }),
  commands: {
    registerCommand: (name, run) => {
      assert(!registered.has(name), name);
      registered.set(name, run);
      return { dispose: () => registered.delete(name) };
    },
    executeCommand: async (name, ...given) => {
      assert(registered.has(name), name);
      return registered.get(name)(...given);
    },
  },
  window: rest({
    activeTextEditor: { document: opened },
    visibleTextEditors: [],
    tabGroups: rest({ all: [] }),
    createOutputChannel: () => rest({ logLevel: 3 }),
    showErrorMessage: async (what) => void seen.complaints.push(what),
    showWarningMessage: async (what) => void seen.complaints.push(what),
    withProgress: async (options, run) => {
      seen.progress.push([options.title, options.cancellable]);
      return run({ report() {} }, { onCancellationRequested: subscribe });
    },
  }),
  workspace: rest({
    textDocuments: [opened],
    notebookDocuments: [],
    workspaceFolders: undefined,
    onDidChangeConfiguration: changed.event,
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise, inspect: () => undefined }),
  }),
};
// Classes that are extended or made, and enumerations, whose values nobody looks at here.
const source = readFileSync(bundle, "utf8");
const asked = new Set([...source.matchAll(/(\w+) = (?:\w+\()*require\("vscode"\)/g)].map((match) => match[1]));
for (const [, variable, name] of source.matchAll(/\b(\w+)\.([A-Z]\w*)/g))
  if (asked.has(variable) && !(name in vscode))
    vscode[name] = new Proxy(class {}, { get: (own, key) => (key in own || typeof key === "symbol" ? own[key] : key) });

const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
const extension = require(bundle);

async function main() {
  const context = { subscriptions: [] };
  await extension.activate(context);
  const all = ["linchpin.report", "linchpin.restart", "linchpin.stop", "linchpin.verify", "linchpin.verifyFile"];
  assert.deepStrictEqual([...registered.keys()].sort(), all);
  // A lens, and the command of the extension's own.
  const about = { uri: "file:///models/a.lin", block: 1 };
  const answer = await vscode.commands.executeCommand("linchpin.verify", about);
  assert.deepStrictEqual(answer.results.map((r) => [r.block, r.verdict]), [[1, "holds"]]);
  await vscode.commands.executeCommand("linchpin.verifyFile");
  assert.deepStrictEqual(seen.progress, [["verify o", true], ["verify all 2", true]]);
  assert(seen.diagnostics.length > 0 && seen.diagnostics.every(([uri, count]) => uri === about.uri && !count));
  assert.deepStrictEqual(seen.complaints, []);
  // Another server, by hand; and one that is not there is told.
  await vscode.commands.executeCommand("linchpin.restart");
  assert.deepStrictEqual([...registered.keys()].sort(), all);
  settings.path = "/no/such/linchpin";
  await vscode.commands.executeCommand("linchpin.restart");
  assert(seen.complaints.some((what) => what.includes("/no/such/linchpin")), seen.complaints.join());
  settings.path = process.env.LINCHPIN;
  await vscode.commands.executeCommand("linchpin.restart");
  await extension.deactivate();
  console.log("the extension: fine");
}

main().catch((error) => {
  console.log(error);
  process.exit(1);
});
