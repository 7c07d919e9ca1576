/**
 * The order of test files. Short ones come last, so that no worker is left with a long one at the end of the run: whole
 * lanes are ordered, and in each of them Vitest starts with what took longest the last time. Where it does not know, as in a
 * fresh clone, it goes by the size of the files, so those that take much longer than their size tells are named here.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LANES = ["slow", "mocking", "fast"];
const LONG = [
  "browser/workbench-forms",
  "browser/workbench-calm",
  "browser/workbench-editor",
  "http/process",
  "import/bad-input",
  "core/proposal/counted-work",
  "core/spec-package/shared-parts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const long = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return LANES.indexOf(project.name) * LONG.length * 2 + (long === -1 ? LONG.length : long);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
