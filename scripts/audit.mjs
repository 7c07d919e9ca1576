/**
 * `npm run verify -- audit`: what an auditor asks of the published package and of a clone. Licences of everything that is passed on,
 * packages with install scripts, whether every package of the lock file has an integrity and a source, whether the list of
 * parts (SBOM) says what the lock file says, and advisories that the registry knows. If the registry does not answer, that
 * is said, and it is the one question that stays open.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./package/bundle.mjs";
import { findRestricted } from "./package/libraries.mjs";
import { ROOT } from "./package/places.mjs";
import { writeSbom } from "./package/sbom.mjs";

const faults = [];
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

const libraries = await bundle({ write: false });
say("licences", checkLicences());
say("install scripts", checkScripts());
say("lock file", checkLock());
say("list of parts", checkSbom());
say("advisories", checkAdvisories());
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);

function say(what, result) {
  console.log(`${what.padEnd(16)} ${result}`);
}

function checkLicences() {
  for (const { name, version, licence } of findRestricted(libraries))
    faults.push(`${name} ${version} must not be passed on: its licence is ${licence}.`);
  const kinds = [...new Set(libraries.map(({ licence }) => licence))].sort();
  return `${libraries.length} libraries are passed on, under ${kinds.join(", ")}`;
}

function checkScripts() {
  const own = ["preinstall", "install", "postinstall"].filter((name) => manifest.scripts[name] !== undefined);
  for (const name of own)
    faults.push(`package.json has the script ${name}, which runs where the package is installed.`);
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  for (const [path] of withScripts) faults.push(`${nameOf(path)} runs a script when it is installed.`);
  return `${own.length} in the package, ${withScripts.length} in ${packages.length} tools and libraries`;
}

/** Without an integrity, npm takes whatever the source sends. */
function checkLock() {
  for (const [path, { resolved, integrity, link, inBundle }] of packages) {
    if (link || inBundle) continue;
    if (!/^sha512-/.test(integrity ?? "")) faults.push(`${path} has no sha512 in package-lock.json.`);
    // Left out for what any registry has; a Git repository or another address would be named.
    if (resolved !== undefined) faults.push(`${path} comes from ${resolved} instead of a registry.`);
  }
  for (const [name, range] of Object.entries(manifest.dependencies))
    if (lock.packages[""].dependencies?.[name] !== range)
      faults.push(`package-lock.json has another range for ${name}.`);
  return `${packages.length} packages, each with its sha512, none from elsewhere than a registry`;
}

function checkSbom() {
  const { components } = JSON.parse(readFileSync(writeSbom(libraries), "utf8"));
  for (const { name, version, hashes, "bom-ref": ref } of components) {
    const entries = packages.filter(([path, entry]) => nameOf(path) === name && entry.version === version);
    if (entries.length === 0) faults.push(`The list of parts has ${ref}, and package-lock.json does not.`);
    const hex = hashes?.find(({ alg }) => alg === "SHA-512")?.content;
    const sent = hex === undefined ? undefined : `sha512-${Buffer.from(hex, "hex").toString("base64")}`;
    if (!entries.some(([, { integrity }]) => integrity === sent))
      faults.push(`The list of parts has another hash for ${ref}.`);
  }
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  for (const { name, version } of libraries)
    if (!listed.has(`${name}@${version}`)) faults.push(`The list of parts lacks ${name}@${version}.`);
  return `${components.length} parts, each as package-lock.json has it`;
}

function checkAdvisories() {
  const found = ["--omit=dev", "--include=dev"].map((which) => {
    const { stdout } = spawnSync("npm", ["audit", "--json", which], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    try {
      const { error, vulnerabilities } = JSON.parse(stdout);
      return error === undefined ? Object.values(vulnerabilities) : undefined;
    } catch {
      return undefined;
    }
  });
  const [shipped, all] = found;
  if (shipped === undefined || all === undefined) {
    const registry = spawnSync("npm", ["config", "get", "registry"], {
      cwd: ROOT,
      encoding: "utf8",
    }).stdout.trim();
    return `NOT CHECKED: ${registry} gives no advisories here; run npm audit where it does`;
  }
  for (const { name, severity } of shipped)
    faults.push(`${name} has a known fault (${severity}); npm audit says more.`);
  for (const { name, severity } of all)
    if (severity === "critical") faults.push(`The tool ${name} has a critical fault; npm audit says more.`);
  return `${shipped.length} of what is installed with the package, ${all.length} with the tools`;
}
