/**
 * Loaded into a process before its own code, with `--import`: a wall clock and a resolver of names that a test controls
 * through a file. Time that has passed (`performance.now`) stays true, as it does when a clock is set.
 */
import dns from "node:dns";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** `{ clockMs, namesFail }` */
const now = () => JSON.parse(readFileSync(process.env.TEST_SURROUNDINGS, "utf8"));

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [Date.now()] : given));
  }
  static now() {
    return RealDate.now() + now().clockMs;
  }
};

const realLookup = dns.lookup;
dns.lookup = (name, options, callback) => {
  if (!name.endsWith(".test")) return realLookup(name, options, callback);
  const code = now().namesFail;
  if (code) {
    const error = Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code, syscall: "getaddrinfo" });
    setImmediate(callback, error);
  } else if (options.all) setImmediate(callback, null, [{ address: "127.0.0.1", family: 4 }]);
  else setImmediate(callback, null, "127.0.0.1", 4);
};
// For those that import it by its name.
syncBuiltinESMExports();
