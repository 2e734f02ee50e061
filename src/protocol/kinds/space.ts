/**
 * The space kind: what several tasks are for, with what all of them need to know, as an epic is at GitHub. Its
 * tasks are GitHub's sub-issues of it. It blocks nothing and waits for nothing.
 */
import { freeText, line, list } from "../sections/section-types.ts";
import { type Kind, row } from "./kind.ts";

export interface Space {
  readonly kind: "space";
  readonly purpose: string;
  readonly track?: string | undefined;
  /** Names of agents. They are for information: who may take its tasks, the settings say. */
  readonly agents: readonly string[];
  /** Paths to read before starting on one of its tasks. */
  readonly pinnedFiles: readonly string[];
  readonly context?: string | undefined;
}

const purpose = freeText({
  label: "Purpose",
  required: true,
  hint: "What its tasks achieve together, in a sentence or two.",
});
const track = line({
  label: "Track",
  hint: "The stream of work that its tasks belong to, such as `backend`.",
});
const agents = list({ label: "Agents", hint: "The agents that work in it, one per line: `ada`." });
const pinnedFiles = list({
  label: "Pinned files",
  hint: "Files to read before starting on a task, one per line: `docs/api.md`.",
});
const context = freeText({ label: "Context", hint: "What everyone who works in it needs to know." });

export const space: Kind<Space> = {
  name: "space",
  description: "Brings tasks together under one purpose",
  prefix: "Space:",
  nativeType: "Space",
  nativeTypeIsShipped: false,
  tellingSection: pinnedFiles,
  sections: [purpose, track, agents, pinnedFiles, context],
  read: (sheet) => {
    const wanted = sheet.take(purpose);
    const extra = {
      track: sheet.takeOr(track, undefined),
      agents: sheet.takeOr(agents, []) ?? [],
      pinnedFiles: sheet.takeOr(pinnedFiles, []) ?? [],
      context: sheet.takeOr(context, undefined),
    };
    return wanted === undefined ? undefined : { kind: "space", purpose: wanted, ...extra };
  },
  write: (message) => [
    row(purpose, message.purpose),
    row(track, message.track),
    row(agents, message.agents),
    row(pinnedFiles, message.pinnedFiles),
    row(context, message.context),
  ],
  mirroredLabels: (message) => (message.track === undefined ? [] : [`track:${message.track}`]),
  named: () => [],
  blocksTasks: false,
};
