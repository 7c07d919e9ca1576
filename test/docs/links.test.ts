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

  test("every link leads somewhere", () => {
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#");
      if (link.startsWith("https://")) return false;
      const target = path === "" ? name : path;
      if (!existsSync(new URL(`../../docs/${target}`, import.meta.url))) return true;
      return anchor !== undefined && !readPage(target).sections.map(anchorOf).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});
