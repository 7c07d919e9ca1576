/** Cloudflare Workers: calls are counted by a Durable Object, so that all isolates share one budget. */
import { createDurableLimiter } from "./limiters/durable-object.js";
import { createPreflight } from "./preflight.js";

export { CallCounter } from "./limiters/durable-object.js";

let handler;

export default {
  fetch(request, env) {
    handler ??= createPreflight(env, {
      // Cloudflare sets it, and callers cannot.
      clientAddress: ({ headers }) => headers.get("cf-connecting-ip") ?? undefined,
      limiter: createDurableLimiter(env.COUNTERS, Number(env.PREFLIGHT_RATE_LIMIT ?? 20)),
    });
    return handler(request);
  },
};
