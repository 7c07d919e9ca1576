/** Serves a bundled application on Node, Deno or Bun: `host.mjs <file>`. Node by Hono's own adapter. */
const { default: app } = await import(process.argv[2]);
const announce = (port) => console.log(`http://127.0.0.1:${port}`);

if (globalThis.Deno !== undefined)
  Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => announce(port) }, app.fetch);
else if (globalThis.Bun !== undefined)
  announce(Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch }).port);
else {
  const { serve } = await import("@hono/node-server");
  serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => announce(port));
}
