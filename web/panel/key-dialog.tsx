/** Asks for the key, which is kept for the session of this tab. */
import { useState } from "preact/hooks";
import { useParts, useSession } from "../state/context.ts";
import { keyProblem } from "../state/service.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Labelled } from "../ui/labelled.tsx";
import { Said } from "../ui/said.tsx";

const GOES_ON = {
  validate: "Then the registry is asked at once.",
  build: "Then the package is built at once.",
  submit: "Then the package is submitted at once.",
};

export function KeyDialog() {
  const session = useSession();
  const { key: current, failure, waiting } = useParts("key", "failure", "waiting");
  const [key, setKey] = useState(current);
  const [wasTried, setTried] = useState(false);
  const { keyHelpUrl } = session.boot;
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
          The service needs a key to look into the registry and to build. It is kept until you close this tab,
          and sent to this service, and to the product only when you submit. {waiting && GOES_ON[waiting]}
        </p>
        {keyHelpUrl !== undefined && (
          <p>
            <a href={keyHelpUrl} target="_blank" rel="noopener noreferrer">
              Get a key
            </a>{" "}
            (opens a page of {new URL(keyHelpUrl).host})
          </p>
        )}
        <Labelled id="key" label="Key">
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
              keyHelpUrl === undefined && (
                <span class="hint">If you run the service yourself: it printed a key when it started.</span>
              )
            ) : (
              <Said role="alert">{message}</Said>
            )}
          </div>
        </Labelled>
        <footer class="dialog-foot">
          {current !== "" && <Button onClick={() => session.setKey("")}>Forget the key</Button>}
          <Button type="submit" kind="primary">
            Use this key
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
