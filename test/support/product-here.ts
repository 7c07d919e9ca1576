/** A target product in this process: its spec package, its registry, and submissions from browsers. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ProductHere {
  readonly url: string;
  /** A file for PREFLIGHT_DOMAINS. */
  readonly domainsFile: string;
  /** What it publishes; may be changed. */
  document: { targetProduct: string; domainId: string };
  /** What it lists as the caller's own; may be changed. */
  readonly proposals: Record<string, unknown>[];
  /** Answers submissions, or what is asked of them, in another way than a product should. */
  reply: ((response: ServerResponse) => void) | undefined;
  listing: ((response: ServerResponse) => void) | undefined;
  readonly submissions: { headers: IncomingMessage["headers"]; body: unknown }[];
  close(): void;
}

export async function startProductHere(document: ProductHere["document"]): Promise<ProductHere> {
  const submissions: ProductHere["submissions"] = [];
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
      response.end(JSON.stringify(body));
    };
    if (request.url === "/spec") return send(200, product.document);
    if (request.url === "/registry") return send(200, { generators: [{ id: "DKAB7", name: "Havfruen" }] });
    if (request.method === "OPTIONS") {
      response.writeHead(204, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
      });
      return response.end();
    }
    if (request.method === "GET" && product.listing !== undefined) return product.listing(response);
    if (request.method === "GET") return send(200, { proposals: product.proposals });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    submissions.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    if (product.reply !== undefined) return product.reply(response);
    const { proposalPackage } = submissions.at(-1)!.body as { proposalPackage: { digest: string } };
    const proposal = { id: "p1", status: "submitted", packageDigest: proposalPackage.digest };
    product.proposals.push({ ...proposal, ballot: { url: "javascript:alert(1)", status: "<b>open</b>" } });
    return send(201, { proposal });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  const { targetProduct, domainId } = document;
  const domainsFile = join(mkdtempSync(join(tmpdir(), "preflight-domains-")), "domains.json");
  const domain = {
    targetProduct,
    domainId,
    specPackageUrl: `${url}/spec`,
    registryUrl: `${url}/registry`,
    submissionUrl: `${url}/api/proposals`,
  };
  writeFileSync(domainsFile, JSON.stringify({ domains: [domain] }));
  const product: ProductHere = {
    url,
    domainsFile,
    document,
    submissions,
    proposals: [],
    reply: undefined,
    listing: undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return product;
}
