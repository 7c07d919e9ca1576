/** The finish line: what the package holds as others will read it, and the button that submits it. */

import { Changes } from "../panel/changes.tsx";
import { formatDay } from "../panel/next-step.tsx";
import { download } from "../start/actions.ts";
import { useParts, useSession } from "../state/context.ts";
import { type Built, cliLine, curlLine, isBuilt } from "../state/submission.ts";
import { count, isCurrent } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { CodeBlock, CopyButton } from "../ui/copy.tsx";
import { Icon } from "../ui/icons.tsx";
import { Said } from "../ui/said.tsx";
import { ProposalState } from "./proposals-dialog.tsx";
import { Reading } from "./reading.tsx";

const FILE = "proposal-package.json";

export function PackageView() {
  const session = useSession();
  const { built, text, rules } = useParts("built", "text", "rules");
  const result = built?.result;
  if (built === undefined || !isBuilt(result)) return null;
  const isNow = isCurrent({ built, text, rules });
  const candidate = JSON.parse(built.text);
  const { proposalPackage, changes = [], diagnostics, specPackage, registry } = result;
  const json = JSON.stringify(proposalPackage, null, 2);
  return (
    <div class="package">
      {!isNow && (
        <div class="banner is-warning" role="status">
          <p>The {built.text === text ? "rules have" : "draft has"} changed since this package was built.</p>
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
      <Submit built={result} isCurrent={isNow} />
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
  const { sent } = useParts("sent");
  const { host } = new URL(built.submission.url);
  return (
    <section class="package-part">
      <h3>Submit it</h3>
      <p>
        Your browser sends the package and your key to <strong>{host}</strong>, and to nobody else. The
        product checks it once more, records it and opens the vote. Sending it twice does no harm.
      </p>
      <div class="panel-actions">
        {sent?.kind !== "recorded" && (
          <Button kind="primary" disabled={!isCurrent} onClick={() => void session.submit()}>
            <Icon name="send" />
            {sent === undefined ? `Submit to ${host}` : sent.kind === "sending" ? "Sending…" : "Submit again"}
          </Button>
        )}
        {sent?.kind === "sending" && <Button onClick={sent.stop}>Stop waiting</Button>}
        {sent?.kind === "key-refused" && (
          <Button onClick={() => session.needKey("submit")}>Use another key</Button>
        )}
      </div>
      <div role="status">
        {sent?.kind === "recorded" ? (
          <>
            <Said kind="success">
              Submitted. It is kept under “My proposals”, with what the product says of it.{sent.said}
            </Said>
            <ProposalState proposal={sent.proposal} />
          </>
        ) : (
          sent !== undefined && sent.kind !== "sending" && <Said>{sent.said}</Said>
        )}
      </div>
      {sent !== undefined && "text" in sent && sent.text !== "" && (
        <details open={sent.kind === "refused"}>
          <summary>The product’s answer</summary>
          <CodeBlock text={sent.text} label="Answer of the product" />
        </details>
      )}
    </section>
  );
}
