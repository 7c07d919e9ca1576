/** Loads a spec package that a command needs, or fails with the way to find out what is wrong with it. */
import { loadSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { Failure } from "../terminal/failure.ts";
import { plural, shellWord } from "../terminal/text.ts";
import { readSource } from "./source.ts";

export async function loadFile(path: string): Promise<SpecPackage> {
  const { value } = await readSource(path);
  const loaded = loadSpecPackage(value);
  if (loaded.ok) return loaded.spec;
  throw new Failure(
    `${path} is refused for ${plural(loaded.reasons.length, "reason")}.`,
    `\`preflight spec check ${shellWord(path)}\` lists them.`,
  );
}
