/** What all examples here serve, under the settings of the host. */
import { createHandler } from "proposal-preflight/fetch";
import { product } from "./product.js";

/** `settings`: under the names that the service itself reads from its environment. */
export function createPreflight(settings, options) {
  return createHandler({
    baseUrl: settings.PREFLIGHT_BASE_URL,
    keys: settings.PREFLIGHT_API_KEYS.split(","),
    rateLimit: Number(settings.PREFLIGHT_RATE_LIMIT ?? 20),
    domains: [product],
    onFault: (error, requestId) => console.error(requestId, error.name),
    ...options,
  });
}
