/** Asks for the key, which stays in memory: it is gone with the page. */
import { useState } from "preact/hooks";
import { keyProblem } from "../state/service.ts";
import { useSelect, useSession } from "../ui/context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";

export function KeyDialog() {
  const session = useSession();
  const current = useSelect((state) => state.key);
  const failure = useSelect((state) => state.failure);
  const [key, setKey] = useState(current);
  const [wasTried, setTried] = useState(false);
  const problem = keyProblem(key.trim());
  const refused = failure?.kind === "key-refused" && key === current ? failure.detail : undefined;
  const message = refused ?? (wasTried ? problem : undefined);
  return (
    <Dialog title="API key" onClose={() => session.open(undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === undefined) session.setKey(key.trim());
        }}
      >
        <p>
          The service needs a key to look into the registry and to build. It stays in the memory of this page,
          so a reload forgets it. It is sent to this service, and to the product only when you submit.
        </p>
        <div class="field">
          <label class="label" for="key">
            Key
          </label>
          <input
            id="key"
            class="input mono"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="ai_…"
            value={key}
            aria-invalid={message !== undefined || undefined}
            aria-describedby="key-note"
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
          <div class="note" id="key-note">
            {message === undefined ? (
              <span class="hint">If you run the service yourself: it printed a key when it started.</span>
            ) : (
              <p class="inline-problem is-error" role="alert">
                <Icon name="error" />
                <span>{message}</span>
              </p>
            )}
          </div>
        </div>
        <footer class="dialog-foot">
          {current !== "" && (
            <button type="button" class="button" onClick={() => session.setKey("")}>
              Forget the key
            </button>
          )}
          <button type="submit" class="button button-primary">
            Use this key
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
