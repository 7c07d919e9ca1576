/** Starts the browser that all tests share, and says where it is. */
import { chromium } from "playwright-core";

const server = await chromium.launchServer({
  executablePath: process.argv[2],
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  env: process.env,
  // A browser starts slowly on a busy machine.
  timeout: 120_000,
});
console.log(server.wsEndpoint());
process.once("SIGTERM", () => void server.close());
