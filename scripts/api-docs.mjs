/**
 * `npm run docs -- api`: writes docs/api.md from the declaration files that the compiler makes, so that the page shows what
 * users' editors show. A test fails while the page is out of date or an export has no comment.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export const PAGE = join(root, "docs", "api.md");

const ENTRIES = [
  {
    name: "proposal-preflight",
    file: "core/index.d.ts",
    about:
      "The core: load rules, check, fix and build proposals, verify packages. It runs in every JavaScript runtime.",
  },
  {
    name: "proposal-preflight/client",
    file: "client/index.d.ts",
    about:
      "The client of a Preflight service, for Node and browsers. Types that the core exports too are listed there.",
  },
  {
    name: "proposal-preflight/fetch",
    file: "service/fetch/index.d.ts",
    about:
      "The service as a function from a request to a response, for every runtime that has the Fetch API.",
  },
  {
    name: "proposal-preflight/importing",
    file: "authoring/importing/index.d.ts",
    about: "Turns an existing JSON Schema into a spec package, and reports what it did.",
  },
  {
    name: "proposal-preflight/proxy-signing",
    file: "service/identity/signing.d.ts",
    about: "Signs the calls that an identity service makes on behalf of an agent.",
  },
];

/** Every export of every entry: its name, its comment and its declaration. */
export function readApi(build = join(root, "dist")) {
  const seen = new Map();
  return ENTRIES.map(({ name, file, about }) => {
    const all = exportsOf(join(build, file));
    const own = all.filter((each) => seen.get(each.name) !== each.file);
    for (const each of own) seen.set(each.name, each.file);
    return { name, about, exports: own, shared: all.filter((each) => !own.includes(each)) };
  });
}

function exportsOf(file) {
  const statements = statementsOf(readFileSync(file, "utf8"));
  const found = [];
  for (const { comment, code } of statements) {
    const [, names, from] = /^export (?:type )?(\*|\{[^}]*\})(?: from "([^"]+)")?;?$/s.exec(code) ?? [];
    if (names === undefined) {
      const [, name] =
        /^export (?:declare )?(?:abstract )?(?:async )?(?:function|const|class|interface|type|enum) (\w+)/.exec(
          code,
        ) ?? [];
      if (name !== undefined) found.push({ name, comment, code, file });
      continue;
    }
    if (from === undefined) continue;
    const target = exportsOf(join(dirname(file), from.replace(/\.(ts|js)$/, ".d.ts")));
    if (names === "*") found.push(...target);
    else
      for (const name of names
        .replace(/[{}]|\btype\b/g, "")
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean)) {
        const declared = target.filter((each) => each.name === name);
        if (declared.length === 0) throw new Error(`${file}: ${name} is not found in ${from}`);
        found.push(...declared);
      }
  }
  return found;
}

/** The top-level statements of a declaration file, each with the comment in front of it. */
function statementsOf(text) {
  const statements = [];
  let comment = "";
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at])) at++;
    else if (text.startsWith("//", at)) at = endOf(text, "\n", at);
    else if (text.startsWith("/*", at)) {
      const end = endOf(text, "*/", at);
      comment = text.slice(at, end);
      at = end;
    } else {
      const end = endOfStatement(text, at);
      statements.push({
        comment: comment.startsWith("/**") ? comment : "",
        code: text.slice(at, end).trim(),
      });
      comment = "";
      at = end;
    }
  }
  return statements;
}

function endOfStatement(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith("/*", at)) at = endOf(text, "*/", at) - 1;
    else if (text.startsWith("//", at)) at = endOf(text, "\n", at) - 1;
    else if (`"'\``.includes(text[at])) at = endOfString(text, at);
    else if ("{([".includes(text[at])) depth++;
    else if ("})]".includes(text[at])) {
      depth--;
      // A body ends an interface, a class or an enum; anything else goes on to its semicolon.
      const isBody =
        depth === 0 &&
        text[at] === "}" &&
        /^(export )?(declare )?(abstract )?(interface|class|enum) /.test(text.slice(start, at));
      if (isBody) return at + 1;
    } else if (text[at] === ";" && depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text, start) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}

function endOf(text, mark, start) {
  const found = text.indexOf(mark, start);
  return found === -1 ? text.length : found + mark.length;
}

/** The text of a comment, without its stars. Examples become code blocks, which they are in the sources as well. */
function proseOf(comment) {
  return comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .trim()
    .replace(/\{@link (\w+)\}/g, (_, name) => `[\`${name}\`](#${name.toLowerCase()})`)
    .replace(/^@example\s*\n/gm, "For example:\n\n")
    .replace(/^@(returns|throws) /gm, (_, tag) => `${tag === "returns" ? "Returns" : "Throws"} `);
}

export function renderApi(api) {
  const lines = [
    "# API",
    "",
    "Everything that the package exports, with its types. This page is made from the declaration files by `npm run docs -- api`.",
  ];
  for (const { name, about, exports, shared } of api) {
    lines.push("", `## ${name}`, "", about);
    for (const kind of ["Functions", "Classes", "Values", "Types"]) {
      const members = exports
        .filter((each) => kindOf(each) === kind)
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      if (members.length === 0) continue;
      lines.push("", `### ${kind} of ${name}`);
      for (const { name: member, comment, code } of members)
        lines.push("", `#### ${member}`, "", proseOf(comment), "", "```ts", declarationOf(code), "```");
    }
    if (shared.length > 0)
      lines.push(
        "",
        `Also: ${shared
          .map((each) => `[\`${each.name}\`](#${each.name.toLowerCase()})`)
          .sort()
          .join(", ")}.`,
      );
  }
  return `${lines.join("\n")}\n`;
}

function kindOf({ code }) {
  if (/^export (declare )?function /.test(code)) return "Functions";
  if (/^export (declare )?class /.test(code)) return "Classes";
  return /^export (declare )?const /.test(code) ? "Values" : "Types";
}

/** As it is declared, without what every declaration starts with. Long tables of values are cut. */
function declarationOf(code) {
  const text = code
    .replace(/^export (declare )?/, "")
    .replace(/^( {4})+/gm, (indent) => indent.slice(0, indent.length / 2));
  const lines = text.split("\n");
  return lines.length <= 60 ? text : [...lines.slice(0, 12), "  // …", lines.at(-1)].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(PAGE, renderApi(readApi()));
