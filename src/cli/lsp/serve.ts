/** `preflight lsp`: the check as a language server over standard input and output. */
import { finished } from "node:stream/promises";
import {
  type CodeAction,
  type CodeLens,
  type Connection,
  createConnection,
  LSPErrorCodes,
  MessageType,
  type Position,
  ResponseError,
  type ServerCapabilities,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { EXIT, Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import type { ValidateOptions } from "../validate/prepare.ts";
import { toDiagnostic, toRange, uncheckedDiagnostic } from "./convert.ts";
import { completionsAt, definitionAt, hoverAt, linksIn, symbolsIn } from "./features.ts";
import { type ActionData, actionsAt, editsOf, FIX_ALL } from "./fixes.ts";
import { createOpenFiles, type Judged, type OpenFiles } from "./open-files.ts";
import { createProjects } from "./projects.ts";
import type { Reading } from "./reading.ts";
import { examplesIn, runExample } from "./spec-package.ts";

const RUN_EXAMPLE = "preflight.runExample";

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
  const note = (text: string) => showMessage(connection, MessageType.Warning, text.trim());
  const terminal = { ...session.terminal, note, write: note };
  const projects = createProjects(options, { ...session, terminal }, (uri, found) => {
    const diagnostics = found.map((each) => toDiagnostic(each, uri));
    // An open one may have changed since it was saved; it is judged by what is in the editor.
    if (!files.has(uri)) void connection.sendDiagnostics({ uri, diagnostics });
  });
  const files = createOpenFiles(
    projects,
    (uri, judged) => void connection.sendDiagnostics(published(uri, judged)),
    (error) => connection.console.error(error instanceof Error ? String(error.stack) : String(error)),
  );
  const editor = { ...CAPABLE_OF_NOTHING };
  connection.onInitialize(({ capabilities: { workspace, textDocument } }) => {
    editor.isVersioned = workspace?.workspaceEdit?.documentChanges === true;
    editor.resolves = textDocument?.codeAction?.resolveSupport?.properties.includes("edit") === true;
    return { capabilities: CAPABILITIES, serverInfo: { name: "preflight", version: session.version } };
  });
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) =>
    files.open(uri, version, text),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    files.change(uri, version, contentChanges),
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
  addRequests(connection, files, editor);
  connection.listen();
  const gone = finished(process.stdin, { writable: false }).catch(() => {});
  const error = await Promise.race([lost, gone]);
  if (error === undefined) return isShutDown ? EXIT.valid : EXIT.invalid;
  process.stdin.destroy();
  throw new Failure(`The editor sent what cannot be read as messages: ${error.message}`);
}

/** What an editor can do: take edits of a certain version of a text, and ask for the edit of an action when it is chosen. */
const CAPABLE_OF_NOTHING = { isVersioned: false, resolves: false };

/** Without a question, so that no editor has to answer. */
function showMessage(connection: Connection, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL], resolveProvider: true },
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['"', " ", ":"] },
  documentSymbolProvider: true,
  documentLinkProvider: {},
  definitionProvider: true,
  codeLensProvider: {},
  executeCommandProvider: { commands: [RUN_EXAMPLE] },
};

function published(uri: string, judged: Judged | undefined) {
  if (judged === undefined) return { uri, diagnostics: [] };
  const { reading, verdict } = judged;
  const { diagnostics, failure } = verdict;
  return {
    uri,
    version: reading.version,
    diagnostics: [
      ...(failure === undefined ? [] : [uncheckedDiagnostic(failure)]),
      ...diagnostics.map((each) => toDiagnostic(each, uri)),
    ],
  };
}

function addRequests(connection: Connection, files: OpenFiles, editor: typeof CAPABLE_OF_NOTHING): void {
  const offsetIn = ({ document }: Reading, { line, character }: Position) =>
    document.lines.offsetAt(line + 1, character + 1);

  connection.onCodeAction(async ({ textDocument: { uri }, range, context }) => {
    const found = await files.judged(uri);
    if (found === undefined) return [];
    const { reading, verdict } = found;
    const selected = [offsetIn(reading, range.start), offsetIn(reading, range.end)] as const;
    const actions = actionsAt(verdict, { uri, version: reading.version }, selected, context.only);
    if (editor.resolves) return actions;
    const made = await Promise.all(actions.map((action) => withEdit(action, found)));
    return made.filter(({ edit }) => edit !== undefined);
  });
  connection.onCodeActionResolve(async (action) => {
    const found = await files.judged((action.data as ActionData).uri);
    const made = found && (await withEdit(action, found));
    if (made?.edit === undefined)
      throw new ResponseError(LSPErrorCodes.RequestFailed, "The fix cannot be written into this text.");
    return made;
  });

  async function withEdit(action: CodeAction, { reading, verdict }: Judged): Promise<CodeAction> {
    const { uri, version } = action.data as ActionData;
    // What was offered for another text is not written into this one.
    const edits = version === reading.version ? await editsOf(action, reading, verdict) : undefined;
    if (edits === undefined) return action;
    const edit = editor.isVersioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
    return { ...action, edit };
  }

  connection.onHover(async ({ textDocument, position }) => {
    const found = await files.judged(textDocument.uri);
    return found ? hoverAt(found.reading, found.verdict, offsetIn(found.reading, position)) : null;
  });
  connection.onCompletion(async ({ textDocument, position }) => {
    const reading = await files.reading(textDocument.uri);
    return reading ? completionsAt(reading, offsetIn(reading, position)) : [];
  });
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const reading = await files.reading(textDocument.uri);
    return reading ? symbolsIn(reading.document) : [];
  });
  connection.onDocumentLinks(async ({ textDocument }) => {
    const found = await files.judged(textDocument.uri);
    return found ? linksIn(found.reading, found.verdict) : [];
  });
  connection.onDefinition(async ({ textDocument, position }) => {
    const found = await files.judged(textDocument.uri);
    return found ? definitionAt(found.reading, found.verdict, offsetIn(found.reading, position)) : [];
  });
  connection.onCodeLens(async ({ textDocument: { uri } }): Promise<CodeLens[]> => {
    const reading = await files.reading(uri);
    if (reading?.kind !== "package") return [];
    return examplesIn(reading.document).map(({ kind, index, range }) => ({
      range: toRange({ start: range.start, end: range.start }),
      command: { title: "▶ Run this example", command: RUN_EXAMPLE, arguments: [uri, kind, index] },
    }));
  });
  connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
    const [uri, kind, index] = given as [string, string, number];
    const reading = command === RUN_EXAMPLE ? await files.reading(uri) : undefined;
    if (reading?.kind !== "package") return null;
    const example = examplesIn(reading.document).find((each) => each.kind === kind && each.index === index);
    const outcome = runExample(reading.document, kind, index);
    const message = `${example?.title ?? "Example"}: ${outcome.lines.join("\n")}`;
    showMessage(connection, outcome.isAsExpected ? MessageType.Info : MessageType.Error, message);
    return outcome;
  });
}
