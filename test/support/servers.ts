/** Starts the real servers that tests talk to, on loopback, each test file its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { freePort } from "./free-port.ts";
import { outputOf, type StartedProcess, startProcess } from "./processes.ts";
import { DEBIAN_PACKAGES, type Program, programPath } from "./programs.ts";

/**
 * `describe` for tests that need programs of the machine. Where one is missing they are skipped, under a name that
 * says what to install; on CI that is a failure, since there a skipped test would pass unseen.
 */
export function requireServer(...programs: Program[]): (name: string, body: () => void) => void {
  const missing = programs.filter((program) => programPath(program) === undefined);
  if (missing.length === 0) return (name, body) => void describe(name, body);
  const advice = `apt-get install ${missing.map((program) => DEBIAN_PACKAGES[program]).join(" ")}`;
  if (process.env.CI === "true") throw new Error(`missing: ${missing.join(", ")} (${advice})`);
  return (name, body) => void describe.skip(`${name} [skipped, needs: ${advice}]`, body);
}

export interface RedisServer {
  readonly url: string;
  /** Ends the process at once, as a crash would; its data is gone. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same address. */
  restart(): Promise<void>;
  /** Leaves connections open and answers nothing, as a hung host would. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export interface RedisServerOptions {
  password?: string;
  /** Serve TLS only, with a certificate for 127.0.0.1 that is made for this server. */
  tls?: boolean;
}

export async function startRedis({
  password,
  tls = false,
}: RedisServerOptions = {}): Promise<RedisServer & { readonly caFile: string }> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-redis-"));
  const caFile = join(folder, "cert.pem");
  if (tls) await makeCertificate(folder);
  const settings = [
    ...["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no", "--daemonize", "no"],
    ...(password === undefined ? [] : ["--requirepass", password]),
    ...(tls ? ["--tls-cert-file", caFile, "--tls-key-file", join(folder, "key.pem")] : []),
    ...(tls ? ["--tls-auth-clients", "no", "--port", "0"] : []),
  ];
  const port = await freePort();
  let server: StartedProcess | undefined;
  const launch = async (): Promise<void> => {
    // A server that sets its process title (Redis 6.2) overwrites its environment and the mark in it.
    const own = ["--set-proc-title", "no", tls ? "--tls-port" : "--port", String(port)];
    server = startProcess("redis-server", [...settings, ...own]);
    await server.said(/Ready to accept connections/);
  };
  await launch();

  const kill = async () => server?.kill();
  return {
    url: `${tls ? "rediss" : "redis"}://${password === undefined ? "" : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    caFile,
    kill,
    async restart() {
      await kill();
      await launch();
    },
    pause: () => void server?.process.kill("SIGSTOP"),
    resume: () => void server?.process.kill("SIGCONT"),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function makeCertificate(folder: string): Promise<void> {
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await outputOf("openssl", ["req", ...kind, ...subject, ...files]);
}
