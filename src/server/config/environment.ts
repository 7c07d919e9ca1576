/** The variables of the environment that are settings, and those that come from files. */
import { readFileSync } from "node:fs";
import { closest } from "../../core/similar/similar.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
/** Undefined if it is not set, or empty. */
export type GetSetting = (name: string) => string | undefined;
/** Takes what is wrong with a setting. */
export type Fault = (text: string) => undefined;

/** Settings that may also come from a file, under their name with `_FILE`. */
const SECRETS = ["PREFLIGHT_API_KEYS", "PREFLIGHT_IDENTITY_TOKEN", "PREFLIGHT_REDIS_URL"];
const MAX_SECRET_BYTES = 1_048_576;

interface SettingsReader {
  readonly get: GetSetting;
  /** A remark on each variable that looks like a setting and is none: nobody has asked for it. */
  unknownNames(): string[];
}

export function readEnvironment(environment: Environment, fault: Fault): SettingsReader {
  const asked = new Set<string>();
  const fromFiles = readSecrets(environment, fault);
  const get: GetSetting = (name) => {
    asked.add(name);
    const value = (fromFiles.get(name) ?? environment[name])?.trim();
    // Kubernetes sets this for every service of a namespace; one may have the name of a setting.
    if (value === "" || (value !== undefined && SERVICE_ADDRESS.test(value))) return undefined;
    return value;
  };
  return {
    get,
    unknownNames: () =>
      findUnknown(environment, [...asked, ...SECRETS.map((name) => `${name}_FILE`)].filter(isOurs)),
  };
}

const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//i;
/** What Kubernetes calls the variables that describe the services of a namespace. */
const SERVICE_LINK =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_.+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

function findUnknown(environment: Environment, known: readonly string[]): string[] {
  return Object.keys(environment)
    .filter((name) => isOurs(name) && !known.includes(name))
    .filter((name) => !SERVICE_LINK.test(name))
    .filter((name) => !SERVICE_ADDRESS.test(environment[name] ?? ""))
    .map((name) => {
      const meant = meantSetting(name.slice(PREFIX.length), known);
      return `${name} is not a setting of Preflight${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    });
}

const PREFIX = "PREFLIGHT_";
const isOurs = (name: string): boolean => name.startsWith(PREFIX);
/** These have no prefix. */
const PLAIN_SETTINGS = ["HOST", "PORT", "LOG_LEVEL"];

/** All settings start alike, so only the rest of a name tells which one was meant. */
function meantSetting(name: string, known: readonly string[]): string | undefined {
  if (PLAIN_SETTINGS.includes(name)) return name;
  const rests = known.map((setting) => setting.slice(PREFIX.length));
  const containing = rests.filter((rest) => !rest.endsWith("_FILE") && `_${rest}_`.includes(`_${name}_`));
  const found = closest(name, rests) ?? (containing.length === 1 ? containing[0] : undefined);
  return found === undefined ? undefined : PREFIX + found;
}

/** The settings that come from files. */
function readSecrets(environment: Environment, fault: Fault): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]?.trim();
    if (path === undefined || path === "") continue;
    if (environment[name]?.trim()) {
      fault(`${name} and ${name}_FILE exclude each other; set only one of them.`);
      continue;
    }
    try {
      const bytes = readFileSync(path);
      if (bytes.length > MAX_SECRET_BYTES) fault(`${name}_FILE: the file is larger than 1 MiB.`);
      else if (bytes.toString().trim() === "") fault(`${name}_FILE: the file is empty.`);
      else found.set(name, bytes.toString().replace(/^\uFEFF/, ""));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      fault(`${name}_FILE: the file cannot be read${code}.`);
    }
  }
  return found;
}
