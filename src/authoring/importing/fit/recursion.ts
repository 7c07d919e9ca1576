/** Schemas that contain themselves are cut open: a spec package has a depth. */
import { isPlainObject } from "../../../core/json/pointer.ts";
import { quote } from "../../../core/unicode/describe.ts";
import { eachPart, refName, type Schema, type Translation } from "../translate/keywords.ts";

/** Leaves open every reference to a definition from inside itself. The type that is expected there is kept. */
export function breakRecursion({ root, definitions, sourceOf, loosened, report }: Translation): void {
  const open = new Set<string>();
  const done = new Set<string>();

  function visitDefinition(name: string): void {
    if (done.has(name)) return;
    open.add(name);
    visit(definitions.get(name));
    open.delete(name);
    done.add(name);
  }

  function visit(part: unknown): void {
    if (!isPlainObject(part)) return;
    const name = refName(part);
    if (name !== undefined) {
      if (open.has(name)) cutOpen(part, name);
      else visitDefinition(name);
    }
    eachPart(part, visit);
  }

  function cutOpen(part: Schema, name: string): void {
    delete part.$ref;
    loosened.add(part);
    if (part.type === undefined) Object.assign(part, typeOnly(name));
    report.leaveOut(
      "$ref",
      `${sourceOf.get(part) ?? ""}/$ref`,
      `${quote(name)} contains itself; from its second level on, anything of its type passes.`,
    );
  }

  /** The type of a definition, as far as it states one itself. */
  function typeOnly(name: string): Schema {
    const target = definitions.get(name);
    return isPlainObject(target) && target.type !== undefined ? { type: target.type } : {};
  }

  visit(root);
}
