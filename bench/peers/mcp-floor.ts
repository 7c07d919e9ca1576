/** The lower bound for a tool call: reads and parses it and returns a constant, without any check. */
import { createServer } from "node:http";
import { announce } from "./announce.ts";

const content = [{ type: "text", text: "Hello, Preflight" }];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: { content, resultType: "complete" } });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
announce(server);
