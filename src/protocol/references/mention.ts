/** Finds `@names` where the page shows them as text: not in code, quotes, comments or mails that are replied to. */
import { loginSource } from "../../base/login.ts";
import { ownLines } from "../commands/own-lines.ts";
import { splitEnvelope } from "../envelope/split-envelope.ts";
import { cached } from "../text-cache.ts";

const mention = new RegExp(`(?<![\\w@/.\`-])@(${loginSource})(?![\\w/-])`, "g");

/** Longer texts mention nobody: people address others at the beginning. */
const maxLength = 65_536;

/** Whether the text may mention someone; cheap, for texts that are not read otherwise. */
export function mayMention(text: string): boolean {
  return /(?:^|[^\w])@[a-z\d]/i.test(text);
}

/** Lower-case, each once. */
export function mentionsIn(text: string): readonly string[] {
  return text.length <= maxLength && mayMention(text) ? read(text) : [];
}

/** The rules of one reconcile pass ask for the same text many times. */
const read = cached((text: string): readonly string[] => {
  const lines = ownLines(splitEnvelope(text).words);
  const prose = lines
    .map((line) => (line.place === "prose" || line.place === "table" ? line.prose : ""))
    .join("\n");
  return [...new Set([...prose.matchAll(mention)].map(([, name = ""]) => name.toLowerCase()))];
});
