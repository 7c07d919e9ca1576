/** The head of a request of the Fetch API, in the form that the gate reads. */
import type { CallHead } from "../operations/ports.ts";

export interface RequestHead extends CallHead {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `basePath`: the path at which the service is mounted. It is not part of the target, as behind a proxy. */
export function readHead(request: Request, basePath: string): RequestHead {
  const { pathname, search, host } = new URL(request.url);
  const isBelow = basePath !== "" && (pathname === basePath || pathname.startsWith(`${basePath}/`));
  const headers: Record<string, string> = { host };
  const rawHeaders: string[] = [];
  request.headers.forEach((value, name) => {
    headers[name] = value;
    for (const each of valuesOf(name, value)) rawHeaders.push(name, each);
  });
  const path = isBelow ? pathname.slice(basePath.length) || "/" : pathname;
  return { method: request.method, target: path + search, rawHeaders, headers };
}

/** `Headers` joins the values of a repeated header. No good value of this one holds a comma before another key. */
function valuesOf(name: string, value: string): string[] {
  return name === "authorization" ? value.split(/, (?=bearer )/i) : [value];
}
