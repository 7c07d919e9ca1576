/** An editor for the tests of `preflight lsp`: a client of the protocol over standard input and output. */
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type Position,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver/node";
import type { Environment } from "../support/processes.ts";
import { startPreflight } from "./spawned.ts";

export interface Editor {
  uri(name: string): string;
  open(name: string, text: string): void;
  /** `version`: one more than the last, unless a test says otherwise. */
  change(name: string, text: string, version?: number): void;
  save(name: string): void;
  close(name: string): void;
  /** What is shown in a file, once it is about its newest version and satisfies the condition. */
  shown(name: string, isDone?: (diagnostics: Diagnostic[]) => boolean): Promise<Diagnostic[]>;
  /** A request about a file. `at`: a text of it, whose start is the position. */
  ask<Answer>(method: string, name: string, more?: object): Promise<Answer>;
  /** The fixes for everything in a file. */
  fixes(name: string, only?: string[]): Promise<CodeAction[]>;
  /** Changes the text as an editor would, and returns it. */
  apply(name: string, action: CodeAction | undefined): string;
  /** Where the first occurrence of a piece of text starts, plus some characters. */
  at(name: string, piece: string, plus?: number): Position;
  text(name: string): string;
  readonly messages: readonly string[];
  /** How often the server has said what is wrong. */
  checks(): number;
  /** The exit code. */
  stop(): Promise<number | null>;
}

export async function startEditor(
  folder: string,
  args: readonly string[] = [],
  environment: Environment = {},
  resolves = true,
): Promise<Editor> {
  const started = startPreflight(["lsp", "--stdio", ...args], { cwd: folder, takesInput: true, environment });
  const { stdin, stdout } = started.process as { stdin: Writable | null; stdout: Readable | null };
  const connection = createProtocolConnection(
    new StreamMessageReader(stdout!),
    new StreamMessageWriter(stdin!),
  );
  const files = new Map<string, { text: string; version: number }>();
  const published = new Map<string, { version?: number; diagnostics: Diagnostic[] }>();
  const waiting = new Set<() => void>();
  const messages: string[] = [];
  let checks = 0;
  connection.onNotification("textDocument/publishDiagnostics", (params) => {
    checks++;
    published.set(params.uri, params);
    for (const look of waiting) look();
  });
  connection.onNotification("window/showMessage", ({ message }) => void messages.push(message));
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true } },
      ...(resolves && {
        textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ["edit"] } } },
      }),
    },
  });
  await connection.sendNotification("initialized", {});

  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  const send = (method: string, params: object) => void connection.sendNotification(method, params);
  const ask = <Answer>(method: string, name: string, more: object = {}): Promise<Answer> =>
    connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: uri(name) }, ...more });
  const editor: Editor = {
    uri,
    messages,
    checks: () => checks,
    open(name, text) {
      files.set(name, { text, version: 1 });
      published.delete(uri(name));
      send("textDocument/didOpen", {
        textDocument: { uri: uri(name), languageId: "json", version: 1, text },
      });
    },
    change(name, text, version = files.get(name)!.version + 1) {
      if (version > files.get(name)!.version) files.set(name, { text, version });
      const contentChanges = [{ text }];
      send("textDocument/didChange", { textDocument: { uri: uri(name), version }, contentChanges });
    },
    save: (name) => send("textDocument/didSave", { textDocument: { uri: uri(name) } }),
    close: (name) => send("textDocument/didClose", { textDocument: { uri: uri(name) } }),
    shown: (name, isDone = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const latest = published.get(uri(name));
          const isNewest = latest?.version === undefined || latest.version === files.get(name)?.version;
          if (latest === undefined || !isNewest || !isDone(latest.diagnostics)) return;
          waiting.delete(look);
          resolve(latest.diagnostics);
        };
        waiting.add(look);
        look();
      }),
    ask,
    async fixes(name, only) {
      const actions = await ask<CodeAction[]>("codeAction", name, {
        range: { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } },
        context: { diagnostics: [], ...(only && { only }) },
      });
      if (actions.some(({ edit }) => edit !== undefined) === resolves && actions.length > 0)
        throw new Error("edits are made when an action is chosen, unless the editor cannot ask for them");
      if (!resolves) return actions;
      const chosen = actions.map((action) =>
        connection.sendRequest<CodeAction>("codeAction/resolve", action),
      );
      const made = await Promise.allSettled(chosen);
      return made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    },
    apply(name, action) {
      const [change] = action?.edit?.documentChanges ?? [];
      const file = files.get(name)!;
      if (change === undefined || !("edits" in change) || change.textDocument.version !== file.version)
        throw new Error(`there is no fix for this version: ${JSON.stringify(action)}`);
      let { text } = file;
      for (const { range, newText } of (change.edits as TextEdit[]).toReversed())
        text = text.slice(0, offsetOf(text, range.start)) + newText + text.slice(offsetOf(text, range.end));
      editor.change(name, text);
      return text;
    },
    at(name, piece, plus = 0) {
      const before = files.get(name)!.text.split(piece)[0]!.concat(piece.slice(0, plus)).split("\n");
      return { line: before.length - 1, character: before.at(-1)!.length };
    },
    text: (name) => files.get(name)!.text,
    async stop() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      return started.exit;
    },
  };
  return editor;
}

function offsetOf(text: string, { line, character }: Position): number {
  return text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
}
