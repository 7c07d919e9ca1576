/** `node scripts/package/sbom.mjs`: what the published package consists of, as a CycloneDX document, from `npm sbom`. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, SBOM } from "./places.mjs";

/**
 * npm knows everything that a clone needs, most of it tools. The document keeps what is bundled and what npm installs
 * for users. It has no time stamp and no serial number, so that the same package gives the same document.
 */
export function writeSbom(libraries) {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { serialNumber: _, ...document } = npmSbom();
  const bundled = new Set(libraries.map(({ name, version }) => `${name}@${version}`));
  const own = document.metadata.component;
  const kept = document.components.filter(
    ({ "bom-ref": ref, name }) => bundled.has(ref) || Object.hasOwn(manifest.dependencies ?? {}, name),
  );
  const refs = new Set(kept.map((component) => component["bom-ref"]));
  const missing = [...bundled].filter((ref) => !refs.has(ref));
  if (missing.length > 0)
    throw new Error(`npm sbom does not know ${missing.join(", ")}; is package-lock.json up to date?`);
  const result = {
    ...document,
    metadata: {
      ...document.metadata,
      timestamp: undefined,
      lifecycles: [{ phase: "build" }],
      component: { ...own, name: manifest.name },
    },
    components: kept.map(({ properties: _marks, ...component }) => ({ ...component, scope: "required" })),
    dependencies: document.dependencies
      .filter(({ ref }) => ref === own["bom-ref"] || refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
  writeFileSync(SBOM, `${JSON.stringify(result, null, 2)}\n`);
  return SBOM;
}

function npmSbom() {
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--include=dev"],
    {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { bundle } = await import("./bundle.mjs");
  console.log(writeSbom(await bundle({ write: false })));
}
