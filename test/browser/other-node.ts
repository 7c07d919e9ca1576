/** The other of the two versions of Node that the project is tested with. */
const script = new URL("../../scripts/npm-tools.mjs", import.meta.url).href;
const { ensureNpmTools } = (await import(script)) as {
  ensureNpmTools(
    group: string,
    versions: Record<string, string>,
  ): Promise<{ ok: true; command(name: string): string } | { ok: false; reason: string }>;
};

const isNewer = Number(process.versions.node.split(".")[0]) >= 24;
// The installer adds Node 24 by itself where an older one runs.
const found = await ensureNpmTools(isNewer ? "node-20" : "node-24", isNewer ? { node: "20.19.5" } : {});
if (!found.ok && process.env.CI === "true") throw new Error(found.reason);

export const otherNode = found.ok
  ? ({ ok: true, path: found.command("node"), reason: "" } as const)
  : ({ ok: false, path: "", reason: found.reason.split("\n")[0]! } as const);
