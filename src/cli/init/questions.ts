/** What `preflight init` asks on a terminal. */
import { cancel, isCancel, select, text } from "@clack/prompts";
import { parsePointer, valueAt } from "../../core/json/pointer.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { Domain } from "../../service/operations/operation-types.ts";
import { Failure } from "../terminal/failure.ts";
import { visible } from "../terminal/text.ts";

/** A value for a place of the proposal. */
export interface Setting {
  readonly pointer: string;
  readonly value: unknown;
}

export async function askDomain(domains: readonly Domain[]): Promise<Domain> {
  const [only] = domains;
  if (only !== undefined && domains.length === 1) return only;
  const options = domains.map((value) => ({ value, label: visible(value.title), hint: nameOf(value) }));
  return answered(await select({ message: "What do you want to propose?", options }));
}

export async function askFile(): Promise<string> {
  return answered(await text({ message: "File", initialValue: "proposal.json" }));
}

/** What a text is before somebody has written it. */
const PLACEHOLDER = "TODO";

/** Asks for the texts that are open. What stands in lists is easier to write in an editor. */
export async function askMembers({ members = [] }: Domain, candidate: unknown): Promise<Setting[]> {
  const settings: Setting[] = [];
  for (const { pointer, rule } of members) {
    const path = parsePointer(pointer);
    if (path.includes("*") || valueAt(candidate, path) !== PLACEHOLDER) continue;
    const value = answered(
      await text({
        message: `${path.join(", ")}  (leave it empty to write it later)`,
        placeholder: visible(rule),
      }),
    );
    if (value?.trim()) settings.push({ pointer, value: value.trim() });
  }
  return settings;
}

function answered<Value>(answer: Value): Exclude<Value, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Value, symbol>;
  cancel("Nothing was written.");
  throw new Failure("Stopped before anything was written.");
}
