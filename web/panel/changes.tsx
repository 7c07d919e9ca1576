/** What a fix would change, before it is applied. */
import { useMemo } from "preact/hooks";
import type { PatchOperation } from "../../src/core/types.ts";
import { changesOf } from "../json/changes.ts";
import { inFormOrder, labelOf } from "../model/places.ts";
import { useSelect } from "../state/context.ts";

const MAX_SHOWN = 6;

interface ChangesProps {
  readonly patch: readonly PatchOperation[];
  readonly candidate: unknown;
  /** Name the place of each change. */
  readonly places?: boolean;
  readonly max?: number;
}

export function Changes({ patch, candidate, places = false, max = MAX_SHOWN }: ChangesProps) {
  const model = useSelect(({ rules }) => rules?.model);
  // A patch takes from the end, so that the places before stay where they are; people read from the beginning.
  const changes = useMemo(() => {
    const found = changesOf(candidate, patch);
    return model === undefined ? found : inFormOrder(model, candidate, found);
  }, [candidate, patch, model]);
  const nameOf = (pointer: string) => (model === undefined ? pointer : labelOf(model, candidate, pointer));
  const isPlaced = places || changes.length > 1;
  return (
    <ul class="changes">
      {changes.slice(0, max).map(({ pointer, before, after, movedFrom }, index) => (
        <li key={index} class="change">
          {isPlaced && movedFrom === undefined && <span class="change-place">{nameOf(pointer)}</span>}
          {movedFrom !== undefined ? (
            <span>
              <del>{nameOf(movedFrom)}</del> → <ins>{nameOf(pointer)}</ins>
            </span>
          ) : (
            <span>
              {before !== undefined && (
                <del>
                  <span class="visually-hidden">before: </span>
                  {before}
                </del>
              )}
              {before !== undefined && after !== undefined && " → "}
              {after !== undefined && (
                <ins>
                  <span class="visually-hidden">after: </span>
                  {after}
                </ins>
              )}
            </span>
          )}
        </li>
      ))}
      {changes.length > max && <li class="muted">and {changes.length - max} more</li>}
    </ul>
  );
}
