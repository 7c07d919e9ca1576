/** Sends a request from the reference. The key stays in the field, so a reload forgets it. */
import { pretty } from "../json/pretty.ts";

export function addTryIt(addCopyButton: (block: Element) => void): void {
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
