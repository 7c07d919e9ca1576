/** The script of the pages that the service renders: search, copy buttons, and "Try it". */
import { pretty } from "../json/pretty.ts";
import "../styles/reference.css";
import { applyTheme, readTheme } from "../ui/theme.ts";

applyTheme(readTheme());
addSearch();
for (const block of document.querySelectorAll(".code-block")) addCopyButton(block);
addTryIt();

function addSearch(): void {
  const field = document.querySelector<HTMLInputElement>("#search");
  if (field === null) return;
  field.hidden = false;
  const entries = [...document.querySelectorAll<HTMLElement>("[data-entry]")];
  const texts = entries.map((entry) => (entry.textContent ?? "").toLowerCase());
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents li a")];
  const none = document.querySelector<HTMLElement>("#no-match");
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hidden = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      entry.hidden = !words.every((word) => texts[index]?.includes(word));
      if (entry.hidden) hidden.add(entry.id);
    }
    for (const link of links) {
      const item = link.parentElement;
      const target = decodeURIComponent(link.hash.slice(1));
      if (item !== null) item.hidden = hidden.has(target);
    }
    if (none !== null) none.hidden = hidden.size < entries.length;
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    field.focus();
  });
}

function addCopyButton(block: Element): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-small";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector("pre")?.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select it and copy";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2_000);
  });
  block.append(button);
}

/** Sends a request from the reference. The key stays in the field, so a reload forgets it. */
function addTryIt(): void {
  const field = document.querySelector<HTMLInputElement>("#key");
  for (const holder of document.querySelectorAll<HTMLElement>(".try-key, .try-it")) holder.hidden = false;
  for (const form of document.querySelectorAll<HTMLElement>(".try-it")) {
    const button = form.querySelector("button");
    const answer = form.querySelector<HTMLElement>(".try-answer");
    button?.addEventListener("click", async () => {
      if (answer === null) return;
      button.disabled = true;
      answer.replaceChildren(line("Sending…"));
      answer.replaceChildren(...(await send(form, field?.value.trim() ?? "")));
      for (const block of answer.querySelectorAll(".code-block")) addCopyButton(block);
      button.disabled = false;
    });
  }
}

async function send(form: HTMLElement, key: string): Promise<HTMLElement[]> {
  const { method = "GET", path = "" } = form.dataset;
  const body = form.querySelector("textarea")?.value;
  try {
    const response = await fetch(new URL(path, document.baseURI), {
      method,
      headers: {
        ...(key !== "" && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const left = /;r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1];
    const status = `Status ${response.status}${left === undefined ? "" : ` · ${left} calls left`}`;
    return [line(status), block(pretty(text))];
  } catch {
    return [line("The service does not answer. Try again in a moment.")];
  }
}

function line(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function block(text: string): HTMLElement {
  const holder = document.createElement("div");
  holder.className = "code-block";
  const scroll = holder.appendChild(document.createElement("section"));
  scroll.className = "code-scroll";
  scroll.tabIndex = 0;
  scroll.setAttribute("aria-label", "Answer");
  scroll.appendChild(document.createElement("pre")).appendChild(document.createElement("code")).textContent =
    text;
  return holder;
}
