/** Which libraries a bundle holds, and under which licences. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All of them allow what we do: to pass the code on, as long as the licence goes with it. */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

/** A plugin that adds every library with code in the output to `libraries`, by folder. */
export function recordLibraries(libraries) {
  return {
    name: "record-libraries",
    generateBundle(_options, output) {
      for (const chunk of Object.values(output))
        for (const id of Object.keys(chunk.modules ?? {})) {
          const [, folder] = /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)/.exec(id) ?? [];
          if (folder !== undefined && !libraries.has(folder)) libraries.set(folder, readLibrary(folder));
        }
    },
  };
}

function readLibrary(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
  return {
    name: manifest.name,
    version: manifest.version,
    licence: manifest.license ?? manifest.licenses?.map(({ type }) => type).join(" OR ") ?? "unknown",
    author: typeof manifest.author === "string" ? manifest.author : (manifest.author?.name ?? ""),
    texts,
  };
}

/** The libraries whose licence is none of those above. Of a choice, one that is permissive is enough. */
export function findRestricted(libraries) {
  return libraries.filter(({ licence }) => {
    const choices = licence.replace(/[()]/g, "").split(" OR ");
    return !choices.some((choice) => choice.split(" AND ").every((part) => PERMISSIVE.has(part.trim())));
  });
}

/** The file that goes with the package. */
export function licenceFile(libraries) {
  const sections = libraries.map(({ name, version, licence, author, texts }) => {
    const own = texts.length > 0 ? texts : [`${licence} licence${author === "" ? "" : `, ${author}`}`];
    return [`${name} ${version} (${licence})`, ...own].join("\n\n");
  });
  return `${["The programs of this package hold code of these libraries.", ...sections].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

export function isInstalled(name, root) {
  return existsSync(join(root, "node_modules", name, "package.json"));
}
