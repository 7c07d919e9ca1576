/** The configuration, from the environment, which nothing else reads. All errors are reported, not only the first. */
import { isIPv4 } from "node:net";
import { closest } from "../../core/similar/matcher.ts";
import { Faults, readNamedFile } from "../shared/faults.ts";
import { type Config, SETTINGS } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment) {
  const faults: string[] = [];
  const warnings = unknownNames(environment);
  /** The variables that are set, wrong ones too. */
  const isSet = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [key, { name, kind, otherwise, isSecret, needs }] of Object.entries(SETTINGS)) {
    values[key] = otherwise;
    const path = isSecret && textOf(environment, `${name}_FILE`);
    const text = textOf(environment, name);
    if (!path && text === undefined) continue;
    if (needs !== undefined && !isSet.has(needs)) {
      // Those of others may be there for other programs.
      if (name.startsWith(PREFIX)) warnings.push(`${name} has no effect without ${needs}.`);
      continue;
    }
    isSet.add(name);
    try {
      values[key] = kind(path ? readSecret(name, path, text) : text!);
    } catch (error) {
      if (!(error instanceof Faults)) throw error;
      faults.push(...error.texts.map((fault) => name + error.lead + fault));
    }
  }
  const config = values as unknown as Config;
  const { host, port, adminPort, identityUrl } = config;
  const hasKeys = isSet.has("PREFLIGHT_API_KEYS");
  const hasIdentity = isSet.has("PREFLIGHT_IDENTITY_URL");

  for (const text of config.signingKeys?.warnings ?? []) warnings.push(`PREFLIGHT_SIGNING_KEY_FILE: ${text}`);
  if (hasKeys && hasIdentity)
    faults.push("PREFLIGHT_API_KEYS and PREFLIGHT_IDENTITY_URL exclude each other; set only one of them.");
  if (identityUrl !== undefined && !isSet.has("PREFLIGHT_IDENTITY_TOKEN"))
    warnings.push("PREFLIGHT_IDENTITY_TOKEN is not set; most identity services require one.");
  if (identityUrl?.startsWith("http:") && !isLoopback(new URL(identityUrl).hostname))
    warnings.push("PREFLIGHT_IDENTITY_URL is not https: keys are sent unencrypted.");
  if (!isLoopback(host) && !hasKeys && !hasIdentity)
    faults.push(
      "HOST is not a loopback address: set PREFLIGHT_API_KEYS or PREFLIGHT_IDENTITY_URL to decide who may call.",
    );
  if (!isLoopback(host) && !isSet.has("PREFLIGHT_BASE_URL"))
    warnings.push(
      "PREFLIGHT_BASE_URL is not set: links will use the address that the service listens on, which callers may not be able to reach.",
    );
  if (adminPort !== undefined && adminPort !== 0 && adminPort === port)
    faults.push("PREFLIGHT_ADMIN_PORT must differ from PORT.");
  if (faults.length > 0) return { ok: false as const, faults, warnings };
  return { ok: true as const, config: Object.freeze(config), warnings };
}

const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//i;
/** What Kubernetes calls the variables that describe the services of a namespace. */
const SERVICE_LINK =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_.+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/** Kubernetes sets a port of this form for every service of a namespace; one may have the name of a setting. */
const isServiceLink = (name: string, text: string | undefined): boolean =>
  SERVICE_LINK.test(name) || (name.endsWith("_PORT") && SERVICE_ADDRESS.test(text ?? ""));

/** Undefined if it is not set, or blank. */
function textOf(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === "" || isServiceLink(name, text) ? undefined : text;
}

const MAX_SECRET_BYTES = 1_048_576;

/** `path` is from the variable with `_FILE`, and `text` from the one without. */
function readSecret(name: string, path: string, text: string | undefined): string {
  if (text !== undefined) throw new Faults("", ` and ${name}_FILE exclude each other; set only one of them.`);
  const bytes = readNamedFile(path, "_FILE: ");
  if (bytes.length > MAX_SECRET_BYTES) throw new Faults("_FILE: ", "the file is larger than 1 MiB.");
  // `trim` takes a byte order mark for white space.
  const content = bytes.toString().trim();
  if (content === "") throw new Faults("_FILE: ", "the file is empty.");
  return content;
}

const PREFIX = "PREFLIGHT_";
const NAMES = Object.values(SETTINGS).flatMap(({ name, isSecret }) =>
  isSecret ? [name, `${name}_FILE`] : [name],
);

/** A remark on each variable that looks like a setting and is none. */
function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !NAMES.includes(name))
    .filter((name) => !isServiceLink(name, environment[name]))
    .map((name) => `${name} is not a setting of Preflight${meant(name.slice(PREFIX.length))}`);
}

/** All settings start alike, so only the rest of a name tells which one was meant. */
function meant(name: string): string {
  if (NAMES.includes(name)) return `; did you mean ${name}?`;
  const rests = NAMES.filter((known) => known.startsWith(PREFIX)).map((known) => known.slice(PREFIX.length));
  const containing = rests.filter((rest) => !rest.endsWith("_FILE") && `_${rest}_`.includes(`_${name}_`));
  const found = closest(name, rests) ?? (containing.length === 1 ? containing[0] : undefined);
  return found === undefined ? "" : `; did you mean ${PREFIX}${found}?`;
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name === "::1" || (isIPv4(name) && name.startsWith("127."));
}
