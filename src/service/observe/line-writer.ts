/**
 * Writes lines to a file descriptor. They are collected in blocks of bytes, because one system call a line costs more
 * than a whole check. Nothing here blocks or throws: what cannot be written is dropped and counted.
 */
import { write as writeBytes, writeSync } from "node:fs";

interface LineWriter {
  /** With its line feed. */
  write(line: string): void;
  /** Writes what was collected now, and not at the next occasion. */
  flush(): void;
  /** Lines that were lost so far. */
  dropped(): number;
  /** Writes what is left, unless the reader takes nothing for `MAX_PAUSE_MS`. Later lines are dropped. */
  close(): Promise<void>;
}

const BLOCK_BYTES = 65_536;
const MAX_CHARACTER_BYTES = 3;
const FLUSH_EVERY_MS = 250;
/** While the reader takes nothing, at most 16 MiB are kept. */
const MAX_BLOCKS = 256;
const RETRY_MS = 20;
/** At exit, how long to wait for a reader that has stopped reading. */
const MAX_PAUSE_MS = 1_000;

/** A piece of the log that is complete. */
interface Block {
  readonly bytes: Buffer;
  readonly lines: number;
}

export function createLineWriter(descriptor: number): LineWriter {
  let bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** Where the lines begin that are collected now. Those before them may still be on their way. */
  let start = 0;
  let used = 0;
  let lines = 0;
  const waiting: Block[] = [];
  let isWriting = false;
  let isClosed = false;
  let dropped = 0;
  let onProgress: (() => void) | undefined;

  function keep(block: Block): void {
    if (waiting.length < MAX_BLOCKS) waiting.push(block);
    else dropped += block.lines;
    writeNext();
  }

  function endBlock(): void {
    if (lines === 0) return;
    keep({ bytes: bytes.subarray(start, used), lines });
    start = used;
    lines = 0;
  }

  function writeNext(): void {
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    writePart(waiting[0]!, 0);
  }

  function writePart(block: Block, from: number): void {
    writeBytes(descriptor, block.bytes, from, block.bytes.length - from, null, (error, count) => {
      if (error?.code === "EAGAIN") {
        setTimeout(writePart, RETRY_MS, block, from);
        return;
      }
      if (error === null && from + count < block.bytes.length) {
        onProgress?.();
        writePart(block, from + count);
        return;
      }
      waiting.shift();
      isWriting = false;
      // A disk that is full may have room later. Nobody will ever read from a closed pipe again.
      if (error !== null) dropped += block.lines;
      if (error?.code === "EPIPE") giveUp();
      writeNext();
      onProgress?.();
    });
  }

  function giveUp(): void {
    isClosed = true;
    for (const block of waiting.splice(isWriting ? 1 : 0)) dropped += block.lines;
  }

  const timer = setInterval(endBlock, FLUSH_EVERY_MS).unref();
  /** For a process that ends without waiting. */
  function writeAtExit(): void {
    if (isClosed) return;
    const rest = [
      ...waiting.slice(isWriting ? 1 : 0).map((block) => block.bytes),
      bytes.subarray(start, used),
    ];
    try {
      writeSync(descriptor, Buffer.concat(rest));
    } catch {
      // There is nowhere to say it.
    }
  }
  process.once("exit", writeAtExit);

  return {
    write(line) {
      if (isClosed) {
        dropped++;
        return;
      }
      const maxBytes = line.length * MAX_CHARACTER_BYTES;
      if (used + maxBytes > BLOCK_BYTES) {
        endBlock();
        bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        start = 0;
        used = 0;
      }
      if (maxBytes > BLOCK_BYTES) keep({ bytes: Buffer.from(line), lines: 1 });
      else {
        used += bytes.write(line, used);
        lines++;
      }
    },
    flush: endBlock,
    dropped: () => dropped,
    close() {
      endBlock();
      isClosed = true;
      clearInterval(timer);
      process.off("exit", writeAtExit);
      if (waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => {
        let hasMoved = false;
        // A process without processor time sees that time is up before it sees what was written meanwhile.
        const pause = setTimeout(() => setImmediate(check), MAX_PAUSE_MS);
        const check = (): void => {
          if (hasMoved) pause.refresh();
          else finish();
          hasMoved = false;
        };
        const finish = (): void => {
          clearTimeout(pause);
          giveUp();
          resolve();
        };
        onProgress = () => {
          hasMoved = true;
          if (waiting.length === 0) finish();
        };
      });
    },
  };
}
