/**
 * Reads the prose in `templates/` and compiles it. A newcomer would let Handlebars escape; it escapes for HTML, while
 * these texts are Markdown, so escaping is off and the protocol's renderer neutralises every value.
 */
import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { commands } from "../protocol/command.ts";
import { render, type Template } from "../protocol/render/render.ts";
import type { Text } from "../protocol/text.ts";
import { speakAt } from "./speak.ts";

/** Every text of the App, ready to be filled in. */
export interface Texts {
  /** The comment's Markdown, at most 60,000 characters. `secrets` never appear in it. */
  readonly render: (text: Text, secrets?: readonly string[]) => string;
}

const names = [
  "status-task",
  "status-question",
  "status-answer",
  "status-handover",
  "check-handover",
  "check-settings",
  "check-note",
  "check-invariants",
  "status-discovery",
  "status-escalation",
  "opened-settings",
  "status-settings",
  "opened-escalation",
  "opened-task",
  "escalation-reminder",
  "opened-answer",
  "suggestion",
  "discovery-told",
  "needs-approval",
  "wake",
  "command-help",
  "command-refused",
  "decision-hint",
  "explain",
  "record-decision",
  "record-row",
  "record-track",
] as const satisfies readonly Text["name"][];
const parts = ["asked", "needs-fix", "refused", "muted", "reasons", "reasons-folded", "why"] as const;
const shipped = new URL("../../templates/", import.meta.url);

/**
 * @param webUrl where GitHub's pages are; those of github.com where left out
 * @param directory where the `.md` files are, with a slash at its end
 * @throws if a file is missing or does not compile: a start that fails is better than a comment that does
 */
export function loadTexts(webUrl?: string, directory: URL = shipped): Texts {
  const speak = speakAt(webUrl);
  const handlebars = Handlebars.create();
  handlebars.registerHelper(speak);
  const compile = (name: string): Template =>
    handlebars.compile(sourceOf(directory, name), {
      noEscape: true,
      knownHelpers: Object.fromEntries(Object.keys(speak).map((helper) => [helper, true])),
      knownHelpersOnly: true,
    });
  for (const part of parts) handlebars.registerPartial(part, sourceOf(directory, part));
  const templates = new Map(names.map((name) => [name, compile(name)]));
  return {
    render: (text, secrets = []) => {
      const template = templates.get(text.name);
      if (template === undefined) throw new TypeError(`There is no template for the text "${text.name}".`);
      return render(template, text.name === "command-help" ? { commands } : text.data, secrets);
    },
  };
}

/** Handlebars parses lazily; parsing here makes a broken template fail at the start. */
function sourceOf(directory: URL, name: string): string {
  const source = readFileSync(new URL(`${name}.md`, directory), "utf8");
  Handlebars.parse(source);
  return source;
}
