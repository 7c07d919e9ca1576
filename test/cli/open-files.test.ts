/** The texts that an editor has open follow its changes exactly, whatever their lines end with, and however many there are. */
import { expect, test } from "vitest";
import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { createOpenFiles } from "../../src/cli/lsp/open-files.ts";

const URI = "file:///proposal.json";
/** What is no proposal of a project is read if it looks like a spec package. */
const HEAD = '"format": "preflight-spec-package/1"';

function opened(text: string) {
  const projects = { isConfig: () => false, partsOf: async () => undefined, refresh() {} };
  const files = createOpenFiles(
    projects,
    () => {},
    () => {},
  );
  files.open(URI, 1, text);
  let version = 1;
  return {
    async change(...changes: TextDocumentContentChangeEvent[]): Promise<string | undefined> {
      files.change(URI, ++version, changes);
      return (await files.reading(URI))?.document.text;
    },
    close: () => files.close(URI),
  };
}

/** As the protocol says: lines end with CRLF, LF or CR, and what is behind the end of a line is its end. */
function offsetOf(text: string, { line, character }: Position): number {
  const ends = [...text.matchAll(/\r\n|\r|\n/g)];
  if (line > ends.length) return text.length;
  const start = line === 0 ? 0 : ends[line - 1]!.index + ends[line - 1]![0].length;
  return Math.min(start + character, ends[line]?.index ?? text.length);
}

test("changes of ranges leave what the editor has", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const pieces = ["\r\n", "\n", "\r", "😀", "\ud83d", "\ude00", "a", '"b": 1,', "", "\n\r", "x\r\ny\nz"];
  let text = `{${HEAD},\r\n"a": [1,\n2,\r3]\r\n}`;
  const file = opened(text);
  for (let turn = 0; turn < 300; turn++) {
    const changes = Array.from({ length: 1 + random(3) }, () => {
      const places = [0, 0].map(() => ({ line: 1 + random(6), character: random(12) }));
      const [start, end] = places.sort((a, b) => a.line - b.line || a.character - b.character);
      return { range: { start: start!, end: end! }, text: pieces[random(pieces.length)]! };
    });
    for (const { range, text: piece } of changes)
      text = text.slice(0, offsetOf(text, range.start)) + piece + text.slice(offsetOf(text, range.end));
    expect(await file.change(...changes)).toBe(text);
  }
  expect(await file.change({ text: HEAD })).toBe(HEAD);
  // As some clients write a range that is not there.
  const whole = { range: null, text: `${HEAD},` } as unknown as TextDocumentContentChangeEvent;
  expect(await file.change(whole)).toBe(`${HEAD},`);
  file.close();
});

test("a replacement at thousands of places takes no minutes", { timeout: 20_000 }, async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `{ "tier": "silver", "points": ${at} },`);
  const file = opened([HEAD, ...lines].join("\n"));
  const changes = lines.map((_, at) => {
    const place = (character: number) => ({ line: at + 1, character });
    return { range: { start: place(11), end: place(17) }, text: "gold" };
  });
  const text = await file.change(...changes.toReversed());
  expect(text).toBe([HEAD, ...lines].join("\n").replaceAll("silver", "gold"));
  const all = { start: { line: 0, character: 0 }, end: { line: 99_999, character: 0 } };
  const many = HEAD + "\n".repeat(200_000);
  expect(await file.change({ range: all, text: many })).toBe(many);
  file.close();
});
