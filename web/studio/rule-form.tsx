/** The form of one rule: what every rule has, and the parameters of its check. */
import { useMemo } from "preact/hooks";
import type { RuleDocument, SpecPackageDocument } from "../../src/core/index.ts";
import { escapeToken } from "../../src/core/json/pointer.ts";
import { CustomControl, type CustomProps } from "../form/control.tsx";
import { setAt } from "../json/edit.ts";
import type { FieldModel } from "../model/model.ts";
import { SessionContext, useSession } from "../state/context.ts";
import { useStore } from "../ui/store.ts";
import { ExpressionInput } from "./expression-input.tsx";
import { Ready } from "./ready.tsx";
import { createFormSession, type Studio } from "./studio.ts";

/** Where a rule has expressions. */
const EXPRESSIONS = new Set(["/params/expression", "/params/expected", "/when"]);

export function RuleForm({ studio, index, rule }: { studio: Studio; index: number; rule: RuleDocument }) {
  const session = useSession();
  const catalogue = useStore(studio.store, (state) => state.catalogue);
  const check = catalogue.find(({ name }) => name === rule.check);
  const form = useMemo(() => {
    const { docs = {} } = (session.store.get().candidate ?? {}) as SpecPackageDocument;
    const { check: name, ...value } = rule;
    let code = rule.code;
    return createFormSession(
      name,
      ruleSchema(check?.params, rule),
      { ...value, docs: docs[code] ?? {} },
      (next) => {
        const { docs: text = {}, ...changed } = next as RuleDocument & { docs?: unknown };
        const before = session.store.get().candidate as SpecPackageDocument;
        const withRule = setAt(before, `/rules/${index}`, { ...changed, check: name }) as SpecPackageDocument;
        // The explanation goes with the code.
        const isShared = withRule.rules.some((one) => one.code === code);
        const cleared = isShared ? withRule : setAt(withRule, `/docs/${escapeToken(code)}`, undefined);
        code = String(changed.code ?? "");
        const document = code === "" ? cleared : setAt(cleared, `/docs/${escapeToken(code)}`, text);
        session.setCandidate(document, `/rules/${index}`, `the rule ${code}`);
      },
    );
  }, [index, check]);
  // Members that hold expressions get an input that knows the schema.
  const custom = useMemo(
    () => (model: FieldModel, props: CustomProps) =>
      EXPRESSIONS.has(model.at) ? (
        <ExpressionInput
          {...props}
          studio={studio}
          form={form}
          label={model.label}
          wanted={model.at === "/params/expected" ? undefined : "bool"}
        />
      ) : undefined,
    [studio, form],
  );
  return (
    <div class="rule-form">
      <p class="muted">{check?.summary}</p>
      <SessionContext.Provider value={form}>
        <CustomControl.Provider value={custom}>
          <Ready />
        </CustomControl.Provider>
      </SessionContext.Provider>
    </div>
  );
}

/** A condition that is an object is left as it is; the JSON view shows it. */
function ruleSchema(
  params: Record<string, unknown> | undefined,
  { when }: RuleDocument,
): Record<string, unknown> {
  const hasParams = Object.keys((params?.properties as object | undefined) ?? {}).length > 0;
  return {
    type: "object",
    properties: {
      code: { type: "string", maxLength: 64, description: "what diagnostics are called" },
      at: {
        type: "array",
        minItems: 1,
        title: "Places",
        items: { type: "string", description: "such as /owner/id or /fields/*/name" },
      },
      severity: { enum: ["error", "warning", "info"] },
      ...(hasParams && { params: { title: "Parameters", ...params } }),
      ...(typeof when !== "object" && {
        when: { type: "string", maxLength: 2_000, description: "the rule applies only where this holds" },
      }),
      message: {
        type: "string",
        maxLength: 500,
        description:
          "what to say instead of the check's own words; {value}, {name} and {expected} can be used",
      },
      docs: {
        type: "object",
        title: "Explained",
        properties: {
          summary: { type: "string", maxLength: 400 },
          fix: { type: "string", maxLength: 400 },
        },
        required: ["summary"],
        additionalProperties: false,
      },
      effectiveAt: { type: "string", format: "date-time", maxLength: 40 },
    },
    required: [
      "code",
      "at",
      "severity",
      "docs",
      ...(hasParams && Array.isArray(params?.required) && params.required.length > 0 ? ["params"] : []),
    ],
    additionalProperties: true,
  };
}
