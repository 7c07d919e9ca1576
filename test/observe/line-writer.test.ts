/** The log's way out, whatever is at its end. */
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLineWriter } from "../../src/service/observe/log.ts";
import { outputOf } from "../support/processes.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (index: number) => `{"line":${index},"text":"größer — ${"x".repeat(index % 300)}"}\n`;

test("every line arrives once and in order, also one that is longer than a block", async () => {
  const path = join(folder, "log");
  const descriptor = openSync(path, "w");
  const writer = createLineWriter(descriptor);
  const lines = Array.from({ length: 3_000 }, (_, index) =>
    index === 1_500 ? `${"ü".repeat(100_000)}\n` : line(index),
  );
  for (const [index, each] of lines.entries()) {
    writer.write(each);
    if (index % 100 === 0) writer.flush();
  }
  await writer.close();
  closeSync(descriptor);
  expect(readFileSync(path, "utf8") === lines.join("")).toBe(true);
  expect(writer.dropped()).toBe(0);
});

/** The two ends of a named pipe that never block. */
async function openPipe(name: string): Promise<[reader: number, writer: number]> {
  const path = join(folder, name);
  await outputOf("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return [reader, openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)];
}

test("a reader that pauses gets everything once it goes on", async () => {
  const [reader, descriptor] = await openPipe("pauses");
  const writer = createLineWriter(descriptor);
  const lines = Array.from({ length: 3_000 }, (_, index) => line(index));
  for (const each of lines) writer.write(each);
  const closing = writer.close();
  let text = "";
  let isDone = false;
  void closing.then(() => {
    isDone = true;
  });
  const buffer = Buffer.alloc(50_000);
  const pieces: Buffer[] = [];
  for (;;) {
    let count = 0;
    try {
      count = readSync(reader, buffer);
    } catch {
      // The pipe is empty.
    }
    pieces.push(Buffer.from(buffer.subarray(0, count)));
    if (count === 0 && isDone) break;
    await new Promise(setImmediate);
  }
  text = Buffer.concat(pieces).toString();
  expect(text === lines.join("")).toBe(true);
  closeSync(reader);
  closeSync(descriptor);
});

test("a reader that never goes on costs 16 MiB and the lines beyond, and nobody waits for it", async () => {
  const [reader, descriptor] = await openPipe("stops");
  const writer = createLineWriter(descriptor);
  const long = `${"x".repeat(20_000)}\n`;
  for (let count = 0; count < 2_000; count++) writer.write(long);
  expect(writer.dropped()).toBeGreaterThan(500);
  await writer.close();
  expect(writer.dropped()).toBeGreaterThan(1_900);
  closeSync(reader);
  closeSync(descriptor);
});

test.each([
  ["a full disk", async () => openSync("/dev/full", "w")],
  [
    "a closed pipe",
    async () => {
      const [reader, descriptor] = await openPipe("closed");
      closeSync(reader);
      return descriptor;
    },
  ],
])("%s loses lines, counts them and stops nothing", async (_, open) => {
  const descriptor = await open();
  const writer = createLineWriter(descriptor);
  for (let index = 0; index < 10; index++) writer.write(line(index));
  await writer.close();
  expect(writer.dropped()).toBe(10);
  closeSync(descriptor);
});
