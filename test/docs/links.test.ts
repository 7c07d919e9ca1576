/** Links between the pages point to files and headings that exist. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readPage } from "./markdown.ts";

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

describe.each(["spec-packages.md", "checks.md"])("%s", (name) => {
  const prose = readPage(name).text.replace(/^```[\s\S]*?^```$/gm, "");
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);

  test.each(links.filter((link) => !link.startsWith("https://")))("%s", (link) => {
    const [path = "", anchor] = link.split("#");
    const target = new URL(`../../docs/${path === "" ? name : path}`, import.meta.url);
    expect(existsSync(target)).toBe(true);
    if (anchor !== undefined) {
      expect(readPage(path === "" ? name : path).sections.map(anchorOf)).toContain(anchor);
    }
  });
});
