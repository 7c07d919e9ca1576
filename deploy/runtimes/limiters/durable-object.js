/** Counts calls in Durable Objects of Cloudflare, one for each caller. */
const WINDOW_MS = 60_000;

/** A limiter for the handler. `namespace`: the binding of the class below. */
export function createDurableLimiter(namespace, limit) {
  return {
    async take(bucket, cost = 1) {
      const counter = namespace.get(namespace.idFromName(bucket));
      const response = await counter.fetch(`https://counter/?cost=${cost}`);
      const { count, leftMs } = await response.json();
      return {
        allowed: count <= limit,
        limit,
        remaining: Math.max(0, limit - count),
        resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
      };
    },
  };
}

/** In memory: a window is a minute, and an object that is called stays for longer. */
export class CallCounter {
  count = 0;
  endsAt = 0;

  fetch(request) {
    const cost = Number(new URL(request.url).searchParams.get("cost"));
    const now = Date.now();
    if (now >= this.endsAt) {
      this.count = 0;
      this.endsAt = now + WINDOW_MS;
    }
    this.count += cost;
    return Response.json({ count: this.count, leftMs: this.endsAt - now });
  }
}
