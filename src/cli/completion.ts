/** Completion in shells. Each script asks the command itself what may follow, so that there is one list of words for all. */
import { Option } from "commander";
import { type Commands, type Groups, rowsOf } from "./command-entry.ts";

export type Shell = "bash" | "zsh" | "fish";

/** They are given all words up to the one that is being typed. A line with a colon alone stands for names of files. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for preflight
_preflight() {
  local word current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ $word != : ]]; then COMPREPLY+=("$word")
    else while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current"); fi
  done < <(preflight completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}")
}
complete -o filenames -F _preflight preflight
`,
  zsh: `#compdef preflight
# zsh completion for preflight
_preflight() {
  local -a found=("\${(@f)$(preflight completion zsh -- "\${words[@]:1:$((CURRENT - 1))}")}")
  if (( \${found[(Ie):]} )); then _files; fi
  found=("\${(@)found:#:}")
  _describe 'preflight' found
}
if [[ "$funcstack[1]" == _preflight ]]; then _preflight "$@"; else compdef _preflight preflight; fi
`,
  fish: `# fish completion for preflight
complete -c preflight -a '(preflight completion fish -- (commandline -opc)[2..-1] (commandline -ct))'
`,
};

const HELP = { name: "--help", text: "print help" };
const VERSION = { name: "--version", text: "print the version" };

/** What may stand where the last of the words is typed, a line each. */
export function completionsOf(shell: Shell, words: readonly string[], commands: Commands, groups: Groups) {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const known = [...Object.keys(groups), ...Object.keys(commands)];
  let path = "";
  for (const word of before) path = known.find((name) => name === `${path} ${word}`.trim()) ?? path;
  const { options, args } = commands[path] ?? {};
  const flags = rowsOf(options).map((each) => ({ ...each, ...new Option(each.name) }));
  const asked = flags.find(({ long, required }) => required && long === before.at(-1));
  const below = Object.entries({ ...commands, ...groups }).flatMap(([name, { summary }]) => {
    const inside = path === "" ? name : name.startsWith(`${path} `) ? name.slice(path.length + 1) : " ";
    return inside.includes(" ") ? [] : [{ name: inside, text: summary }];
  });
  const named = flags.map(({ long, text }) => ({ name: long!, text }));
  const found = asked
    ? (asked.choices ?? []).map((name) => ({ name, text: "" }))
    : [...below, ...named, ...(path === "" ? [VERSION, HELP] : [HELP])];
  const takesFiles = asked ? asked.choices === undefined : rowsOf(args).some(({ isFile = true }) => isFile);
  const lines = found.filter(({ name }) => name.startsWith(current)).map((word) => lineOf(shell, word));
  if (takesFiles && !current.startsWith("-") && shell !== "fish") lines.push(":");
  return lines.map((line) => `${line}\n`).join("");
}

/** With what it means, where the shell shows that. */
function lineOf(shell: Shell, { name, text }: { readonly name: string; readonly text: string }): string {
  if (shell === "bash" || text === "") return name;
  return shell === "fish" ? `${name}\t${text}` : `${name}:${text.replaceAll(":", "\\:")}`;
}
