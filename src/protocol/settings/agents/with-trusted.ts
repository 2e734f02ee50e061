/** Adds an account to `trust.agents` in the text of a settings file: the bot of an App has no role that could be trusted. */
import { isMap, isSeq, parseDocument } from "yaml";

/** Undefined if the file writes `trust` in a way that a person has to extend. @param login shown along with the id */
export function withTrustedAgent(text: string, id: string, login: string): string | undefined {
  const { contents } = parseDocument(text);
  if (contents !== null && !isMap(contents)) return undefined;
  const trust = contents?.get("trust");
  if (trust === undefined)
    return `${text === "" ? "" : `${text.trimEnd()}\n\n`}trust:\n  agents: [${id}]  # ${login}\n`;
  const agents = isMap(trust) ? trust.get("agents", true) : undefined;
  if (!isSeq(agents) || !agents.range || agents.flow !== true) return undefined;
  const end = agents.range[1] - 1;
  if (text[end] !== "]") return undefined;
  const before = text.slice(0, end).trimEnd();
  return `${before}${agents.items.length === 0 ? "" : ", "}${id}${text.slice(end)}`;
}
