/** Scripts that complete commands, options and file names. Each holds all words, so that completing needs no run of the command. */
import { Option } from "commander";
import type { CommandEntry, Groups } from "./command-entry.ts";

interface CommandWords {
  /** Empty for the program itself, `spec check` for a command of a group. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly OptionWords[];
  readonly takesFiles: boolean;
}

interface OptionWords {
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

const HELP: OptionWords = { flag: "--help", summary: "print help", takesValue: false, choices: [] };
const VERSION: OptionWords = { ...HELP, flag: "--version", summary: "print the version" };

function wordsOf(all: readonly CommandEntry[], named: Groups): CommandWords[] {
  const groups = [...named].map(([name, { summary }]) => ({ name, summary }));
  const inGroup = (group: string) =>
    all
      .filter(({ name }) => name.startsWith(`${group} `))
      .map(({ name, summary }) => ({
        name: name.slice(group.length + 1),
        summary,
      }));
  return [
    {
      path: "",
      commands: [...all.filter(({ name }) => !name.includes(" ")), ...groups],
      options: [VERSION, HELP],
      takesFiles: false,
    },
    ...groups.map(({ name }) => ({
      path: name,
      commands: inGroup(name),
      options: [HELP],
      takesFiles: false,
    })),
    ...all.map(({ name, args = [], options = [] }) => ({
      path: name,
      commands: [],
      options: [
        ...options.map(({ flags, text, choices = [] }) => {
          const { long, required } = new Option(flags);
          return { flag: long!, summary: text, takesValue: required, choices };
        }),
        HELP,
      ],
      takesFiles: args.some(({ isFile }) => isFile),
    })),
  ];
}

export function completionScript(
  shell: "bash" | "zsh" | "fish",
  commands: readonly CommandEntry[],
  groups: Groups,
): string {
  const words = wordsOf(commands, groups);
  if (shell === "bash") return bashScript(words);
  return shell === "zsh" ? zshScript(words) : fishScript(words);
}

function bashScript(all: readonly CommandWords[]): string {
  const choices = all.flatMap(({ path, options }) =>
    options
      .filter((option) => option.takesValue)
      .map(({ flag, choices }) => `    "${path} ${flag}") ${valueReply(choices)} return ;;`),
  );
  const words = all.map(({ path, commands, options, takesFiles }) => {
    const list = [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)].join(" ");
    return `    "${path}") words="${list}"; files=${takesFiles ? 1 : 0} ;;`;
  });
  return `# bash completion for preflight
_preflight() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word words files
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${all
  .filter(({ path }) => path !== "")
  .map(({ path }) => `      "${parentOf(path)} ${nameOf(path)}") path="${path}" ;;`)
  .join("\n")}
    esac
  done
  case "$path $previous" in
${choices.join("\n")}
  esac
  case "$path" in
${words.join("\n")}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ $files == 1 && $current != -* ]]; then mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current"); fi
}
complete -o filenames -F _preflight preflight
`;
}

function valueReply(choices: readonly string[]): string {
  const kind = choices.length > 0 ? `-W "${choices.join(" ")}"` : "-f";
  return `mapfile -t COMPREPLY < <(compgen ${kind} -- "$current");`;
}

function zshScript(all: readonly CommandWords[]): string {
  const cases = all.map(({ path, commands, options, takesFiles }) => {
    const described = [
      ...commands.map(({ name, summary }) => `${name}:${summary}`),
      ...options.map(({ flag, summary }) => `${flag}:${summary}`),
    ];
    const list = described.map((text) => `      ${zshQuote(text)}`).join("\n");
    return `    ${zshQuote(path)})\n      words_here=(\n${list}\n      )\n      files=${takesFiles ? 1 : 0} ;;`;
  });
  return `#compdef preflight
# zsh completion for preflight
_preflight() {
  local path_here="" word files=0
  local -a words_here
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case "$path_here $word" in
${all
  .filter(({ path }) => path !== "")
  .map(({ path }) => `      ${zshQuote(`${parentOf(path)} ${nameOf(path)}`)}) path_here=${zshQuote(path)} ;;`)
  .join("\n")}
    esac
  done
  case "$path_here" in
${cases.join("\n")}
  esac
  _describe 'preflight' words_here
  if (( files )); then _files; fi
}
if [[ "$funcstack[1]" == _preflight ]]; then _preflight "$@"; else compdef _preflight preflight; fi
`;
}

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(all: readonly CommandWords[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const condition = `-n ${fishQuote(conditionOf(path, commands))}`;
    return [
      ...commands.map(
        ({ name, summary }) => `complete -c preflight -f ${condition} -a ${name} -d ${fishQuote(summary)}`,
      ),
      ...options.map(({ flag, summary, takesValue, choices }) => {
        const value =
          choices.length > 0 && takesValue
            ? ` -x -a ${fishQuote(choices.join(" "))}`
            : takesValue
              ? " -r"
              : "";
        return `complete -c preflight ${condition} -l ${flag.replace(/^--?/, "")}${value} -d ${fishQuote(summary)}`;
      }),
    ];
  });
  return `# fish completion for preflight\n${lines.join("\n")}\n`;
}

function conditionOf(path: string, commands: CommandWords["commands"]): string {
  const names = commands.map(({ name }) => name).join(" ");
  if (path === "") return "__fish_use_subcommand";
  const seen = path.split(" ").map((name) => `__fish_seen_subcommand_from ${name}`);
  return [...seen, ...(names === "" ? [] : [`not __fish_seen_subcommand_from ${names}`])].join("; and ");
}

function fishQuote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function parentOf(path: string): string {
  return path.split(" ").slice(0, -1).join(" ");
}

function nameOf(path: string): string {
  return path.split(" ").at(-1)!;
}
