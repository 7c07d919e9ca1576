/** The proposals of this browser and of the caller, with what the product says of them now. */

import { useEffect, useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { useParts, useSession } from "../state/context.ts";
import { formatTime } from "../state/drafts.ts";
import type { Proposal } from "../state/proposals.ts";
import { proposals } from "../state/submission.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";

export function ProposalsDialog() {
  const session = useSession();
  const { domain, key } = useParts("domain", "key");
  const [asked, setAsked] = useState<"asking" | "told" | "silent">();
  const ask = (): void => {
    if (domain === undefined || key === "") return;
    setAsked("asking");
    void proposals
      .ask(nameOf(domain), domain.submissionUrl, key)
      .then((told) => setAsked(told === undefined ? "silent" : "told"));
  };
  // Asked when somebody looks, never in a loop.
  useEffect(ask, [domain, key]);
  if (domain === undefined) return null;
  const list = proposals.list(nameOf(domain));
  return (
    <Dialog title="My proposals" onClose={() => session.open(undefined)} wide>
      <p class="muted" role="status">
        {key === ""
          ? "Add your key to ask the product how they stand. Until then: what was known last."
          : asked === "asking"
            ? "Asking the product…"
            : asked === "silent"
              ? "The product does not tell this page how they stand. This was known last."
              : "As the product says now."}
      </p>
      {list.length === 0 && <p>None yet. Build a package and submit it; it will be listed here.</p>}
      <ul class="proposals">
        {list.map((proposal) => (
          <li key={proposal.digest + proposal.id}>
            <ProposalState proposal={proposal} />
          </li>
        ))}
      </ul>
      <footer class="dialog-foot">
        {asked === "silent" && <Button onClick={ask}>Ask again</Button>}
        {key === "" && (
          <Button kind="primary" onClick={() => session.open("key")}>
            Add key
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

export function ProposalState({ proposal }: { proposal: Proposal }) {
  const { title, id, status, link, ballot, digest, seenAt, isUnconfirmed } = proposal;
  const out = { target: "_blank", rel: "noopener noreferrer" };
  return (
    <div class="proposal">
      <p>
        <strong>{title || id || "Proposal"}</strong> {status !== undefined && <span>· {status}</span>}
        {isUnconfirmed && <span>· sent, not confirmed by the product</span>}
        {ballot?.status !== undefined && <span> · vote {ballot.status}</span>}{" "}
        <span class="muted">as of {formatTime(seenAt)}</span>
      </p>
      <p class="proposal-links">
        {link !== undefined && (
          <a href={link} {...out}>
            See the proposal
          </a>
        )}
        {ballot?.url !== undefined && (
          <a href={ballot.url} {...out}>
            Go to the vote
          </a>
        )}
        {id !== undefined && <code>{id}</code>}
        {digest !== "" && <CopyButton text={digest} label="Copy digest" />}
      </p>
    </div>
  );
}
