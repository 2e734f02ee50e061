/**
 * Loads and compiles the texts in `templates/`. Handlebars escapes for HTML and these texts are Markdown, so
 * its escaping is off: the protocol's renderer neutralises every value instead.
 */
import { readFileSync } from "node:fs";
import Handlebars, { type TemplateDelegate } from "handlebars";
import { commands } from "../protocol/commands/command.ts";
import { render, type Template } from "../protocol/render/render.ts";
import type { Text } from "../protocol/text.ts";
import { templateHelpers } from "./template-functions.ts";

/** Every text of the App as a template. */
export interface Texts {
  /** The comment's Markdown, at most 60,000 characters. Never contains `secrets`. */
  readonly render: (text: Text, secrets?: readonly string[]) => string;
}

const names = [
  "status-task",
  "status-question",
  "status-answer",
  "status-handover",
  "check-handover",
  "check-locks",
  "check-settings",
  "check-note",
  "check-invariants",
  "status-discovery",
  "status-space",
  "status-vote",
  "status-contract",
  "opened-question",
  "status-escalation",
  "opened-settings",
  "status-settings",
  "opened-escalation",
  "opened-task",
  "opened-page-task",
  "escalation-reminder",
  "opened-answer",
  "suggestion",
  "discovery-notice",
  "needs-approval",
  "wake",
  "lease-notice",
  "assignment-restored",
  "command-help",
  "command-refused",
  "command-unbound",
  "command-ignored",
  "decision-hint",
  "text-restored",
  "text-held",
  "explain",
  "record-decision",
  "record-row",
  "record-track",
  "record-contract",
] as const satisfies readonly Text["name"][];
const parts = [
  "asked",
  "regarded",
  "needs-fix",
  "refused",
  "muted",
  "reasons",
  "reasons-folded",
  "why",
  "decide-on-page",
  "on-page",
  "to-answer",
] as const;
const defaultDirectory = new URL("../../templates/", import.meta.url);

/** By the address of their folder. A folder is read once in a process: installations differ in their helpers alone. */
const folders = new Map<string, ReadonlyMap<string, TemplateDelegate>>();

/**
 * @param webUrl GitHub's base URL; github.com by default
 * @param directory the folder of the `.md` files, with a trailing slash
 * @throws if a file is missing or does not compile, so that startup fails rather than a later comment
 */
export function loadTexts(webUrl?: string, directory: URL = defaultDirectory): Texts {
  const helpers = templateHelpers(webUrl);
  const templates = folders.get(directory.href) ?? compileFolder(directory, Object.keys(helpers));
  folders.set(directory.href, templates);
  return {
    render: (text, secrets = []) => {
      const compiled = templates.get(text.name);
      if (compiled === undefined) throw new TypeError(`There is no template for the text "${text.name}".`);
      const template: Template = (data) => compiled(data, { helpers });
      return render(template, text.name === "command-help" ? { commands } : text.data, secrets);
    },
  };
}

/** @param helpers the names of those that a template gets with its data */
function compileFolder(directory: URL, helpers: readonly string[]): ReadonlyMap<string, TemplateDelegate> {
  const handlebars = Handlebars.create();
  const options = {
    noEscape: true,
    knownHelpers: Object.fromEntries(helpers.map((helper) => [helper, true])),
    knownHelpersOnly: true,
  };
  for (const part of parts) handlebars.registerPartial(part, sourceOf(directory, part));
  return new Map(names.map((name) => [name, handlebars.compile(sourceOf(directory, name), options)]));
}

/** Handlebars parses lazily; parsing here makes a broken template fail at startup. */
function sourceOf(directory: URL, name: string): string {
  const source = readFileSync(new URL(`${name}.md`, directory), "utf8");
  Handlebars.parse(source);
  return source;
}
