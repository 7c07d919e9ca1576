/** An operation is data, stated once: REST, MCP, OpenAPI and the capability list are made from it. */
import type { Sent } from "../../core/reader/read-json.ts";
import type { ValidationResult } from "../../core/types.ts";
import type { Catalogue, DomainDescription, ReceiptSigner } from "./ports.ts";
import type { Problem } from "./problems.ts";

export type OperationId = "listDomains" | "validateProposal" | "buildProposal";

/** A JSON Schema 2020-12 object without `$ref`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly id: OperationId;
  readonly capability: `preflight.${OperationId}`;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** Of the body, or of the query parameters of a GET operation. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Optional credentials may be left out, but if they are sent they must be valid. */
  readonly credentials: "required" | "optional";
  /** A promise only where a receipt takes one. */
  run(input: Sent, context: OperationContext): Outcome | Promise<Outcome>;
}

export interface OperationContext {
  readonly catalogue: Catalogue;
  /** The absolute URL of the page that explains the diagnostic codes. */
  readonly rulesUrl: string;
  /** Undefined: packages get no receipt. */
  readonly receipts?: ReceiptSigner | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Judges as if every rule were in force, whatever the moment. */
  readonly simulate?: boolean | undefined;
}

export type Outcome =
  | {
      readonly ok: true;
      /** Exactly what REST sends as the body and MCP as `structuredContent`. */
      readonly body: object;
      /** The body as JSON, if it has already been serialized. */
      readonly text?: string;
      /** Set by the operations that give a verdict, for log and metrics. */
      readonly verdict?: ValidationResult;
      readonly domain?: DomainDescription;
    }
  | { readonly ok: false; readonly problem: Problem };
