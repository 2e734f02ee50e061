/** Adds policy rows by which agents answer each other, where the file has no policy: an admin sees them before they count. */
import { isMap, parseDocument } from "yaml";

const rows = `policy:
  - name: people
    who: [people]
  - name: coordinator
    who: [coordinator]
    decisions: [interface-design, implementation-approach, bug-fix-approach, test-coverage, precedent]
  # Agents answer each other, unless words, class or pages make it people's; also two of one login, if both have keys.
  - name: agents
    who: [agents]
    categories: [implementation, clarification, tooling]
    same_login: true
`;

/** The text as it is if it has a policy, or is no mapping. */
export function withAgentsPolicy(text: string): string {
  const { contents } = parseDocument(text);
  if (contents !== null && (!isMap(contents) || contents.has("policy"))) return text;
  return `${text === "" ? "" : `${text.trimEnd()}\n\n`}${rows}`;
}
