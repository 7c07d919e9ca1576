/**
 * Keeps the sample conversation of docs/agents.md correct: replays its tool calls against the built service and inserts
 * the results. `node scripts/mcp-conversation.mjs` updates the page, and a test compares it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

export const page = fileURLToPath(new URL("../docs/agents.md", import.meta.url));
const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** A block with arguments, any text, and the block with the result. */
const exchange = /(```json call=(\w+)\n)([\s\S]*?)(```[\s\S]*?```json result\n)([\s\S]*?)(```)/g;

/** Returns the page with the results that `callTool(name, arguments)` gives now. */
export async function replay(markdown, callTool) {
  const results = [];
  for (const [, , name, args] of markdown.matchAll(exchange)) {
    results.push(format(await callTool(name, JSON.parse(args))));
  }
  return markdown.replace(exchange, (_, open, _name, args, between, _old, close) => {
    return `${open}${args}${between}${results.shift()}\n${close}`;
  });
}

const width = 100;

/** JSON with short values on one line. */
function format(value, indent = "") {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, each]) => {
    return `${inner}${isList ? "" : `${JSON.stringify(name)}: `}${format(each, inner)}`;
  });
  return `${isList ? "[" : "{"}\n${parts.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}

function onOneLine(value) {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

async function rewrite() {
  const key = "ai_documentation_example";
  const service = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      PREFLIGHT_BASE_URL: "http://127.0.0.1:8080",
      PREFLIGHT_API_KEYS: key,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [chunk] = await once(service.stdout, "data");
    const [url] = /http:\/\/[\w.:]+/.exec(String(chunk));
    const callTool = async (name, args) => {
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
      const answer = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
      return (await answer.json()).result.structuredContent;
    };
    writeFileSync(page, await replay(readFileSync(page, "utf8"), callTool));
  } finally {
    service.kill();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await rewrite();
