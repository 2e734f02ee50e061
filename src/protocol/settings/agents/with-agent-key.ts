/** Gives an agent of a settings file another public key, and leaves everything else in the file as it is written. */
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";

/** `add`: the agent signs with either key from then on. `replace`: only with the new one. */
export type KeyChange = "add" | "replace";

/** Undefined if the file writes the agent or its keys in a way that a person has to change. */
export function withAgentKey(text: string, name: string, key: string, change: KeyChange): string | undefined {
  const agents = mapAt(parseDocument(text).contents, "agents");
  const agent = mapAt(agents, name);
  if (agent === undefined || agent.flow === true) return undefined;
  const keys = pairAt(agent, "key");
  if (keys === undefined) return afterAccount(text, agent, key);
  const { value } = keys;
  if (!isScalar(value) && !isSeq(value)) return undefined;
  const [start, end] = value.range ?? [0, 0];
  const written = text.slice(start, end);
  if (change === "replace") return isInLine(written) ? spliced(text, start, end, key) : undefined;
  if (isScalar(value))
    return isPlain(written) ? spliced(text, start, end, `[${written}, ${key}]`) : undefined;
  if (value.flow !== true || !written.endsWith("]")) return undefined;
  return spliced(text, end - 1, end, `, ${key}]`);
}

function afterAccount(text: string, agent: YAMLMap, key: string): string | undefined {
  const account = pairAt(agent, "account");
  const start = isScalar(account?.key) ? account.key.range?.[0] : undefined;
  if (start === undefined) return undefined;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", start);
  const indent = text.slice(lineStart, start);
  if (indent.trim() !== "") return undefined;
  const end = lineEnd === -1 ? text.length : lineEnd;
  return spliced(text, end, end, `\n${indent}key: ${key}`);
}

function mapAt(node: unknown, name: string): YAMLMap | undefined {
  const value = isMap(node) ? pairAt(node, name)?.value : undefined;
  return isMap(value) ? value : undefined;
}

function pairAt(map: YAMLMap, name: string): Pair<Node, Node | null> | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name) as
    | Pair<Node, Node | null>
    | undefined;
}

function isInLine(written: string): boolean {
  return !written.includes("\n");
}

/** Whether it means the same within brackets. */
function isPlain(written: string): boolean {
  return isInLine(written) && !/[[\]{},#"']/.test(written);
}

function spliced(text: string, start: number, end: number, put: string): string {
  return `${text.slice(0, start)}${put}${text.slice(end)}`;
}
