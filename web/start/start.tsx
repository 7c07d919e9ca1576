/** The empty page: it says what this is, and offers every way to begin. */

import { useLayoutEffect, useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { withArticle } from "../model/names.ts";
import { blankText } from "../model/values.ts";
import { useParts, useSession } from "../state/context.ts";
import { formatTime, summaryOf } from "../state/drafts.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { pickFile } from "./file-picker.tsx";

export function Start() {
  const session = useSession();
  const { drafts } = session;
  const { rules, domain } = useParts("rules", "domain");
  // What is pasted here is meant as a draft, from the moment that the page is seen.
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text !== "" && session.store.get().dialog === undefined)
        session.open("paste", { text, name: undefined });
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [session]);
  if (domain === undefined) return <Choice />;
  if (rules === undefined) return null;
  const { title, description, examples } = rules.document;
  const own = drafts.own(nameOf(domain));
  const stored = [...(own ? [own] : []), ...drafts.others(nameOf(domain))];
  // Each once, and none that nobody has written in.
  const seen = new Set([blankText(rules.model)]);
  const recent = stored.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, 3);
  return (
    <main class="start" id="main">
      <h1>Propose {withArticle(title)}</h1>
      <p class="lead">
        {description} Write it here, see at once what is wrong, fix it with a click, and build the package to
        submit. Nothing is sent until you ask for it.
      </p>
      <div class="start-cards">
        <Button class="start-card is-main" onClick={() => session.startBlank()}>
          <Icon name="plus" />
          <strong>Start with an empty form</strong>
          <span>Fill in what is asked, one field after the other.</span>
        </Button>
        <Button class="start-card" onClick={() => session.open("paste")}>
          <Icon name="table" />
          <strong>Paste anything</strong>
          <span>JSON, YAML, CSV, cells of a spreadsheet. You see what was understood first.</span>
        </Button>
        <Button class="start-card" onClick={pickFile}>
          <Icon name="file" />
          <strong>Open a file</strong>
          <span>JSON, YAML or CSV. You can also drop it anywhere on this page.</span>
        </Button>
      </div>
      <section class="start-list">
        <h2>Start from an example</h2>
        <ul>
          {examples.valid.map(({ title: name, candidate }) => (
            <li key={name}>
              <Button
                class="start-example"
                onClick={() =>
                  session.start(JSON.stringify(candidate, null, 2), {
                    notice: `Started from the example “${name}”.`,
                  })
                }
              >
                <span>{name}</span>
                <Icon name="down" class="turned" />
              </Button>
            </li>
          ))}
        </ul>
      </section>
      {recent.length > 0 && (
        <section class="start-list">
          <h2>Go on with a draft</h2>
          <ul>
            {recent.map(({ id, text, savedAt, name }) => (
              <li key={id}>
                <Button class="start-example" onClick={() => session.start(text, { name })}>
                  <span>{name ?? summaryOf(text, title)}</span>
                  <span class="muted">{formatTime(savedAt)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

const MIN_SEARCHED = 10;

/** What can be proposed here, if it is more than one thing. */
function Choice() {
  const session = useSession();
  const [asked, setAsked] = useState("");
  const { domains } = session.boot;
  const words = asked.toLowerCase().split(/\s+/);
  const found = domains.filter(({ title, description, ...one }) =>
    words.every((word) => `${title} ${description} ${nameOf(one)}`.toLowerCase().includes(word)),
  );
  return (
    <main class="start" id="main">
      <h1>What do you want to propose?</h1>
      <p class="lead">
        Choose below, or paste or drop what you have: the page finds out what it is. Nothing is sent until you
        ask for it.
      </p>
      <p class="panel-actions">
        <Button onClick={() => session.open("paste")}>
          <Icon name="table" /> Paste anything
        </Button>
        <Button onClick={pickFile}>
          <Icon name="file" /> Open a file
        </Button>
      </p>
      {domains.length >= MIN_SEARCHED && (
        <input
          class="input"
          type="search"
          aria-label="Find what to propose"
          placeholder="Type to find it"
          value={asked}
          onInput={({ currentTarget }) => setAsked(currentTarget.value)}
        />
      )}
      <ul class="start-cards" aria-label="What can be proposed">
        {found.map((one) => (
          <li key={nameOf(one)}>
            <Button class="start-card" onClick={() => void session.openDomain(one)}>
              <strong>{one.title}</strong>
              <span>{one.ready ? one.description : "Not available at the moment."}</span>
              <span class="muted">{one.targetProduct}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted">Nothing is called like that.</p>}
    </main>
  );
}
