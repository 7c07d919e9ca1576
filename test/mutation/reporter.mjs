/** Writes each mutant's result as one line of JSON as soon as it is known, so that a run may be stopped at any time. */
import { appendFileSync } from "node:fs";

class LinesReporter {
  onMutantTested(mutant) {
    const { fileName, location, mutatorName, replacement, status, killedBy } = mutant;
    const line = JSON.stringify({ fileName, location, mutatorName, replacement, status, killedBy });
    appendFileSync(process.env.MUTANTS_FILE, `${line}\n`);
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "lines", injectableClass: LinesReporter }];
