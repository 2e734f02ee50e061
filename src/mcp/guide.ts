/** How agents work with signalbox, in Markdown: what `init` writes into AGENTS.md. */
import { readFileSync } from "node:fs";

export function readGuide(): string {
  return readFileSync(new URL("../../templates/init/agents.md", import.meta.url), "utf8");
}
