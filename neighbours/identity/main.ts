/**
 * Runs the reference identity service: `node dist-dev/neighbours/identity/main.js`.
 *
 * HOST, PORT            where to listen; 127.0.0.1 and any free port
 * IDENTITY_TOKEN        what services show at the introspection endpoint
 * IDENTITY_PREFLIGHT    public base URL of the Preflight that agents may call
 *
 * SIGHUP rotates the signing key.
 */
import { startIdentity } from "./server.ts";

const { HOST, PORT, IDENTITY_TOKEN, IDENTITY_PREFLIGHT } = process.env;
const identity = await startIdentity({
  ...(HOST === undefined ? {} : { host: HOST }),
  ...(PORT === undefined ? {} : { port: Number(PORT) }),
  ...(IDENTITY_TOKEN === undefined ? {} : { token: IDENTITY_TOKEN }),
  ...(IDENTITY_PREFLIGHT === undefined ? {} : { preflightUrl: IDENTITY_PREFLIGHT }),
});
const shown = IDENTITY_TOKEN === undefined ? `, introspection token ${identity.token}` : "";
console.log(`Identity service on ${identity.url}${shown}`);

process.on("SIGHUP", () => void identity.rotate());
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void identity.stop().then(() => process.exit(0)));
}
