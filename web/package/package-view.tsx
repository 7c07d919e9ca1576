/** What a build returned: the package, what normalization changed, and how to submit it. */
import { useState } from "preact/hooks";
import type { BuildResult } from "../../src/core/types.ts";
import { Changes } from "../panel/changes.tsx";
import { formatDay } from "../panel/next-step.tsx";
import { count } from "../panel/verdict.ts";
import { download } from "../start/actions.ts";
import { useSelect, useSession } from "../ui/context.ts";
import { CodeBlock, CopyButton } from "../ui/copy.tsx";
import { Icon } from "../ui/icons.tsx";
import { type Built, cliLine, curlLine, type Sent, send } from "./submission.ts";

const FILE = "proposal-package.json";
const WAYS = ["curl", "Command line", "Browser"] as const;

export function PackageView() {
  const session = useSession();
  const built = useSelect((state) => state.built);
  const text = useSelect((state) => state.text);
  const candidate = built === undefined ? undefined : JSON.parse(built.text);
  const result = built?.result;
  if (built === undefined || !isBuilt(result))
    return (
      <div class="obstacle">
        <p>There is no package yet. When nothing is wrong any more, build one: it is what you submit.</p>
        <button type="button" class="button button-primary" onClick={() => session.build()}>
          <Icon name="box" /> Build package
        </button>
      </div>
    );
  const { proposalPackage, changes = [], diagnostics, specPackage, registry } = result;
  const json = JSON.stringify(proposalPackage, null, 2);
  return (
    <div class="package">
      {built.text !== text && (
        <div class="banner is-warning" role="status">
          <p>The draft has changed since this package was built.</p>
          <button type="button" class="button button-small" onClick={() => session.build()}>
            Build again
          </button>
        </div>
      )}
      <header class="package-head">
        <h2>
          <Icon name="check" class="is-success" /> Package built
        </h2>
        <p class="muted">
          Rules {specPackage.version} · registry as of {formatDay(registry.asOf)}
          {diagnostics.length > 0 && ` · ${count(diagnostics.length, "warning")}`}
        </p>
      </header>
      <section class="package-part">
        <h3>Digest</h3>
        <div class="digest">
          <code>{proposalPackage.digest}</code>
          <CopyButton text={proposalPackage.digest} />
        </div>
      </section>
      <section class="package-part">
        <h3>What normalization changed</h3>
        {changes.length === 0 ? (
          <p class="muted">Nothing: the package holds your draft as you wrote it.</p>
        ) : (
          <Changes patch={changes} candidate={candidate} places max={100} />
        )}
      </section>
      <Submit built={result} />
      <section class="package-part">
        <div class="label-line">
          <h3>Package</h3>
          <button type="button" class="button button-small" onClick={() => download(FILE, json)}>
            <Icon name="download" /> Download
          </button>
        </div>
        <CodeBlock text={json} label="Package" />
      </section>
    </div>
  );
}

function Submit({ built }: { built: Built }) {
  const [way, setWay] = useState<(typeof WAYS)[number]>("curl");
  return (
    <section class="package-part">
      <h3>Submit it</h3>
      <p class="muted">
        You submit the package yourself, to <code>{built.submission.url}</code>. Sending it twice does no
        harm.
      </p>
      <fieldset class="segments" aria-label="Ways to submit">
        {WAYS.map((one) => (
          <button
            key={one}
            type="button"
            class="segment"
            aria-pressed={way === one}
            onClick={() => setWay(one)}
          >
            {one}
          </button>
        ))}
      </fieldset>
      {way === "curl" && <CodeBlock text={curlLine(built)} label="curl" />}
      {way === "Command line" && (
        <>
          <p class="muted">Download the package first. The command reads the key from PREFLIGHT_KEY.</p>
          <CodeBlock text={cliLine(FILE)} label="Command line" />
        </>
      )}
      {way === "Browser" && <SendButton built={built} />}
    </section>
  );
}

function SendButton({ built }: { built: Built }) {
  const session = useSession();
  const key = useSelect((state) => state.key);
  const [sent, setSent] = useState<Sent | "sending">();
  return (
    <>
      <p class="muted">
        Your browser sends the package and your key to {new URL(built.submission.url).origin}, and to nobody
        else.
      </p>
      <button
        type="button"
        class="button button-primary"
        disabled={sent === "sending"}
        onClick={async () => {
          if (key === "") {
            session.open("key");
            return;
          }
          setSent("sending");
          setSent(await send(built, key));
        }}
      >
        <Icon name="send" /> {sent === "sending" ? "Sending…" : "Submit from this browser"}
      </button>
      <div role="status">{sent !== undefined && sent !== "sending" && <Outcome sent={sent} />}</div>
    </>
  );
}

function Outcome({ sent }: { sent: Sent }) {
  if (sent.kind === "unreachable")
    return (
      <p class="inline-problem is-error">
        <Icon name="error" />
        <span>
          The product did not answer, or does not accept submissions from browsers. Use the curl line instead.
        </span>
      </p>
    );
  return (
    <>
      <p class={sent.kind === "recorded" ? "inline-problem is-success" : "inline-problem is-error"}>
        <Icon name={sent.kind === "recorded" ? "check" : "error"} />
        <span>
          {sent.kind === "recorded" ? "Submitted." : "The product refused it."} It answered with status{" "}
          {sent.status}.
        </span>
      </p>
      <CodeBlock text={sent.text} label="Answer of the product" />
    </>
  );
}

function isBuilt(result: BuildResult | undefined): result is Built {
  return result?.proposalPackage !== undefined && result.submission !== undefined;
}
