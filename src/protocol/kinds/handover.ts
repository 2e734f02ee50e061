/**
 * The handover kind: a task's result, complete enough for a reader who was not there. What it lists as
 * verified is a claim like any other text, not evidence.
 */

import type { Ref } from "../references/ref.ts";
import { type Noted, noted } from "../section-values/noted.ts";
import { choice, freeText, ref, refs } from "../sections/section-types.ts";
import { type Kind, row, type SectionReader, within } from "./kind.ts";

export const outcomes = ["complete", "partial", "blocked"] as const;
export type HandoverOutcome = (typeof outcomes)[number];

export interface Handover {
  readonly kind: "handover";
  /** The task it completes. */
  readonly completes: Ref;
  readonly status: HandoverOutcome;
  /** Changed paths, each with a note on what was done. */
  readonly changes: readonly Noted[];
  /** Checks that ran, each with its result. Never empty if the handover is complete. */
  readonly verified: readonly Noted[];
  /** Discoveries made during the work. */
  readonly discoveries: readonly Ref[];
  /** The obstacles to completion. Empty only if it is complete. */
  readonly blockers: readonly Ref[];
  readonly context: string;
  readonly nextSteps: string;
  readonly pullRequest?: Ref | undefined;
}

const completes = ref({
  label: "Completes",
  aliases: ["Task"],
  required: true,
  hint: "The task that is handed over: `#12`.",
});
const status = choice({ label: "Status", required: true, hint: "How far the work got." }, outcomes);
export const changes = noted({
  label: "Changes",
  aliases: ["Files changed"],
  required: true,
  hint: "Each file with a note, one per line: `- src/login.ts: asks for the password`. `None` if there are none.",
  item: "file",
  example: "- src/login.ts: asks for the password",
  isName: isPath,
});
export const verified = noted({
  label: "Verified",
  aliases: ["Verification"],
  required: true,
  hint: "What was run and its result, one per line: `- npm test: passed, 41 tests`. Build, test and lint, where they exist.",
  item: "check",
  example: "- npm test: passed, 41 tests",
  isName: (name) => name !== "",
});
const discoveries = refs({
  label: "Discoveries",
  aliases: ["Discovered issues"],
  hint: "Discoveries made along the way: `#50, #51`.",
});
const blockers = refs({
  label: "Blockers",
  hint: "What prevents it from being complete: `#40`. Empty only if the status is `complete`.",
});
const context = freeText({
  label: "Context",
  aliases: ["Key decisions"],
  required: true,
  hint: "Decisions that were made and why, and what surprised you.",
});
const nextSteps = freeText({
  label: "Next steps",
  required: true,
  hint: "What the next person or agent should do, numbered, the most important first.",
});
const pullRequest = ref({ label: "Pull request", aliases: ["PR"], hint: "Where the changes are: `#34`." });

/** What the next agent can use of a handover whose body has problems. */
export interface HandoverExcerpt {
  readonly completes: Ref;
  /** Undefined if that is among what cannot be read. */
  readonly status: HandoverOutcome | undefined;
  /** May be empty, as may the next steps. */
  readonly context: string;
  readonly nextSteps: string;
}

/** Undefined if it does not say of which task it is. */
export function excerptOf(sheet: SectionReader): HandoverExcerpt | undefined {
  const task = sheet.take(completes);
  if (task === undefined) return undefined;
  return {
    completes: task,
    status: sheet.take(status),
    context: sheet.take(context) ?? "",
    nextSteps: sheet.take(nextSteps) ?? "",
  };
}

/**
 * Whether `name` looks like a path: one word with a slash or a dot in it, other than one that ends a
 * sentence.
 */
function isPath(name: string): boolean {
  if (/[\s`]/.test(name)) return false;
  return name.endsWith("/") ? name.length > 1 : !name.endsWith(".") && /[./]/.test(name);
}

export const handover: Kind<Handover> = {
  name: "handover",
  description: "Hands over a task's result",
  prefix: "Handover:",
  nativeType: "Handover",
  nativeTypeIsShipped: false,
  sections: [completes, status, changes, verified, discoveries, blockers, context, nextSteps, pullRequest],
  read: (sheet) => {
    const task = sheet.take(completes);
    const howFar = sheet.take(status);
    const files = sheet.take(changes);
    const checks = checksOf(sheet, howFar);
    const found = sheet.takeOr(discoveries, []);
    const inTheWay = blockersOf(sheet, howFar);
    const known = sheet.take(context);
    const next = sheet.take(nextSteps);
    const where = sheet.takeOr(pullRequest, undefined);
    if (task === undefined || howFar === undefined || files === undefined || checks === undefined)
      return undefined;
    if (inTheWay === undefined || known === undefined || next === undefined) return undefined;
    return {
      kind: "handover",
      completes: task,
      status: howFar,
      changes: files,
      verified: checks,
      discoveries: found ?? [],
      blockers: inTheWay,
      context: known,
      nextSteps: next,
      pullRequest: where,
    };
  },
  write: (message) => [
    row(completes, message.completes),
    row(status, message.status),
    row(changes, message.changes),
    row(verified, message.verified),
    row(discoveries, message.discoveries),
    row(blockers, message.blockers),
    row(context, message.context),
    row(nextSteps, message.nextSteps),
    row(pullRequest, message.pullRequest),
  ],
  mirroredLabels: () => [],
  named: (message) => [
    ...within(completes, [message.completes], { kind: "task" }),
    ...within(discoveries, message.discoveries, { kind: "discovery" }),
    ...within(blockers, message.blockers),
  ],
  blocksTasks: false,
};

function checksOf(sheet: SectionReader, status: HandoverOutcome | undefined): readonly Noted[] | undefined {
  const checks = sheet.take(verified);
  if (checks === undefined || checks.length > 0 || status !== "complete") return checks;
  sheet.complain({
    section: verified.label,
    message: "A complete handover says what was verified.",
    fix: "Run build, test and lint where they exist, and write down each with its result.",
  });
  return undefined;
}

function blockersOf(sheet: SectionReader, status: HandoverOutcome | undefined): readonly Ref[] | undefined {
  const named = sheet.takeOr(blockers, []);
  if (named === undefined || named.length > 0 || status === undefined || status === "complete") return named;
  sheet.complain({
    section: blockers.label,
    message: `A handover with status \`${status}\` must say what prevents it from being complete.`,
    fix: "Open a task or a question for it and enter it here, such as `#40`.",
  });
  return undefined;
}
