/** Runs the target product service on its own. Environment variables configure it, SIGTERM or SIGINT stops it. */
import { runService } from "../shared/run.ts";
import { startProduct } from "./start.ts";

await runService("target product service", (setting) =>
  startProduct({
    host: setting("HOST", "127.0.0.1"),
    port: Number(setting("PORT", "8082")),
    publicUrl: process.env.PUBLIC_URL,
    dataDir: setting("DATA_DIR", ".data/product"),
    identity: { url: setting("IDENTITY_URL"), token: setting("IDENTITY_TOKEN") },
    voting: { url: setting("VOTING_URL"), token: setting("VOTING_TOKEN") },
    preflightUrl: process.env.PREFLIGHT_URL,
    adminToken: setting("ADMIN_TOKEN"),
    attendMs: Number(setting("ATTEND_MS", "2000")),
  }),
);
