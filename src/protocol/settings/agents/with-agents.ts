/** Adds agents to the text of a settings file, and leaves everything else in it as it is written. */
import { isMap, isScalar, parseDocument } from "yaml";

/** An agent as the file has it. */
export interface AgentEntry {
  readonly account: string;
  /** Shown with the account, whose ID tells people nothing. */
  readonly login?: string | undefined;
  readonly key?: string | undefined;
  readonly withPerson?: boolean | undefined;
  readonly role?: string | undefined;
  readonly can?: readonly string[] | undefined;
}

/** Undefined if the file writes its agents in braces, so that a person has to add one. */
export function withAgents(text: string, added: Readonly<Record<string, AgentEntry>>): string | undefined {
  const { contents } = parseDocument(text);
  if (contents !== null && (!isMap(contents) || contents.flow === true)) return undefined;
  const pair = contents?.items.find(({ key }) => isScalar(key) && key.value === "agents");
  if (pair === undefined) {
    const start = text === "" ? "" : `${text.trimEnd()}\n\n`;
    return `${start}agents:\n${linesOf(added, "  ")}`;
  }
  const { value } = pair;
  const [first] = isMap(value) && value.flow !== true ? value.items : [];
  if (!isMap(value) || !isScalar(first?.key) || !first.key.range) return undefined;
  const [start] = first.key.range;
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const end = value.range?.[1] ?? text.length;
  const before = text.slice(0, end).trimEnd();
  const after = text.slice(before.length).replace(/^[^\S\n]*\n?/, "");
  return `${before}\n${linesOf(added, indent)}${after}`;
}

function linesOf(added: Readonly<Record<string, AgentEntry>>, indent: string): string {
  return Object.entries(added)
    .flatMap(([name, { account, login, key, withPerson, role, can }]) => [
      `${indent}${name}:`,
      ...[
        `account: ${account}${login === undefined ? "" : `  # ${login}`}`,
        ...(key === undefined ? [] : [`key: ${key}`]),
        ...(withPerson === true ? ["with_person: true"] : []),
        ...(role === undefined ? [] : [`role: ${role}`]),
        ...(can === undefined ? [] : [`can: [${can.join(", ")}]`]),
      ].map((line) => `${indent}${indent}${line}`),
    ])
    .map((line) => `${line}\n`)
    .join("");
}
