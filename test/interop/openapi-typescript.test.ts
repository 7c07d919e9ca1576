/** The types that openapi-typescript makes of the description, used with openapi-fetch: the three calls, type-checked. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { outputOf, runProcess } from "../support/processes.ts";
import { sharedService } from "../support/shared-service.ts";

type Tools =
  | { ok: true; folder: string; node: string; command(name: string): string }
  | { ok: false; reason: string };

const script = new URL("../../scripts/npm-tools.mjs", import.meta.url).href;
const { ensureNpmTools } = (await import(script)) as {
  ensureNpmTools(group: string, versions: Record<string, string>): Promise<Tools>;
};
// It needs the compiler's API, which TypeScript 7 does not have.
const tools = await ensureNpmTools("openapi-tools", {
  "openapi-typescript": "7.13.0",
  "openapi-fetch": "0.17.0",
  typescript: "5.9.3",
});
if (!tools.ok && process.env.CI === "true") throw new Error(tools.reason);

const PROGRAM = `
import createClient from "openapi-fetch";
import type {
  BuildResult, Diagnostic, Domain, Fix, MemberDescription, paths, PatchOperation, ProposalPackage, RepairableEnvelope,
  RepairedCandidate, Submission, ValidationResult,
} from "./api.d.ts";

declare const process: { argv: string[]; stdout: { write(text: string): void } };
const [, , baseUrl = "", key = "", candidate = "{}"] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });

const { data: list } = await client.GET("/api/domains", { params: { query: { targetProduct: "datagen" } } });
const domain: Domain = list!.domains[0]!;
const members: MemberDescription[] = domain.members ?? [];
const { targetProduct, domainId } = domain;

const body: RepairableEnvelope = { targetProduct, domainId, candidate: { generatorId: "a b" }, repair: "suggested" };
const { data: faulty } = await client.POST("/api/validate", { body });
const verdict: ValidationResult = faulty!;
const diagnostic: Diagnostic = verdict.diagnostics[0]!;
const fix: Fix = verdict.diagnostics.flatMap(({ fixes }) => fixes ?? [])[0]!;
const operation: PatchOperation = fix.patch[0]!;
const repaired: RepairedCandidate = verdict.repaired!;

const { data: result } = await client.POST("/api/build", { body: { targetProduct, domainId, candidate: JSON.parse(candidate) } });
const built: BuildResult = result!;
const proposalPackage: ProposalPackage = built.proposalPackage!;
const submission: Submission = built.submission!;
const name: unknown = proposalPackage.candidate.generatorName;

const { error } = await client.POST("/api/validate", { body: { targetProduct: "other", domainId, candidate: {} } });
const problem = error as Extract<typeof error, { supported: unknown }>;

// @ts-expect-error: there is no such level.
const wrong: RepairableEnvelope = { targetProduct, domainId, candidate: {}, repair: "everything" };
void wrong;

process.stdout.write(JSON.stringify({
  members: members.length, code: diagnostic.code, op: operation.op, left: (repaired.diagnostics ?? []).length > 0,
  key: submission.headers["Idempotency-Key"], name, code422: problem.code, supported: problem.supported,
}));
`;

const suite = tools.ok ? describe : describe.skip;
suite(
  tools.ok ? "openapi-typescript" : `openapi-typescript [skipped: ${tools.reason.split("\n")[0]}]`,
  () => {
    const { folder, node, command } = tools as Extract<Tools, { ok: true }>;
    const service = sharedService();
    let project: string;
    beforeAll(() => {
      // Inside of the folder of the tools, so that the program finds openapi-fetch.
      project = mkdtempSync(join(folder, "program-"));
    });
    afterAll(() => {
      rmSync(project, { recursive: true, force: true });
    });

    test("gives types of our names, with which the three calls compile and work", async () => {
      const types = join(project, "api.d.ts");
      const options = ["--root-types", "--root-types-no-schema-prefix", "--output", types];
      await outputOf(node, [command("openapi-typescript"), `${service.url}/openapi-refs.json`, ...options]);
      writeFileSync(join(project, "program.ts"), PROGRAM);
      writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
      const compilerOptions = {
        ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, types: [] },
        ...{ module: "NodeNext", target: "ES2022", lib: ["ES2023", "DOM"], allowImportingTsExtensions: true },
        ...{ rewriteRelativeImportExtensions: true, skipLibCheck: true },
      };
      writeFileSync(
        join(project, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: ["program.ts"] }),
      );
      const compiled = await runProcess(node, [command("tsc"), "-p", project]);
      expect(compiled.stdout).toBe("");
      const sent = JSON.stringify(envelope().candidate);
      const output = await outputOf(process.execPath, [
        join(project, "program.js"),
        service.url,
        service.key,
        sent,
      ]);
      expect(JSON.parse(output)).toEqual({
        members: expect.any(Number),
        code: expect.any(String),
        op: expect.any(String),
        left: true,
        key: expect.stringMatching(/^pf1_[0-9a-f]{64}$/),
        name: "Loyalty card",
        code422: "unsupported-domain",
        supported: [{ targetProduct: "datagen", domainId: "generator-option" }],
      });
    });

    test("also makes types of the description without references", async () => {
      const types = await outputOf(node, [command("openapi-typescript"), `${service.url}/openapi.json`]);
      expect(types).toMatch(/candidate\?: \{\n +\[key: string\]: unknown;\n/);
      expect(types).not.toContain("Record<string, never>;\n                    };");
    });
  },
);
