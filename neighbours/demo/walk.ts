/** Takes a proposal through its five steps and to the end of its ballot, and narrates what happens. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { applyFixes, type BuildResult, type Diagnostic, type ValidationResult } from "proposal-preflight";
import type { Neighbourhood } from "./neighbourhood.ts";

const ENVELOPE = { targetProduct: "datagen", domainId: "generator-option" };

export async function walk({ identity, voting, product, preflight }: Neighbourhood): Promise<void> {
  step(1, "Get a key from the identity service");
  const { key } = await identity.mintKey("ada");
  say(`Ada's key: ${key}`);

  step(2, `List what can be proposed: GET ${preflight.url}/api/domains`);
  const { domains } = await request<{ domains: Record<string, string>[] }>(`${preflight.url}/api/domains`);
  for (const domain of domains) {
    say(
      `${domain.targetProduct} / ${domain.domainId} "${domain.title}", rules version ${domain.specPackageVersion}`,
    );
    say(`Submit to ${domain.submissionUrl}`);
  }

  step(3, "Validate until the candidate is valid: POST /api/validate");
  const check = (candidate: unknown) =>
    request<ValidationResult>(`${preflight.url}/api/validate`, { key, body: { ...ENVELOPE, candidate } });
  const faulty = makeFaultyCandidate();
  const first = await check(faulty);
  say(`valid: ${first.valid}`);
  for (const diagnostic of first.diagnostics) tell(diagnostic);
  const fixed = applyFixes(faulty, first.diagnostics, "suggested");
  say(`Applying the ${fixed.applied} fixes from the diagnostics …`);
  say(`valid: ${(await check(fixed.candidate)).valid}`);

  step(4, "Build the package: POST /api/build");
  const built = await request<BuildResult>(`${preflight.url}/api/build`, {
    key,
    body: { ...ENVELOPE, candidate: fixed.candidate },
  });
  const { proposalPackage, submission, changes = [] } = built;
  if (proposalPackage === undefined || submission === undefined) throw new Error("the package was not built");
  say(`Digest: ${proposalPackage.digest}`);
  say(
    `Normalization changed ${changes.length === 0 ? "nothing" : changes.map(({ path }) => path).join(", ")}`,
  );

  step(5, `Submit the package to the product: POST ${submission.url}`);
  const submit = () =>
    request<{ proposal: Submitted }>(submission.url, {
      key,
      body: { proposalPackage },
      headers: submission.headers,
    });
  const { proposal } = await submit();
  say(`Recorded as ${proposal.id}, ballot ${proposal.ballot.status} at ${proposal.ballot.url}`);
  const ballot = await request<{ owner: { id: string }; warnings: unknown[] }>(proposal.ballot.url);
  say(
    `Voters see the description, the rationale, the owner ${ballot.owner.id} and ${ballot.warnings.length} warnings.`,
  );
  say(`Sending it again changes nothing: the answer is still ${(await submit()).proposal.id}.`);

  console.log("\nWhat happens next");
  const vote = (voter: string) =>
    request(`${proposal.ballot.url}/vote`, { method: "PUT", key: voter, body: { choice: "yes" } });
  await vote(key);
  await vote((await identity.mintKey("bo")).key);
  const closed = await request<{ outcome: string; votes: { yes: number; no: number } }>(
    `${proposal.ballot.url}/close`,
    { method: "POST", key: voting.operatorToken },
  );
  say(
    `Ada and Bo vote, and the ballot closes: ${closed.outcome}, ${closed.votes.yes} to ${closed.votes.no}.`,
  );
  const taken = await until(async () => {
    const { diagnostics } = await check(fixed.candidate);
    return diagnostics.find(({ code }) => code === "generator-id-taken");
  });
  say("The generator is now in the registry, and Preflight has noticed. The same candidate now gets:");
  tell(taken);

  console.log(`
To explore
  Preflight         ${preflight.url}       API reference ${preflight.url}/docs
  target product    ${product.url}/rules   ${product.url}/registry   ${product.url}/spec-packages/generator-option
  voting service    ${voting.url}/api/ballots
  identity service  ${identity.url}
  a key             ${key}
  publish rules     POST ${product.url}/spec-packages with the token ${product.adminToken}`);
}

interface Submitted {
  id: string;
  ballot: { url: string; status: string };
}

/** The package's own example, with mistakes that people make in a hurry. */
function makeFaultyCandidate(): unknown {
  const { resolve } = createRequire(import.meta.url);
  const path = resolve("proposal-preflight/spec-packages/datagen/generator-option.json");
  const [example] = JSON.parse(readFileSync(path, "utf8")).examples.valid;
  const { candidate } = example;
  const [field, ...fields] = candidate.outputFields;
  return {
    ...candidate,
    generatorName: ` ${candidate.generatorName}`,
    outputFields: [{ ...field, type: field.type.toUpperCase() }, ...fields],
    supportedStrategies: ["quick", "realistic", "realistic"],
  };
}

function step(number: number, title: string): void {
  console.log(`\n${number}. ${title}`);
}

function say(text: string): void {
  console.log(`   ${text}`);
}

function tell({ severity, pointer, message, fixes }: Diagnostic): void {
  say(`${severity} at ${pointer === "" ? "the candidate" : pointer}: ${message}`);
  if (fixes?.[0] !== undefined) say(`   fix (${fixes[0].applicability}): ${fixes[0].title}`);
}

interface RequestOptions {
  key?: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function request<T>(url: string, { key, method, body, headers }: RequestOptions = {}): Promise<T> {
  const sent = new Headers(headers);
  if (key !== undefined) sent.set("authorization", `Bearer ${key}`);
  if (body !== undefined) sent.set("content-type", "application/json");
  const response = await fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Tries about twice per refresh interval of Preflight. */
async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 12; tries++) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error("Preflight did not notice the change of the registry");
}
