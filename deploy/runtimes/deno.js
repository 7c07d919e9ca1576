/** `deno run --allow-net --allow-env --unstable-no-legacy-abort deno.js` */
import { createPreflight } from "./preflight.js";

const addresses = new WeakMap();
const handler = createPreflight(Deno.env.toObject(), { clientAddress: (request) => addresses.get(request) });

Deno.serve(
  {
    port: Number(Deno.env.get("PORT") ?? 8080),
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`),
  },
  (request, { remoteAddr }) => {
    addresses.set(request, remoteAddr.hostname);
    return handler(request);
  },
);
