/** A stand-in for the identity service (`identity`) or the product (`product`), as a process that can be killed. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [, , role, port, folder] = process.argv;

const send = (name: string, type = "application/json") => {
  const text = readFileSync(`${folder}/${name}`, "utf8");
  return { text, type, etag: `"${createHash("sha256").update(text).digest("hex").slice(0, 16)}"` };
};
const documents = new Map(
  role === "product"
    ? [
        ["/spec", send("generator-option.json")],
        ["/registry", send("registry.json")],
      ]
    : [],
);

createServer((request, response) => {
  const document = documents.get(request.url ?? "");
  if (document !== undefined) {
    const isSame = request.headers["if-none-match"] === document.etag;
    response.writeHead(isSame ? 304 : 200, { "content-type": document.type, etag: document.etag });
    response.end(isSame ? undefined : document.text);
    return;
  }
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const token = new URLSearchParams(body).get("token") ?? "";
    const active = token.startsWith("ai_good_");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(active ? { active, sub: token.slice(-4) } : { active }));
  });
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
