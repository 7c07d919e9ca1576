/** Serves a handler of the Fetch API where requests are those of `node:http`, as in Express. */
import { Readable } from "node:stream";

export function createGlue(createHandler) {
  const addresses = new WeakMap();
  const handler = createHandler({ clientAddress: (request) => addresses.get(request) });

  return async (incoming, outgoing, next) => {
    try {
      const request = requestOf(incoming);
      addresses.set(request, incoming.socket.remoteAddress);
      const response = await handler(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      next(error);
    }
  };
}

function requestOf(incoming) {
  const { method, rawHeaders, headers, originalUrl = incoming.url } = incoming;
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index],
    rawHeaders[2 * index + 1],
  ]);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${headers.host}${originalUrl}`, {
    method,
    headers: pairs,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
  });
}
