/** The form of one rule: what every rule has, and the parameters of its check. */
import { useMemo, useState } from "preact/hooks";
import type { RuleDocument, SpecPackageDocument } from "../../src/core/index.ts";
import { escapeToken, isPlainObject } from "../../src/core/json/values.ts";
import { CustomControl, type CustomProps } from "../form/control.tsx";
import { Form } from "../form/form.tsx";
import { ScalarInput } from "../form/scalar.tsx";
import { setAt } from "../json/edit.ts";
import type { FieldModel } from "../model/model.ts";
import { humanize } from "../model/names.ts";
import { formatScalar } from "../model/scalar-text.ts";
import { SessionContext, useParts, useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { useStore } from "../ui/store.ts";
import { ExpressionInput } from "./expression-input.tsx";
import type { CatalogueEntry } from "./messages.ts";
import { createFormSession, type Studio } from "./studio.ts";

/** Where a rule has expressions. */
const EXPRESSIONS = new Set(["/params/expression", "/params/expected", "/when"]);

/** A rule without its check, with what explains it. */
type RuleValue = Partial<RuleDocument> & { readonly docs?: unknown };

interface RuleFormProps {
  readonly studio: Studio;
  readonly check: CatalogueEntry;
  readonly value: RuleValue;
  onValue(value: RuleValue): void;
}

function RuleForm({ studio, check, value, onValue }: RuleFormProps) {
  const form = useMemo(
    () =>
      createFormSession(studio.formOf, check.name, ruleSchema(check, value), value, (next) =>
        onValue(next as RuleValue),
      ),
    [check],
  );
  const places = useStore(studio.store, (state) => state.judged?.places);
  // Members that hold expressions or places get an input that knows the schema.
  const custom = useMemo(() => {
    const named = new Set(["/at/*", ...check.places.map((name) => `/params/${name}`)]);
    const offered = (places ?? []).map((place) => ({ value: place, title: place, hint: undefined }));
    return (model: FieldModel, props: CustomProps) =>
      named.has(model.at) ? (
        <ScalarInput {...props} type="string" offered={offered} />
      ) : EXPRESSIONS.has(model.at) ? (
        <ExpressionInput
          {...props}
          studio={studio}
          form={form}
          label={model.label}
          wanted={model.at === "/params/expected" ? undefined : "bool"}
        />
      ) : undefined;
  }, [studio, form, places]);
  return (
    <div class="rule-form">
      <p class="muted">{check.summary}</p>
      <SessionContext.Provider value={form}>
        <CustomControl.Provider value={custom}>
          <Ready />
        </CustomControl.Provider>
      </SessionContext.Provider>
    </div>
  );
}

/** The form, once its session has begun. */
export function Ready() {
  return useParts("phase").phase === "work" ? <Form /> : null;
}

/** A rule of the package. What is written goes into the package at once. */
export function OpenRule({ studio, index, rule }: { studio: Studio; index: number; rule: RuleDocument }) {
  const session = useSession();
  const check = useStore(studio.store, ({ catalogue }) => catalogue.find(({ name }) => name === rule.check));
  if (check === undefined) return <p class="muted">No check is called “{formatScalar(rule.check)}”.</p>;
  const { docs } = (session.store.get().candidate ?? {}) as SpecPackageDocument;
  const { check: _check, ...value } = rule;
  let { code } = rule;
  const put = (next: RuleValue): void => {
    const before = session.store.get().candidate as SpecPackageDocument;
    session.setCandidate(
      withRule(before, index, check.name, next, code),
      `/rules/${index}`,
      `the rule ${code}`,
    );
    code = next.code ?? "";
  };
  return (
    <RuleForm
      studio={studio}
      check={check}
      value={{ ...value, docs: docs?.[rule.code] ?? {} }}
      onValue={put}
    />
  );
}

/** A rule that is not part of the package before it is complete, so that the package can be used meanwhile. */
export function NewRule({ studio, check }: { studio: Studio; check: CatalogueEntry }) {
  const session = useSession();
  const [value, setValue] = useState<RuleValue>({ code: check.name, at: [""], severity: "error", docs: {} });
  const missing = missingOf(ruleSchema(check, value), value);
  const close = (rule: number | undefined) => studio.store.set({ adding: undefined, rule });
  return (
    <section class="new-rule" aria-label={`New rule: ${check.name}`}>
      <RuleForm studio={studio} check={check} value={value} onValue={setValue} />
      <p class="muted" role="status">
        {missing.length === 0 ? "It is complete." : `Still to be filled in: ${missing.join(", ")}.`}
      </p>
      <div class="panel-actions">
        <Button kind="small" onClick={() => close(undefined)}>
          Cancel
        </Button>
        <Button
          kind="small primary"
          disabled={missing.length > 0}
          onClick={() => {
            const before = session.store.get().candidate as SpecPackageDocument;
            const index = Array.isArray(before.rules) ? before.rules.length : 0;
            session.setCandidate(
              withRule(before, index, check.name, value),
              "",
              `Add the rule ${value.code}`,
            );
            close(index);
          }}
        >
          Add the rule
        </Button>
      </div>
    </section>
  );
}

/** The package with this rule and what explains it, which goes with the code; `before` is the code that it had. */
function withRule(
  document: SpecPackageDocument,
  index: number,
  check: string,
  { docs = {}, ...rule }: RuleValue,
  before?: string,
): unknown {
  const rules = (Array.isArray(document.rules) ? document.rules : []).slice();
  rules[index] = { ...rule, check } as RuleDocument;
  const isShared = before === undefined || rules.some(({ code }) => code === before);
  const put = setAt(document, "/rules", rules);
  const cleared = isShared ? put : setAt(put, `/docs/${escapeToken(before)}`, undefined);
  return rule.code ? setAt(cleared, `/docs/${escapeToken(rule.code)}`, docs) : cleared;
}

/** The labels of what is required and not there. */
function missingOf(schema: Record<string, unknown>, value: unknown): string[] {
  const { required = [], properties = {} } = schema as {
    required?: readonly string[];
    properties?: Record<string, Record<string, unknown>>;
  };
  return required.flatMap((name) => {
    const held = isPlainObject(value) ? value[name] : undefined;
    const inner = properties[name] ?? {};
    if (inner.type === "object" && Array.isArray(inner.required)) return missingOf(inner, held);
    const isGiven = Array.isArray(held) ? held.length > 0 : held !== undefined && held !== "";
    return isGiven ? [] : [typeof inner.title === "string" ? inner.title : humanize(name)];
  });
}

/** A condition that is an object is left as it is; the JSON view shows it. */
function ruleSchema(
  { params, needsCondition, needsMessage }: CatalogueEntry,
  { when }: RuleValue,
): Record<string, unknown> {
  const hasParams = Object.keys((params.properties as object | undefined) ?? {}).length > 0;
  const needsParams = hasParams && Array.isArray(params.required) && params.required.length > 0;
  const text = (description: string, maxLength = 500) => ({ type: "string", maxLength, description });
  return {
    type: "object",
    properties: {
      code: text("what diagnostics are called", 64),
      at: {
        type: "array",
        minItems: 1,
        title: "Places",
        items: { type: "string", description: "such as /owner/id or /fields/*/name" },
      },
      severity: { enum: ["error", "warning", "info"] },
      ...(hasParams && { params: { ...params, title: "Parameters", type: "object" } }),
      ...(typeof when !== "object" && { when: text("the rule applies only where this holds", 2_000) }),
      message: text(
        needsMessage
          ? "what is wrong; {value}, {name} and {expected} can be used"
          : "what to say instead of the check's own words; {value}, {name} and {expected} can be used",
      ),
      docs: {
        type: "object",
        title: "Explained",
        properties: { summary: text("what is wrong"), fix: text("what to do about it") },
        required: ["summary", "fix"],
        additionalProperties: false,
      },
      effectiveAt: { type: "string", format: "date-time", maxLength: 40 },
    },
    required: [
      ...["code", "at", "severity"],
      ...(needsParams ? ["params"] : []),
      ...(needsCondition && typeof when !== "object" ? ["when"] : []),
      ...(needsMessage ? ["message"] : []),
      "docs",
    ],
    additionalProperties: true,
  };
}
