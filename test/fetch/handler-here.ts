/** The fetch handler on a port of its own, served as the example for `node:http` does it. */
import { createServer, type RequestListener } from "node:http";
import { createHandler, type HandlerOptions } from "../../src/service/fetch/index.ts";
import { freePort } from "../support/free-port.ts";
import { embeddedOptions } from "./compare.ts";

const glue = new URL("../../deploy/runtimes/node-glue.js", import.meta.url).href;
const { createGlue } = (await import(glue)) as {
  createGlue(create: (options: Pick<HandlerOptions, "clientAddress">) => unknown): RequestListener;
};

export async function startHandlerHere(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = createServer(
    createGlue((options) => createHandler({ ...embeddedOptions(), ...options, baseUrl: url })),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
