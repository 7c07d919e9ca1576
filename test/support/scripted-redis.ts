/**
 * A Redis inside the test, for what a real one does not do on command: it refuses to write, falls silent, calls itself a
 * cluster. It knows only what Preflight sends. Tests with the real server are beside those that use this one.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { RedisAddress } from "../../src/service/shared/redis-url.ts";

export interface ScriptedRedis {
  readonly address: RedisAddress;
  /** Every command so far, with its arguments. */
  readonly commands: string[][];
  /** How many connections were made so far. */
  connections(): number;
  /** By key: what is counted or kept, and for how many seconds. */
  readonly data: Map<string, { value: number; seconds: number }>;
  /** What the server does now; may be changed at any time. */
  readonly behaviour: {
    /** The answer to `INFO server`; undefined: the user may not ask. */
    info: string | undefined;
    /** The error that every write is answered with. */
    refusesWrites: string | undefined;
    isSilent: boolean;
    /** Every answer begins, goes on and never ends. */
    isEndless: boolean;
    /** For how many milliseconds a count holds up this whole process, before it is answered at once. */
    stallMs: number;
    /** Milliseconds that are left of every count. */
    msLeft: number | undefined;
    /** Where it says that the master is, if it is asked as a Sentinel. */
    masterPort: string;
  };
  /** Breaks every connection. */
  drop(): void;
  stop(): Promise<void>;
}

export async function startScriptedRedis(port = 0): Promise<ScriptedRedis> {
  const commands: string[][] = [];
  const data: ScriptedRedis["data"] = new Map();
  const behaviour: ScriptedRedis["behaviour"] = {
    info: "# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nos:Linux\r\n",
    refusesWrites: undefined,
    isSilent: false,
    isEndless: false,
    stallMs: 0,
    msLeft: undefined,
    masterPort: "unknown",
  };
  const sockets = new Set<Socket>();
  let connections = 0;

  function answer([name = "", ...args]: string[]): string {
    switch (name.toLowerCase()) {
      case "info":
        return behaviour.info === undefined ? "-NOPERM no permission to run it\r\n" : bulk(behaviour.info);
      case "evalsha":
        return "-NOSCRIPT No matching script.\r\n";
      case "eval":
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, behaviour.stallMs);
        return behaviour.refusesWrites ?? count(args[2]!, Number(args[3]), Number(args[4]));
      case "sentinel":
        if (args[0] !== "get-master-addr-by-name") return "*0\r\n";
        return `*2\r\n${bulk("127.0.0.1")}${bulk(behaviour.masterPort)}`;
      default:
        return "+OK\r\n";
    }
  }

  function count(key: string, cost: number, seconds: number): string {
    const entry = data.get(key) ?? { value: 0, seconds };
    entry.value += cost;
    data.set(key, entry);
    return `*2\r\n:${entry.value}\r\n:${behaviour.msLeft ?? seconds * 1000}\r\n`;
  }

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    let received = "";
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
      for (let read = readCommand(received); read !== undefined; read = readCommand(received)) {
        received = received.slice(read.length);
        commands.push(read.command);
        if (behaviour.isEndless) writeWithoutEnd(socket);
        else if (!behaviour.isSilent) socket.write(answer(read.command));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: { host: "127.0.0.1", port: (server.address() as AddressInfo).port, tls: false, db: 0 },
    commands,
    connections: () => connections,
    data,
    behaviour,
    drop,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}

function writeWithoutEnd(socket: Socket): void {
  socket.write("$1000000\r\n");
  const timer = setInterval(() => socket.write("x"), 20);
  socket.on("close", () => clearInterval(timer));
}

function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

/** The first command of the text, `*2\r\n$3\r\nGET\r\n$1\r\nx\r\n`; undefined if it is not there as a whole. */
function readCommand(text: string): { command: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return undefined;
  const command: string[] = [];
  let at = head[0].length;
  for (let left = Number(head[1]); left > 0; left--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    const start = at + size[0].length;
    at = start + Number(size[1]) + 2;
    if (text.length < at) return undefined;
    command.push(text.slice(start, at - 2));
  }
  return { command, length: at };
}
