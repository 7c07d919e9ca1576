/** The files that Git says are changed. */
import { execFileSync } from "node:child_process";
import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { Failure } from "../terminal/terminal.ts";
import type { InputFile } from "./find.ts";

const MAX_BYTES = 268_435_456;

/** What the next commit would hold, with the content that it would have. Throws a Failure. */
export function stagedFiles(): InputFile[] {
  const root = rootOf();
  // Each name comes after what it is; a link is the text of a path, which is no proposal.
  const listed = names(root, "diff", "--cached", "--raw", "--no-renames", "--diff-filter=AMT", ...CHANGED);
  return listed
    .filter((_, index) => index % 2 === 1 && !listed[index - 1]!.split(" ")[1]!.startsWith("12"))
    .map((name) => ({
      path: relative(process.cwd(), join(root, name)),
      isFound: true,
      read: () => git(root, "cat-file", "blob", `:0:${name}`),
    }));
}

/** What differs from a commit, by default the last one; files that Git does not know yet are among them. Throws a Failure. */
export function changedFiles(since = "HEAD"): InputFile[] {
  if (since.startsWith("-")) throw new Failure(`${since} names no commit.`);
  const root = rootOf();
  const asked = ["diff", "--merge-base", "--name-only", "--diff-filter=ACMRT", ...CHANGED, since, "--"];
  const changed = names(root, ...asked);
  const added = names(root, "ls-files", "--others", "--exclude-standard", "-z");
  const paths = [...new Set([...changed, ...added])].map((name) => join(root, name));
  // A name that is not UTF-8 cannot be opened, which the reader says.
  const isOne = (path: string) =>
    lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? path.includes("\ufffd");
  return paths.filter(isOne).map((path) => ({ path: relative(process.cwd(), path), isFound: true }));
}

/** Of a submodule only a commit is there. A conflict, which has no one text, is left out by the filters, and so is what is gone. */
const CHANGED = ["--ignore-submodules=all", "-z"];

const rootOf = (): string => git(process.cwd(), "rev-parse", "--show-toplevel").toString().replace(/\n$/, "");

function names(root: string, ...args: readonly string[]): string[] {
  const listed = git(root, ...args).toString();
  return listed.split("\0").filter((name) => name !== "");
}

function git(cwd: string, ...args: readonly string[]): Buffer {
  try {
    return execFileSync("git", args, { cwd, maxBuffer: MAX_BYTES, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer };
    if (code === "ENOENT") throw new Failure("Git is needed to know what has changed, and is not installed.");
    const [reason = ""] = String(stderr ?? "").split("\n");
    const why = reason.replace(/^fatal: /, "").replace(/\.?$/, ".");
    throw new Failure(`Git cannot say what has changed: ${why}`);
  }
}
