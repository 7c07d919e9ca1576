/** The client that openapi-python-client makes of the description: the three calls. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { outputOf } from "../support/processes.ts";
import { sharedService } from "../support/shared-service.ts";

type Tools = { ok: true; python: string; command(name: string): string } | { ok: false; reason: string };

const script = new URL("../../scripts/python-tools.mjs", import.meta.url).href;
const { ensurePythonTools } = (await import(script)) as {
  ensurePythonTools(group: string, requirements: string[]): Tools;
};
const tools = ensurePythonTools("openapi-python", ["openapi-python-client==0.29.1"]);
if (!tools.ok && process.env.CI === "true") throw new Error(tools.reason);

const PROGRAM = `
import json, sys
from preflight_client import AuthenticatedClient
from preflight_client.api.proposals import build_proposal, list_domains, validate_proposal
from preflight_client.models import (
    BuildResult, Diagnostic, Domain, DomainList, Fix, PatchOperation, ProposalPackage,
    RepairableEnvelope, RepairableEnvelopeCandidate, RepairedCandidate, Submission,
    RepairableEnvelopeRepair, UnprocessableContentProblem, ValidationResult,
)

base_url, key, candidate = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key)

listed = list_domains.sync(client=client, target_product="datagen")
assert isinstance(listed, DomainList)
domain = listed.domains[0]
assert isinstance(domain, Domain)
where = {"target_product": domain.target_product, "domain_id": domain.domain_id}

draft = RepairableEnvelopeCandidate.from_dict({"generatorId": "a b"})
verdict = validate_proposal.sync(
    client=client, body=RepairableEnvelope(**where, candidate=draft, repair=RepairableEnvelopeRepair.SUGGESTED)
)
assert isinstance(verdict, ValidationResult) and not verdict.valid
assert isinstance(verdict.diagnostics[0], Diagnostic)
fixes = [fix for diagnostic in verdict.diagnostics for fix in (diagnostic.fixes or [])]
assert isinstance(fixes[0], Fix) and isinstance(fixes[0].patch[0], PatchOperation)
assert isinstance(verdict.repaired, RepairedCandidate)

whole = RepairableEnvelopeCandidate.from_dict(json.loads(candidate))
built = build_proposal.sync(client=client, body=RepairableEnvelope(**where, candidate=whole))
assert isinstance(built, BuildResult) and built.valid
assert isinstance(built.proposal_package, ProposalPackage) and isinstance(built.submission, Submission)

unknown = RepairableEnvelope(target_product="other", domain_id=domain.domain_id, candidate=whole)
problem = build_proposal.sync(client=client, body=unknown)
assert isinstance(problem, UnprocessableContentProblem)

print(json.dumps({
    "key": built.submission.headers.idempotency_key,
    "name": built.proposal_package.candidate["generatorName"],
    "supported": [name.to_dict() for name in problem.supported],
}))
`;

const suite = tools.ok ? describe : describe.skip;
suite(tools.ok ? "openapi-python-client" : `openapi-python-client [skipped: ${tools.reason}]`, () => {
  const { python, command } = tools as Extract<Tools, { ok: true }>;
  const service = sharedService();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "preflight-python-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("makes a client with our names that makes the three calls", async () => {
    const config = join(folder, "config.json");
    writeFileSync(config, JSON.stringify({ post_hooks: [] }));
    const made = await outputOf(command("openapi-python-client"), [
      ...["generate", "--url", `${service.url}/openapi-refs.json`, "--output-path", join(folder, "client")],
      ...["--config", config, "--fail-on-warning"],
    ]);
    expect(made).not.toContain("Warning");
    writeFileSync(join(folder, "program.py"), PROGRAM);
    const sent = JSON.stringify(envelope().candidate);
    const printed = await outputOf(python, [join(folder, "program.py"), service.url, service.key, sent], {
      environment: { PYTHONPATH: join(folder, "client") },
    });
    expect(JSON.parse(printed)).toEqual({
      key: expect.stringMatching(/^pf1_[0-9a-f]{64}$/),
      name: "Loyalty card",
      supported: [{ targetProduct: "datagen", domainId: "generator-option" }],
    });
  });
});
