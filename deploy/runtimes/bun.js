/** `bun bun.js` */
import { createPreflight } from "./preflight.js";

const handler = createPreflight(process.env, {
  clientAddress: (request) => server.requestIP(request)?.address,
});

const server = Bun.serve({ port: process.env.PORT ?? 8080, hostname: "127.0.0.1", fetch: handler });
console.log(`http://127.0.0.1:${server.port}`);
