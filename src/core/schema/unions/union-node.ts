/** `oneOf` and `anyOf`: reports what is wrong with the alternative that was meant, never with all of them. */
import type { Scope, Sink } from "../../findings/finding.ts";
import { actualOf, count, quote } from "../../unicode/describe.ts";
import { joinOr, type Kinds, kindOf, NO_KIND } from "../nodes/kinds.ts";
import { NO_READINGS, reportMismatch } from "../nodes/mismatch.ts";
import { type Aside, SCHEMA_ALONE, type SchemaNode } from "../nodes/node.ts";
import type { Selector } from "./union-select.ts";

export interface UnionOptions {
  /** Whether exactly one must pass, as in `oneOf`. */
  isExclusive: boolean;
  branches: readonly SchemaNode[];
  selector: Selector;
  /** The kinds that the schema beside the union allows. */
  kinds: Kinds;
}

export function unionNode({ isExclusive, branches, selector, kinds: outer }: UnionOptions): SchemaNode {
  const kinds = branches.reduce((all, branch) => all | branch.kinds, NO_KIND) & outer;
  const phrase = joinOr(branches.map((branch) => branch.phrase));
  const { isExact } = selector;

  /** The alternatives that the schema alone accepts, no more than two of them. */
  function passing(value: unknown): number[] {
    const kind = kindOf(value);
    const found: number[] = [];
    for (let index = 0; index < branches.length && found.length < 2; index++) {
      const branch = branches[index]!;
      if ((branch.kinds & kind) !== 0 && branch.ok(value, SCHEMA_ALONE)) {
        found.push(index);
        if (!isExclusive) break;
      }
    }
    return found;
  }

  /** The alternative that decides. */
  function decide(value: unknown): number | undefined {
    const picked = selector.pick(value);
    if (isExact) return picked;
    if (!isExclusive && picked !== undefined && branches[picked]!.ok(value, SCHEMA_ALONE)) return picked;
    const [first, second] = passing(value);
    return second === undefined ? (first ?? picked) : undefined;
  }

  function ok(value: unknown, scope: Scope): boolean {
    const index = decide(value);
    return index !== undefined && branches[index]!.ok(value, scope);
  }

  function report(value: unknown, sink: Sink, cleaned: string | undefined, place: SchemaNode): void {
    const index = decide(value);
    if (index !== undefined) {
      branches[index]!.report(value, sink, cleaned, place);
      return;
    }
    const several = isExact ? [] : passing(value);
    if (several.length > 1) {
      sink.add("alternatives-mixed", "error", () => ({
        message: `This fits more than one of ${count(branches.length, "alternative")}, and only one may fit: ${several.map((one) => phraseWithMembers(branches[one]!)).join(" and ")}.`,
        actual: actualOf(value),
      }));
      return;
    }
    if ((kinds & kindOf(value)) === 0) {
      // A value of another type was perhaps meant for one of the alternatives.
      const meant = branches.filter((branch) => branch.type !== "null");
      const reader = meant.length === 1 ? meant[0] : branches.find((branch) => branch.suits(value));
      if (reader) reader.report(value, sink, cleaned, place);
      else reportMismatch(node, phrase, value, sink, NO_READINGS, place);
      return;
    }
    selector.explain(value, sink, place);
  }

  const [only] = branches;
  const open = branches.find((branch) => branch.type !== "null") ?? only;
  const named = branches.filter((branch) => branch.type !== "null");
  const node: SchemaNode = {
    type: named.length === 1 ? named[0]!.type : "any",
    kinds,
    phrase,
    alternatives: branches,
    ...(named.length === 1 && named[0]!.bounds !== undefined && { bounds: named[0]!.bounds! }),
    ...(named.length === 1 && named[0]!.items && { items: named[0]!.items }),
    ...(named.length === 1 && named[0]!.maxLength !== undefined && { maxLength: named[0]!.maxLength! }),
    placeholder() {
      const shape = open?.placeholder();
      // A placeholder must fail, and null may be one of the alternatives.
      return ok(shape, SCHEMA_ALONE) ? undefined : shape;
    },
    suits: (value) => branches.some((branch) => branch.suits(value)),
    ok,
    report(value, sink, cleaned, place = node) {
      report(value, sink, cleaned, place);
    },
    ...(branches.some((branch) => branch.read) && {
      read(value, path, reading) {
        const index =
          selector.pick(value) ?? branches.findIndex((branch) => branch.read && branch.suits(value));
        return branches[index]?.read?.(value, path, reading) ?? value;
      },
    }),
    ...(branches.some((branch) => branch.withDefaults) && {
      withDefaults(value) {
        const index = decide(value);
        return index === undefined ? value : (branches[index]!.withDefaults?.(value) ?? value);
      },
    }),
  };
  return node;
}

/** Alternatives that only require members are told apart by these. */
function phraseWithMembers({ phrase, required }: SchemaNode): string {
  return required && required.size > 0 ? `${phrase} with ${[...required].map(quote).join(" and ")}` : phrase;
}

/** A union beside other keywords. */
export function unionAside(node: SchemaNode): Aside {
  return {
    ok: node.ok,
    report: (value, sink, place) => node.report(value, sink, undefined, place),
    ...(node.read && { read: node.read }),
    ...(node.withDefaults && { withDefaults: node.withDefaults }),
  };
}
