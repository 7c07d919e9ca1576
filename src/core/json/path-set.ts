import type { Path } from "./pointer.ts";

interface Step {
  isMember: boolean;
  below: Map<string, Step> | undefined;
}

/** A set of paths that can tell what is inside of a path or around it. A position and its name are one key, as in a pointer. */
export class PathSet {
  size = 0;
  private readonly root: Step = { isMember: false, below: undefined };

  add(path: Path): void {
    let step = this.root;
    for (const key of path) {
      step.below ??= new Map();
      let next = step.below.get(String(key));
      if (next === undefined) {
        next = { isMember: false, below: undefined };
        step.below.set(String(key), next);
      }
      step = next;
    }
    if (!step.isMember) this.size++;
    step.isMember = true;
  }

  has(path: Path): boolean {
    return this.stepTo(path)?.isMember === true;
  }

  /** Whether the path or one inside of it is in the set. */
  hasWithin(path: Path): boolean {
    return this.size > 0 && this.stepTo(path) !== undefined;
  }

  /** Whether the path, as far as its first keys go, or one around it is in the set. */
  hasAround(path: Path, length = path.length): boolean {
    if (this.size === 0) return false;
    let step: Step | undefined = this.root;
    for (let depth = 0; step !== undefined && depth <= length; depth++) {
      if (step.isMember) return true;
      if (depth < length) step = step.below?.get(String(path[depth]));
    }
    return false;
  }

  private stepTo(path: Path): Step | undefined {
    let step: Step | undefined = this.root;
    for (let depth = 0; step !== undefined && depth < path.length; depth++)
      step = step.below?.get(String(path[depth]));
    return step;
  }
}
