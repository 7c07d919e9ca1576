/** A real browser, one for all tests, and built files for it. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { builtFile, projectFolder } from "./built.ts";
// Puts its importers into a lane that has a browser.
import "./processes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the address of the browser of this run. */
    browser: string;
  }
}

/** Closing it closes the pages that were opened with it. */
export async function connectBrowser(): Promise<Browser> {
  const address = await (await fetch(inject("browser"))).text();
  return await chromium.connect(address, { timeout: 120_000 });
}

export interface Site {
  /** The address of the page. */
  readonly url: string;
  close(): void;
}

/** A page that runs one script under a policy. The script imports files beside it and built ones (`/core/index.js`). */
export async function serveBuilt(script: URL, policy: string): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/") {
      response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": policy });
      response.end('<!doctype html><title>core</title><script type="module" src="/page.mjs"></script>');
      return;
    }
    try {
      const text = readFileSync(pathname === "/page.mjs" ? script : fileAt(pathname, script), "utf8");
      response.writeHead(200, { "Content-Type": "text/javascript" });
      response.end(withPaths(text));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}/`, close: () => void server.close() };
}

function fileAt(pathname: string, script: URL): URL | string {
  if (/^\/[^/]+\.mjs$/.test(pathname)) return new URL(`.${pathname}`, script);
  if (pathname.startsWith("/node_modules/")) return join(projectFolder, pathname);
  return builtFile(pathname.slice(1));
}

/** Turns bare imports into paths, as a bundler would. */
function withPaths(code: string): string {
  return code
    .replace(/from "(@noble\/hashes\/[^"]+)"/g, 'from "/node_modules/$1"')
    .replace(/from "@eslint-community\/regexpp"/g, 'from "/node_modules/@eslint-community/regexpp/index.mjs"')
    .replace(/from "re2js"/g, 'from "/node_modules/re2js/build/index.js"');
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
