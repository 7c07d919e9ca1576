/** Serves the pages over `node:http`. They are not rate limited. */
import type { Recorder } from "../../operations/record.ts";
import type { Handler } from "../http/listener.ts";
import { createPages, type PagesParts } from "./pages.ts";

interface SiteParts extends PagesParts {
  readonly recorder: Recorder;
  readonly nextRequestId: () => string;
}

export function createSite(parts: SiteParts): Handler {
  const answerPage = createPages(parts);
  return (request, response) => {
    const started = performance.now();
    const requestId = parts.nextRequestId();
    const { status, headers, body, route } = answerPage({
      method: request.method!,
      target: request.url!,
      requestId,
      // Only `Set-Cookie` would be a list, which no request has.
      header: (name) => request.headers[name] as string | undefined,
    });
    // A body is neither read nor awaited here.
    const { "transfer-encoding": coding, "content-length": length } = request.headers;
    if (coding !== undefined || Number(length ?? 0) > 0 || parts.isStopping())
      response.setHeader("Connection", "close");
    if (status !== 204 && status !== 304) response.setHeader("Content-Length", Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(body);
    const milliseconds = performance.now() - started;
    parts.recorder.record({ requestId, transport: "site", route, status, milliseconds });
  };
}
