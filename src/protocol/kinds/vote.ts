/**
 * The vote kind: it blocks its tasks until enough of those who may vote agree on one of its options. Silence
 * is no vote: without an outcome at the deadline, a person decides.
 */

import type { Ref } from "../references/ref.ts";
import { type Deadline, deadline } from "../section-values/deadline.ts";
import { type Needs, needs } from "../section-values/needs.ts";
import { options } from "../section-values/numbered.ts";
import { type Voter, voters } from "../section-values/voters.ts";
import { freeText, ref, refs } from "../sections/section-types.ts";
import { type Kind, row, type SectionReader, within } from "./kind.ts";

export interface Vote {
  readonly kind: "vote";
  readonly question: string;
  /** 2 to 9. The one that is carried becomes the decision verbatim. */
  readonly options: readonly string[];
  readonly voters: readonly Voter[];
  readonly needs: Needs;
  readonly blockingTasks: readonly Ref[];
  /** The question that the vote answers, or prepares a person's answer to. */
  readonly regarding?: Ref | undefined;
  readonly deadline?: Deadline | undefined;
}

/** How many options a vote may have. */
export const minOptions = 2;
export const maxOptions = 9;
/** GitHub's limit on an issue's dependencies in one direction. */
const maxBlocked = 50;

const question = freeText({ label: "Question", required: true, hint: "What is voted on, in a sentence." });
const choices = options({
  label: "Options",
  required: true,
  hint: "2 to 9, numbered from 1: `1. Use SQLite.`",
});
const who = voters({
  label: "Voters",
  required: true,
  hint: "Who may vote: names of agents, people as `@maria`, `role:reviewer`, `agents`, `holders` (of the tasks that wait), or `people`.",
});
const needed = needs({
  label: "Needs",
  required: true,
  hint: "How many votes an option needs: `all`, `majority` (more than half of the voters) or a number.",
});
const blockingTask = refs(
  { label: "Blocking task", aliases: ["Blocks"], hint: "The tasks that wait for the outcome: `#12`." },
  { max: maxBlocked, why: "GitHub lets one issue block no more" },
);
const regarding = ref({
  label: "Regarding",
  hint: "The question that it is about: `#40`. The outcome answers it if the policy says so, and is otherwise recommended to a person.",
});
const until = deadline({
  label: "Deadline",
  hint: "When the vote ends: `4h` from now, or a time in UTC such as `2026-12-24 16:00`. A person decides then if nothing is carried.",
});

export const vote: Kind<Vote> = {
  name: "vote",
  description: "Blocks its tasks until enough voters agree on an option",
  prefix: "Vote:",
  nativeType: "Vote",
  nativeTypeIsShipped: false,
  sections: [question, choices, who, needed, blockingTask, regarding, until],
  read: (sheet) => {
    const asked = sheet.take(question);
    const offered = optionsOf(sheet);
    const may = sheet.take(who);
    const enough = needsOf(sheet, may);
    const blockingTasks = sheet.takeOr(blockingTask, []);
    const extra = {
      regarding: sheet.takeOr(regarding, undefined),
      deadline: sheet.takeOr(until, undefined),
    };
    if (asked === undefined || offered === undefined || may === undefined) return undefined;
    // What a vote blocks must not be lost, or a task would look as if it waited for nothing.
    if (enough === undefined || blockingTasks === undefined) return undefined;
    const known = { question: asked, options: offered, voters: may, needs: enough };
    return { kind: "vote", ...known, blockingTasks, ...extra };
  },
  write: (message) => [
    row(question, message.question),
    row(choices, message.options),
    row(who, message.voters),
    row(needed, message.needs),
    row(blockingTask, message.blockingTasks),
    row(regarding, message.regarding),
    row(until, message.deadline),
  ],
  mirroredLabels: () => [],
  named: (message) => [
    ...within(blockingTask, message.blockingTasks, { kind: "task", edge: "blocks" }),
    ...within(regarding, message.regarding === undefined ? [] : [message.regarding], { kind: "question" }),
  ],
  blocksTasks: true,
};

function optionsOf(sheet: SectionReader): readonly string[] | undefined {
  const offered = sheet.take(choices);
  if (offered === undefined || (offered.length >= minOptions && offered.length <= maxOptions)) return offered;
  sheet.complain({
    section: choices.label,
    message: `A vote has ${minOptions} to ${maxOptions} options, and this one has ${offered.length}.`,
    fix: "Number them from 1, each at the start of a line: `1. Use SQLite.`",
  });
  return undefined;
}

/** How many people could vote is not known, so all or half of them are not known either. */
function needsOf(sheet: SectionReader, may: readonly Voter[] | undefined): Needs | undefined {
  const enough = sheet.take(needed);
  const hasPeople = may?.some((voter) => voter.type === "group" && voter.group === "people") === true;
  if (enough === undefined || enough.type === "number" || !hasPeople) return enough;
  sheet.complain({
    section: needed.label,
    message: `\`people\` is a list without an end, so Needs cannot be \`${enough.type}\`.`,
    fix: "Write a number of votes, or name the voters.",
  });
  return undefined;
}
