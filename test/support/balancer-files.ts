/** The balancers' files of deploy/, with the ports of a test in place of those of an operator. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface BalancerPorts {
  /** Where callers connect. */
  readonly port: number;
  readonly replicas: readonly number[];
}

/** Writes what `nginx -p <folder> -c nginx.conf` needs. */
export function writeNginxFiles(deploy: string, folder: string, { port, replicas }: BalancerPorts): void {
  const servers = replicas.map((replica) => `    server 127.0.0.1:${replica} max_fails=0;\n`).join("");
  const site = readFileSync(join(deploy, "nginx", "preflight.conf"), "utf8")
    .replace(/(?: {4}server 127\.0\.0\.1:\d+ max_fails=0;\n)+/g, servers)
    .replace(/^ {4}listen 80;/m, `    listen 127.0.0.1:${port};`);
  writeFileSync(join(folder, "site.conf"), site);
  // One process, so that none is left when it is killed. Started by root, nginx would serve as a user that may not write into this folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${kind};`)
    .join(" ");
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user}
daemon off;
master_process off;
pid nginx.pid;
error_log stderr notice;
events { worker_connections 4096; }
http { access_log off; ${temporary} include site.conf; }
`,
  );
}

/** Writes what `haproxy -f <folder>/haproxy.cfg` needs. */
export function writeHaproxyFile(deploy: string, folder: string, { port, replicas }: BalancerPorts): void {
  const servers = replicas.map((replica) => `    server replica${replica} 127.0.0.1:${replica}`).join("\n");
  const text = readFileSync(join(deploy, "haproxy.cfg"), "utf8")
    .replace(/^ {4}server-template .*$/m, servers)
    .replace("bind :8080", `bind 127.0.0.1:${port}`);
  writeFileSync(join(folder, "haproxy.cfg"), text);
}
