/** The finish line: what the package holds as others will read it, and the button that submits it. */

import { Changes } from "../panel/changes.tsx";
import { formatDay } from "../panel/next-step.tsx";
import { download } from "../start/actions.ts";
import { useSelect, useSession } from "../state/context.ts";
import { type Built, cliLine, curlLine, isBuilt, type Sent } from "../state/submission.ts";
import { count } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { CodeBlock, CopyButton } from "../ui/copy.tsx";
import { Icon } from "../ui/icons.tsx";
import { ProposalState } from "./proposals-dialog.tsx";
import { Reading } from "./reading.tsx";

const FILE = "proposal-package.json";

export function PackageView() {
  const session = useSession();
  const built = useSelect((state) => state.built);
  const text = useSelect((state) => state.text);
  const rules = useSelect((state) => state.rules);
  const result = built?.result;
  if (built === undefined || !isBuilt(result))
    return (
      <div class="obstacle">
        <p>There is no package yet. When nothing is wrong any more, build one: it is what you submit.</p>
        <Button kind="primary" onClick={() => session.build()}>
          <Icon name="box" /> Build package
        </Button>
      </div>
    );
  const candidate = JSON.parse(built.text);
  const { proposalPackage, changes = [], diagnostics, specPackage, registry } = result;
  const json = JSON.stringify(proposalPackage, null, 2);
  return (
    <div class="package">
      {built.text !== text && (
        <div class="banner is-warning" role="status">
          <p>The draft has changed since this package was built.</p>
          <Button kind="small" onClick={() => session.build()}>
            Build again
          </Button>
        </div>
      )}
      <header class="package-head">
        <h2>
          <Icon name="check" class="is-success" /> Package built
        </h2>
        <p class="muted">
          Rules {specPackage.version}
          {registry?.asOf !== undefined && <> · registry as of {formatDay(registry.asOf)}</>}
          {diagnostics.length > 0 && ` · ${count(diagnostics.length, "warning")}`}
        </p>
      </header>
      <Submit built={result} isCurrent={built.text === text} />
      {changes.length > 0 && (
        <section class="package-part">
          <h3>What building changed</h3>
          <Changes patch={changes} candidate={candidate} places max={100} />
        </section>
      )}
      {rules && (
        <section class="package-part">
          <h3>What voters will read</h3>
          <Reading model={rules.model} value={proposalPackage.candidate} />
        </section>
      )}
      <details class="package-part for-developers">
        <summary>For developers: the package, its digest, curl and the command line</summary>
        <div class="package-part">
          <h3>Digest</h3>
          <div class="digest">
            <code>{proposalPackage.digest}</code>
            <CopyButton text={proposalPackage.digest} />
          </div>
          <h3>Send it with curl</h3>
          <CodeBlock text={curlLine(result)} label="curl" />
          <h3>Send it with the command line</h3>
          <p class="muted">Download the package first. The command reads the key from PREFLIGHT_API_KEY.</p>
          <CodeBlock text={cliLine(FILE, result)} label="Command line" />
          <div class="label-line">
            <h3>Package</h3>
            <Button kind="small" onClick={() => download(FILE, json)}>
              <Icon name="download" /> Download
            </Button>
          </div>
          <CodeBlock text={json} label="Package" />
        </div>
      </details>
    </div>
  );
}

function Submit({ built, isCurrent }: { built: Built; isCurrent: boolean }) {
  const session = useSession();
  const sent = useSelect((state) => state.sent);
  const { host } = new URL(built.submission.url);
  const isDone = sent !== undefined && sent !== "sending" && sent.kind === "recorded";
  return (
    <section class="package-part">
      <h3>Submit it</h3>
      <p>
        Your browser sends the package and your key to <strong>{host}</strong>, and to nobody else. The
        product checks it once more, records it and opens the vote. Sending it twice does no harm.
      </p>
      {!isDone && (
        <Button
          kind="primary"
          disabled={sent === "sending" || !isCurrent}
          onClick={() => void session.submit()}
        >
          <Icon name="send" /> {sent === "sending" ? "Sending…" : `Submit to ${host}`}
        </Button>
      )}
      <div role="status">{sent !== undefined && sent !== "sending" && <Outcome sent={sent} />}</div>
    </section>
  );
}

function Outcome({ sent }: { sent: Sent }) {
  if (sent.kind === "unreachable")
    return (
      <p class="inline-problem is-error">
        <Icon name="error" />
        <span>
          The product did not answer, or does not accept submissions from browsers. Nothing is lost: download
          the package, or use the curl line below.
        </span>
      </p>
    );
  const isRecorded = sent.kind === "recorded";
  return (
    <>
      <p class={isRecorded ? "inline-problem is-success" : "inline-problem is-error"}>
        <Icon name={isRecorded ? "check" : "error"} />
        <span>
          {isRecorded
            ? "Submitted. It is kept under “My proposals”, with what the product says of it."
            : `The product refused it with status ${sent.status}.`}
        </span>
      </p>
      {isRecorded && <ProposalState proposal={sent.proposal} />}
      <details open={!isRecorded}>
        <summary>The product’s answer</summary>
        <CodeBlock text={sent.text} label="Answer of the product" />
      </details>
    </>
  );
}
