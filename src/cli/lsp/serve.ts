/** `preflight lsp`: the check as a language server over standard input and output. */
import { finished } from "node:stream/promises";
import {
  type CodeAction,
  type Connection,
  createConnection,
  LSPErrorCodes,
  MessageType,
  type Position,
  ResponseError,
  type ServerCapabilities,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import type { ValidateOptions } from "../command-entry.ts";
import { EXIT, Failure, type Session } from "../terminal/terminal.ts";
import { toDiagnostic, uncheckedDiagnostic } from "./convert.ts";
import { completionsAt, hoverAt } from "./features.ts";
import { type ActionData, actionsAt, editsOf, FIX_ALL } from "./fixes.ts";
import { createProjects } from "./projects.ts";
import { createOpenFiles, type Judged, type Reading } from "./reading.ts";

/** Resolves when the editor closes the connection. */
export async function serveLsp(_: unknown, options: ValidateOptions, session: Session): Promise<number> {
  const reader = new StreamMessageReader(process.stdin);
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout));
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
  });
  // After a header that cannot be read nobody knows where the next message starts. A body that is no JSON is passed over.
  const lost = new Promise<Error>((resolve) => {
    reader.onError((error) => {
      if (!(error instanceof SyntaxError)) resolve(error);
    });
  });
  // Standard output carries the protocol; people see messages of the editor.
  const note = (text: string): void => {
    const message = text.trim();
    // Without a question, so that no editor has to answer.
    void connection.sendNotification("window/showMessage", { type: MessageType.Warning, message });
  };
  const terminal = { ...session.terminal, note, write: note };
  const projects = createProjects(options, { ...session, terminal }, (uri, found) => {
    const diagnostics = found.map((each) => toDiagnostic(each, uri));
    // An open one may have changed since it was saved; it is judged by what is in the editor.
    if (!files.has(uri)) void connection.sendDiagnostics({ uri, diagnostics });
  });
  const files = createOpenFiles(
    projects,
    (uri, judged) => void connection.sendDiagnostics(judged ? published(judged) : { uri, diagnostics: [] }),
    (error) => connection.console.error(error instanceof Error ? String(error.stack) : String(error)),
  );
  connection.onDidOpenTextDocument(({ textDocument }) => files.open(textDocument));
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    files.change(uri, version, contentChanges.at(-1)!.text),
  );
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    files.close(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  // What was saved may be rules, a registry or the configuration.
  const refresh = () => {
    projects.refresh();
    files.recheck();
  };
  connection.onDidSaveTextDocument(refresh);
  connection.onDidChangeWatchedFiles(refresh);
  addRequests(connection, files, session.version);
  connection.listen();
  const gone = finished(process.stdin, { writable: false }).catch(() => {});
  const error = await Promise.race([lost, gone]);
  if (error === undefined) return isShutDown ? EXIT.valid : EXIT.invalid;
  process.stdin.destroy();
  throw new Failure(`The editor sent what cannot be read as messages: ${error.message}`);
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full, save: true },
  codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL], resolveProvider: true },
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['"', " ", ":"] },
};

function published({ uri, version, verdict: { diagnostics, failure } }: Judged) {
  const unchecked = failure === undefined ? [] : [uncheckedDiagnostic(failure)];
  return { uri, version, diagnostics: [...unchecked, ...diagnostics.map((each) => toDiagnostic(each, uri))] };
}

function addRequests(connection: Connection, files: ReturnType<typeof createOpenFiles>, version: string) {
  /** Whether the editor takes edits of a certain version of a text, and asks for the edit of an action when it is chosen. */
  const editor = { isVersioned: false, resolves: false };
  connection.onInitialize(({ capabilities: { workspace, textDocument } }) => {
    editor.isVersioned = workspace?.workspaceEdit?.documentChanges === true;
    editor.resolves = textDocument?.codeAction?.resolveSupport?.properties.includes("edit") === true;
    return { capabilities: CAPABILITIES, serverInfo: { name: "preflight", version } };
  });

  const offsetIn = ({ document }: Reading, { line, character }: Position) =>
    document.lines.offsetAt(line + 1, character + 1);

  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const judged = await files.judged(uri);
    return judged ? hoverAt(judged, offsetIn(judged, position)) : null;
  });
  connection.onCompletion(async ({ textDocument: { uri }, position }) => {
    const reading = await files.reading(uri);
    return reading ? completionsAt(reading, offsetIn(reading, position)) : [];
  });

  connection.onCodeAction(async ({ textDocument: { uri }, range, context }) => {
    const judged = await files.judged(uri);
    if (judged === undefined) return [];
    const [start, end] = [offsetIn(judged, range.start), offsetIn(judged, range.end)];
    const actions = actionsAt(judged, start, end, context.only);
    if (editor.resolves) return actions;
    const made = await Promise.all(actions.map((action) => withEdit(action, judged)));
    return made.filter((action) => action !== undefined);
  });
  connection.onCodeActionResolve(async (action) => {
    const judged = await files.judged((action.data as ActionData).uri);
    const made = judged && (await withEdit(action, judged));
    if (made) return made;
    throw new ResponseError(LSPErrorCodes.RequestFailed, "The fix cannot be written into this text.");
  });

  async function withEdit(action: CodeAction, judged: Judged): Promise<CodeAction | undefined> {
    const { uri, version } = judged;
    const edits = await editsOf(action, judged);
    const edit = editor.isVersioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits: edits ?? [] }] }
      : { changes: { [uri]: edits ?? [] } };
    return edits && { ...action, edit };
  }
}
