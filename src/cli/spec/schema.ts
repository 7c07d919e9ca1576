/** The candidates of a spec package for other tools. */
import {
  candidateSchema,
  candidateTypes,
  strictCandidateSchema,
} from "../../core/spec-package/candidate-schema.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { loadFile } from "./source.ts";

/** The exit code. */
export async function runSpecSchema(
  path: string,
  form: "schema" | "strict" | "types",
  { write }: Terminal,
): Promise<number> {
  const spec = await loadFile(path);
  const schema = form === "strict" ? strictCandidateSchema(spec) : candidateSchema(spec);
  write(form === "types" ? candidateTypes(spec) : `${JSON.stringify(schema, null, 2)}\n`);
  return EXIT.valid;
}
