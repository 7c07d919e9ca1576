/** The API key: from the environment or from a file, never from an argument, which other users of the machine could see. */
import { readFileSync } from "node:fs";
import { isWellFormedKey } from "../../service/operations/gate.ts";
import { Failure, systemReason } from "../terminal/failure.ts";

/** Undefined if there is none. Throws a Failure if it is malformed, without quoting it. */
export function readKey(file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const text = (file === undefined ? environment.PREFLIGHT_API_KEY : readKeyFile(file))?.trim();
  if (text === undefined || text === "") {
    if (file !== undefined) throw new Failure(`The key file ${file} is empty.`);
    return undefined;
  }
  if (!isWellFormedKey(text))
    throw new Failure(
      `The key in ${file === undefined ? "PREFLIGHT_API_KEY" : file} is malformed.`,
      "A key is `ai_` followed by 16 to 253 letters, digits, `_` or `-`.",
    );
  return text;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Failure(`The key file ${path} cannot be read: ${systemReason(error)}.`);
  }
}
