/** Starts `preflight lsp` for workspaces with a preflight.config.json. All that it knows is how to start it. */
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["json", "jsonc", "json5", "yaml", "markdown"];
let client;

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("preflight.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("preflight.command")) void restart();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();

async function start() {
  const [command, ...args] = chooseCommand();
  client = new LanguageClient(
    "preflight",
    "Preflight",
    { command, args: [...args, "lsp"], options: { cwd: workspace.workspaceFolders?.[0]?.uri.fsPath } },
    {
      documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
      // What other programs change: rules, registries and the configuration.
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{json,yaml,yml}") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    void window.showErrorMessage(
      `Preflight cannot be started (${error.message}). Run "npm install --save-dev proposal-preflight", or set "preflight.command".`,
    );
  }
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

/** The version of the project comes first, so that everybody in it gets the same answers. */
function chooseCommand() {
  const given = workspace.getConfiguration("preflight").get("command");
  if (Array.isArray(given) && given.length > 0) return given;
  const installed = (workspace.workspaceFolders ?? [])
    .map(({ uri }) => join(uri.fsPath, "node_modules", "proposal-preflight", "bin", "preflight.mjs"))
    .find((path) => existsSync(path));
  return installed ? ["node", installed] : ["preflight"];
}
