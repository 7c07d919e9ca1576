/** `node hono.js`: below a path of an application that uses Hono. */
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { createPreflight } from "./preflight.js";

const addresses = new WeakMap();
const handler = createPreflight(process.env, { clientAddress: (request) => addresses.get(request) });
const { pathname } = new URL(process.env.PREFLIGHT_BASE_URL);

const app = new Hono();
app.get("/own", (context) => context.text("a route of the application"));
app.all(`${pathname.replace(/\/$/, "")}/*`, (context) => {
  addresses.set(context.req.raw, getConnInfo(context).remote.address);
  return handler(context.req.raw);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 8080), hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
