/**
 * The discovery kind: something found in one track that others should know. It asks no one to act; use a
 * question for what must be decided.
 */

import { type Audience, audience } from "../section-values/audience.ts";
import { choice, freeText, line } from "../sections/section-types.ts";
import { type Kind, row, within } from "./kind.ts";

export const discoveryActions = ["none", "investigate", "fix", "discuss"] as const;

export interface Discovery {
  readonly kind: "discovery";
  /** Name of an agent or a person. */
  readonly foundBy: string;
  readonly relevantTo: Audience;
  readonly finding: string;
  readonly actionNeeded: (typeof discoveryActions)[number];
}

const foundBy = line({ label: "Found by", required: true, hint: "The agent or person who found it." });
const relevantTo = audience({
  label: "Relevant to",
  required: true,
  hint: "Who it concerns: tasks and tracks, such as `#12, backend`.",
});
const finding = freeText({
  label: "Finding",
  required: true,
  hint: "What was found, and where to see it.",
});
const actionNeeded = choice(
  { label: "Action needed", aliases: ["Action"], required: true, hint: "What they should do about it." },
  discoveryActions,
);

export const discovery: Kind<Discovery> = {
  name: "discovery",
  description: "Tells other tasks and tracks what was found",
  prefix: "Discovery:",
  nativeType: "Discovery",
  nativeTypeIsShipped: false,
  sections: [foundBy, relevantTo, finding, actionNeeded],
  read: (sheet) => {
    const by = sheet.take(foundBy);
    const whom = sheet.take(relevantTo);
    const what = sheet.take(finding);
    const action = sheet.take(actionNeeded);
    if (by === undefined || whom === undefined || what === undefined || action === undefined)
      return undefined;
    return { kind: "discovery", foundBy: by, relevantTo: whom, finding: what, actionNeeded: action };
  },
  write: (message) => [
    row(foundBy, message.foundBy),
    row(relevantTo, message.relevantTo),
    row(finding, message.finding),
    row(actionNeeded, message.actionNeeded),
  ],
  mirroredLabels: () => [],
  named: (message) => within(relevantTo, message.relevantTo.refs),
  blocksTasks: false,
};
