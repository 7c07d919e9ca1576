/** Several products in this process, for one service that knows them all. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";

export interface SeveralProducts {
  /** A file for PREFLIGHT_DOMAINS. */
  readonly domainsFile: string;
  close(): void;
}

/** Every registry is empty but for what the examples of its package refer to. */
export async function startSeveralProducts(
  documents: readonly SpecPackageDocument[],
): Promise<SeveralProducts> {
  const server = createServer((request, response) => {
    const [, part, index, name = ""] = (request.url ?? "").split("/");
    const document = documents[Number(index)]!;
    const key = document.registries?.[name]?.key ?? "id";
    const entries = (document.examples.registries?.[name] ?? []).map((entry) => {
      const id = typeof entry === "object" ? (entry[key] ?? entry.id) : entry;
      return { [key]: id, name: String(id) };
    });
    const registry = {
      generators: document.examples.registry ?? [],
      ...(name !== "" && { [document.registries![name]!.member]: entries }),
    };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(part === "spec" ? document : registry));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  const domains = documents.map(({ targetProduct, domainId, registries = {} }, index) => ({
    targetProduct,
    domainId,
    specPackageUrl: `${url}/spec/${index}`,
    registryUrl: `${url}/registry/${index}`,
    ...(Object.keys(registries).length > 0 && {
      registries: Object.fromEntries(
        Object.keys(registries).map((name) => [name, `${url}/registry/${index}/${name}`]),
      ),
    }),
    submissionUrl: `${url}/api/proposals`,
  }));
  const domainsFile = join(mkdtempSync(join(tmpdir(), "preflight-domains-")), "domains.json");
  writeFileSync(domainsFile, JSON.stringify({ domains }));
  return { domainsFile, close: () => void server.close() };
}
