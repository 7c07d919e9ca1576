/** Links of all pages lead to files and headings that exist, and so do the paths that pages name in backticks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isThere = (path: string) => existsSync(join(root, path));
const proseOf = (path: string) =>
  readFileSync(join(root, path), "utf8").replace(/^(`{3,})[\s\S]*?^\1$/gm, "");

function listPages(folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return /^(\..*|dist.*|node_modules)$/.test(entry.name) ? [] : listPages(path);
    return path.endsWith(".md") ? [path] : [];
  });
}

const pages = listPages();

/** As GitHub makes them. */
const anchorsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("all pages are looked at", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/cli.md", "test/oracle/README.md"]));
});

describe.each(pages)("%s", (page) => {
  const prose = proseOf(page);

  test("every link leads somewhere", () => {
    const links = [...prose.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : posix.join(dirname(page), path);
      return !isThere(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test("every path of the repository exists", () => {
    const paths = [...prose.matchAll(/`((?:src|test|docs|scripts|deploy|bench|web|bin)\/[\w./@-]+)`/g)];
    expect(paths.map(([, path]) => path!).filter((path) => !isThere(path))).toEqual([]);
  });
});
