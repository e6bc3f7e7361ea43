// SPDX-License-Identifier: MIT
// Starts `linchpin lsp` and leaves the rest to it: it is the server that says which commands there are, what stands above
// a verify block, and what comes of it. The client of the protocol registers its commands.

import { commands, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client;

function options() {
  const settings = workspace.getConfiguration("linchpin");
  const given = {};
  for (const name of ["timeout", "memory"]) {
    const value = settings.get(`verify.${name}`);
    if (value) given[name] = value;
  }
  return given;
}

async function start() {
  const command = workspace.getConfiguration("linchpin").get("path") || "linchpin";
  client = new LanguageClient(
    "linchpin",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "lin" }], initializationOptions: options() },
  );
  try {
    await client.start();
  } catch (error) {
    const choice = await window.showErrorMessage(
      `linchpin could not be started as "${command}": ${error.message}`,
      "Open settings",
    );
    if (choice) commands.executeCommand("workbench.action.openSettings", "linchpin.path");
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old?.needsStop()) await old.stop();
}

async function verifyFile() {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== "lin" || !client) return;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  await commands.executeCommand("linchpin.verify", { uri });
}

export async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("linchpin.verifyFile", verifyFile),
    commands.registerCommand("linchpin.restart", restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("linchpin") && restart()),
  );
  await start();
}

export function deactivate() {
  return stop();
}
