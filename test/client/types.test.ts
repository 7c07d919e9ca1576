/** The types of the operations say what their schemas say: the compiler compares them, in both directions. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import { COMPILER, projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { typeOf } from "./schema-types.ts";

/** Input and output of every operation. */
const TYPES = `
import type { BuildResult, ValidationResult } from "../../src/core/types.ts";
import type { DomainFilter, DomainList, RepairableEnvelope } from "../../src/service/operations/operation-types.ts";
interface OperationTypes {
  listDomains: { input: DomainFilter; output: DomainList };
  validateProposal: { input: RepairableEnvelope; output: ValidationResult };
  buildProposal: { input: RepairableEnvelope; output: BuildResult };
}
`;

/**
 * `Accepts`: a value of the first type may be used as the second, so values and required members agree.
 * `Outline`: every member that a type knows, those of all parts of a union together, so that neither side has more.
 */
const COMPARISON = `
type Accepts<From extends To, To> = From;
type Members<Type> = Type extends unknown ? keyof Type : never;
type MemberOf<Type, Name> = Type extends unknown ? (Name extends keyof Type ? Type[Name] : never) : never;
type Outline<Type> = unknown extends Type ? "any"
  : [NonNullable<Type>] extends [readonly (infer Item)[]] ? [Outline<Item>]
  : [NonNullable<Type>] extends [object] ? { [Name in Members<NonNullable<Type>>]-?: Outline<MemberOf<NonNullable<Type>, Name>> }
  : "value";
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Must<Holds extends true> = Holds;
`;

/** What the types allow and the service never sends: patches of others may hold `copy`. A candidate can be anything. */
const SENT = `
type Sent<Type> = Type extends readonly (infer Item)[] ? Sent<Item>[]
  : Type extends object ? {
    [Name in keyof Type]: Name extends "candidate" | "example" ? unknown
      : Name extends "op" ? Exclude<Type[Name], "copy">
      : Sent<Type[Name]>
  }
  : Type;
`;

test("types and schemas of every operation agree", async () => {
  const lines = OPERATIONS.flatMap(({ id, input, output }) => [
    `type ${id}Input = ${typeOf(input)};`,
    `type ${id}Output = ${typeOf(output)};`,
    `export type A_${id} = [`,
    ...["Input", "Output"].flatMap((side) => {
      const type = `Sent<OperationTypes["${id}"]["${side.toLowerCase()}"]>`;
      return [`  Accepts<${type}, ${id}${side}>,`, `  Must<Same<Outline<${type}>, Outline<${id}${side}>>>,`];
    }),
    "];",
  ]);
  await expectToCompile("operation-types", [TYPES, COMPARISON, SENT, ...lines, ""].join("\n"));
});

const TYPED_CALLS = `
import { createClient } from "../../src/client/index.ts";

interface GeneratorOption {
  generatorId: string;
  generatorName: string;
}

const client = createClient({ baseUrl: "https://preflight.example" });
const domain = { targetProduct: "datagen", domainId: "generator-option" };

export async function build(candidate: GeneratorOption): Promise<string> {
  const built = await client.buildProposal<GeneratorOption>({ ...domain, candidate });
  if (built.valid) return built.proposalPackage.candidate.generatorName;
  // @ts-expect-error: an invalid candidate has no package
  return built.proposalPackage.candidate.generatorName;
}

export async function repair(draft: unknown): Promise<GeneratorOption> {
  const { repaired } = await client.validateProposal<GeneratorOption, unknown>({ ...domain, candidate: draft, repair: "suggested" });
  if (repaired?.valid) return repaired.candidate;
  // @ts-expect-error: what is left to fix is no candidate of the domain yet
  return repaired!.candidate;
}

// @ts-expect-error: the members have other types
void client.validateProposal<GeneratorOption>({ ...domain, candidate: { generatorId: 5 } });
void client.validateProposal({ ...domain, candidate: { generatorId: 5 } });
`;

test("the type of candidates types the calls of the client", async () => {
  await expectToCompile("candidate-types", TYPED_CALLS);
});

/** In a folder two levels below the project, as the paths of the imports say. */
async function expectToCompile(name: string, code: string): Promise<void> {
  const folder = join(projectFolder, ".cache", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "check.ts"), code);
  const config = { extends: "../../test/tsconfig.json", include: ["check.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = await runProcess(process.execPath, [COMPILER, "-p", folder]);
  expect(stdout).toBe("");
}
