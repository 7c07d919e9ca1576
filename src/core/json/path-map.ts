import type { Path } from "./pointer.ts";

/** Values by paths. A position and its name are one key, as in a pointer. */
export class PathMap<Value> {
  size = 0;
  private value: Value | undefined;
  private below: Map<string, PathMap<Value>> | undefined;

  set(path: Path, value: Value): void {
    let step: PathMap<Value> = this;
    for (const key of path) {
      step.below ??= new Map();
      let next = step.below.get(String(key));
      if (next === undefined) {
        next = new PathMap();
        step.below.set(String(key), next);
      }
      step = next;
    }
    if (step.value === undefined) this.size++;
    step.value = value;
  }

  get(path: Path): Value | undefined {
    return this.size === 0 ? undefined : this.stepTo(path)?.value;
  }

  /** Whether there is a value at the path or inside of it. */
  hasWithin(path: Path): boolean {
    return this.size > 0 && this.stepTo(path) !== undefined;
  }

  /** How many of the first keys of the path lead to the value nearest to its end; -1 if none do. */
  depthOfNearest(path: Path, length = path.length): number {
    let nearest = -1;
    let step: PathMap<Value> | undefined = this.size === 0 ? undefined : this;
    for (let depth = 0; step !== undefined && depth <= length; depth++) {
      if (step.value !== undefined) nearest = depth;
      step = step.below?.get(String(path[depth]));
    }
    return nearest;
  }

  private stepTo(path: Path): PathMap<Value> | undefined {
    let step: PathMap<Value> | undefined = this;
    for (let depth = 0; step !== undefined && depth < path.length; depth++)
      step = step.below?.get(String(path[depth]));
    return step;
  }
}
