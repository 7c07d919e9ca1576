/** Runs the voting service on its own. Environment variables configure it, SIGTERM or SIGINT stops it. */
import { runService } from "../shared/run.ts";
import { startVoting } from "./start.ts";

await runService("voting service", (setting) =>
  startVoting({
    host: setting("HOST", "127.0.0.1"),
    port: Number(setting("PORT", "8083")),
    dataDir: setting("DATA_DIR", ".data/voting"),
    identity: { url: setting("IDENTITY_URL"), token: setting("IDENTITY_TOKEN") },
    serviceToken: setting("VOTING_TOKEN"),
    operatorToken: setting("OPERATOR_TOKEN"),
  }),
);
