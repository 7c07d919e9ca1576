/**
 * Patterns of the code take a time that grows with the text, and not with its square: `\s+$` tries a run of blanks again from
 * each of them, and a body of 64 KiB took seconds.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { expect, test, vi } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

const isSlow = (pattern: Pattern) =>
  analyse(pattern, { maxReports: 1, assumeRejectingSuffix: false }).reports.length > 0;

/** The literals in a part of a syntax tree. */
function literalsIn(node: unknown): Pattern[] {
  if (typeof node !== "object" || node === null) return [];
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  return regex !== undefined
    ? [{ source: regex.pattern, flags: regex.flags }]
    : Object.values(node).flatMap(literalsIn);
}

/** Slow for some text, but not for those that they are matched against. */
const SHORT_OR_OWN = new Map([
  // The last 64 characters of a name.
  ["src/core/similar/likeness.ts", [String.raw`[\d\s_.-]+$`, String.raw`(?:\p{Lu}+|\p{L})\p{Ll}*$`]],
  // Tables of the code, and numbers.
  ["src/core/unicode/unicode.ts", ["[a-z]*[A-Z]", String.raw`(\w+) (\w+)`, String.raw`\B(?=(?:\d{3})+$)`]],
  // Any text is matched at once.
  [
    "src/core/values/addresses.ts",
    [String.raw`^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$`],
  ],
  // So is any URL, which has no line break.
  [
    "src/core/values/url-parts.ts",
    [String.raw`^(https?):\/\/(\[.*?\]|[^:/?#]*):?(\d*)([^?#]*)\??([^#]*)#?(.*)$`],
  ],
  // What Base64 ends with, and what stands before the cursor in an expression.
  ["web/start/share.ts", ["=+$"]],
  ["web/studio/expression-editor.ts", [String.raw`[A-Za-z_]\w*$`]],
  ["web/studio/expressions.ts", [String.raw`(?:([A-Za-z_][\w.[\]"']*)\.)?([A-Za-z_]\w*)?$`]],
  // A setting.
  ["src/service/budget/client-address.ts", [String.raw`\s*,\s*`]],
  // The last 1,000 characters.
  [
    "src/authoring/documents/yaml/yaml.ts",
    [String.raw`(?:"[^"\n]*|'[^'\n]*|[^\s,[\]{}:#"'-][^\s,[\]{}:#]*)?$`],
  ],
]);

test("those that are written in the code", () => {
  const files = ["src", "web"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const slow = files.flatMap((path) => {
    const [, lang] = /\.(tsx?)$/.exec(path) ?? [];
    if (lang === undefined) return [];
    const code = readFileSync(join(root, path), "utf8");
    const patterns = literalsIn(parseAst(code, { lang: lang as "ts" | "tsx" })).filter(isSlow);
    const name = path.split(sep).join(posix.sep);
    return patterns.length === 0 ? [] : [[name, patterns.map((pattern) => pattern.source)] as const];
  });
  expect(new Map(slow)).toEqual(SHORT_OR_OWN);
});

test("those that are put together when the core is loaded", async () => {
  const made: Pattern[] = [];
  const construct = (target: typeof RegExp, [source, flags = ""]: [RegExp | string, string?]) => {
    const pattern = new target(source, flags);
    made.push(pattern);
    return pattern;
  };
  vi.resetModules();
  vi.stubGlobal("RegExp", new Proxy(RegExp, { construct }));
  await import("../src/core/index.ts");
  vi.unstubAllGlobals();
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter(isSlow)).toEqual([]);
});
