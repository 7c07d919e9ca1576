/**
 * Runs the reference identity service on its own. Environment variables configure it, SIGTERM or SIGINT stops it,
 * and SIGHUP makes it sign with a new key from then on.
 */
import { runService } from "../shared/run.ts";
import { startIdentity } from "./server.ts";

await runService("identity service", async (setting) => {
  const identity = await startIdentity({
    host: setting("HOST", "127.0.0.1"),
    port: Number(setting("PORT", "8081")),
    token: setting("IDENTITY_TOKEN"),
    publicUrl: process.env.PUBLIC_URL,
    preflightUrl: setting("PREFLIGHT_URL", "http://127.0.0.1:8080"),
    preflightPublicUrl: process.env.PREFLIGHT_PUBLIC_URL,
  });
  process.on("SIGHUP", () => void identity.rotate());
  return { url: identity.url, close: () => identity.stop() };
});
