/** The script of the pages that the service renders: search, copy buttons, and "Try it". */
import "../styles/reference.css";
import { applyTheme, readTheme } from "../ui/theme.ts";
import { addTryIt } from "./try-it.ts";

applyTheme(readTheme());
addSearch();
for (const block of document.querySelectorAll(".code-block")) addCopyButton(block);
addTryIt(addCopyButton);

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
