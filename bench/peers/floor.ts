/** The lower bound: `node:http` that parses the body and returns a constant. No server that checks can be faster. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const answer = Buffer.from(JSON.stringify({ valid: true, diagnostics: [] }));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
