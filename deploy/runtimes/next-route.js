/** Next.js: `app/preflight/[[...path]]/route.js`, with `PREFLIGHT_BASE_URL` ending in `/preflight`. */
import { createPreflight } from "./preflight.js";

const handler = createPreflight(process.env, {
  // What is in front of Next.js must replace this header, or callers could choose their address.
  clientAddress: (request) => request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim(),
});

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
