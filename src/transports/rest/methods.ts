/** Which methods an operation has, and what is said about the others. */
import { setOwn } from "../../core/json/pointer.ts";
import type { Operation } from "../../operations/operation.ts";
import { type Problem, problem } from "../../operations/problems.ts";

export const INTERNAL_ERROR = problem(
  "internal-error",
  "The service failed on this request. Report the requestId to its operator.",
);

export function preflightHeaders(methods: string, names = "Authorization, Content-Type"): string[] {
  return [
    "Access-Control-Allow-Methods",
    methods,
    "Access-Control-Allow-Headers",
    names,
    "Access-Control-Max-Age",
    "86400",
  ];
}

export function isAllowed(method: string, operation: Operation): boolean {
  return method === operation.method || (method === "HEAD" && operation.method === "GET");
}

function allowedMethods({ method }: Operation): string {
  return method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
}

export function methodNotAllowed(operation: Operation): Problem {
  const allow = allowedMethods(operation);
  return problem("method-not-allowed", `${operation.path} accepts only ${operation.method} requests.`, {
    headers: { Allow: allow },
  });
}

/** The headers of an answer to `OPTIONS`: pages of other origins may call with their own key. */
export function optionsHeaders(operation: Operation): string[] {
  const allow = allowedMethods(operation);
  return ["Allow", allow, ...preflightHeaders(allow)];
}

/** The parameters of a GET operation; of a repeated one the first. */
export function queryOf(target: string): Record<string, string> {
  const start = target.indexOf("?");
  if (start < 0) return {};
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(target.slice(start + 1)))
    if (!Object.hasOwn(query, name)) setOwn(query, name, value);
  return query;
}
