/**
 * A story as data: what people do, step by step. Issues have names, because their numbers differ between
 * runs; `{name}` in a text stands for the issue's reference. The same steps are played under different
 * faults, so a step must never depend on what the App did.
 */
import { unreachable } from "../../src/base/errors.ts";
import type { Actor } from "./actor.ts";

/** Numbers by name. */
export type Cast = Map<string, number>;

export type Step = { readonly who: "maria" | "alice" | "bob" | "mallory" } & (
  | {
      readonly does: "open";
      readonly issue: string;
      readonly title: string;
      readonly body: string;
      readonly kind?: "task";
    }
  | { readonly does: "comment"; readonly issue: string; readonly text: string }
  | { readonly does: "edit"; readonly issue: string; readonly body: string }
  | { readonly does: "close"; readonly issue: string; readonly reason: "completed" | "not_planned" }
  | { readonly does: "duplicate"; readonly issue: string; readonly original: string }
  | { readonly does: "reopen"; readonly issue: string }
  | { readonly does: "assign"; readonly issue: string; readonly to: string }
  | { readonly does: "label" | "unlabel"; readonly issue: string; readonly label: string }
  | { readonly does: "block" | "unblock"; readonly issue: string; readonly blocker: string }
);

export type Story = readonly Step[];

/** The number of a named issue. */
export function numberOf(cast: Cast, name: string): number {
  const number = cast.get(name);
  if (number === undefined) throw new Error(`The story has no issue ${name} yet.`);
  return number;
}

/** Does one step; adds an issue that it opens to the cast. */
async function playStep(step: Step, cast: Cast, as: (login: string) => Actor): Promise<void> {
  const actor = as(step.who);
  const written = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => `#${numberOf(cast, name)}`);
  if (step.does === "open")
    return void cast.set(
      step.issue,
      await actor.open(step.title, written(step.body), step.kind === undefined ? [] : [`kind:${step.kind}`]),
    );
  const issue = numberOf(cast, step.issue);
  switch (step.does) {
    case "comment":
      return void (await actor.comment(issue, written(step.text)));
    case "edit":
      return actor.edit(issue, { body: written(step.body) });
    case "close":
      return actor.close(issue, step.reason);
    case "duplicate":
      return actor.closeAsDuplicate(issue, numberOf(cast, step.original));
    case "reopen":
      return actor.reopen(issue);
    case "assign":
      return actor.assign(issue, [step.to]);
    case "label":
      return actor.label(issue, step.label);
    case "unlabel":
      return actor.unlabel(issue, step.label);
    case "block":
      return actor.block(issue, numberOf(cast, step.blocker));
    case "unblock":
      return actor.unblock(issue, numberOf(cast, step.blocker));
    default:
      return unreachable(step);
  }
}

/**
 * Plays a story; `between` runs after each step, with its position in the story. `cast` has the issues of an
 * earlier story.
 */
export async function playStory(
  story: Story,
  as: (login: string) => Actor,
  between: (step: number) => Promise<void> = async () => {},
  cast: Cast = new Map(),
): Promise<Cast> {
  for (const [at, step] of story.entries()) {
    await playStep(step, cast, as);
    await between(at);
  }
  return cast;
}

export const taskBody = (goal: string): string => `### Goal\n\n${goal}\n`;

const blockedTaskBody = (goal: string, blockedBy: string): string =>
  `${taskBody(goal)}\n### Blocked by\n\n${blockedBy}\n`;

export const questionBody = (blocking: string, context = "Both would do."): string =>
  `### Blocking task\n\n${blocking}\n\n### Category\n\narchitecture\n\n### Urgency\n\nblocking\n\n### Context\n\n${context}\n`;

export const answerBody = (question: string, decision: string): string =>
  `### Answers\n\n${question}\n\n### Decision\n\n${decision}\n\n### Rationale\n\nIt is the smaller change.\n`;

/** A question blocks a task, and a comment answers it. */
export const shortStory: Story = [
  {
    who: "alice",
    does: "open",
    issue: "login",
    title: "Sign in",
    body: taskBody("People can sign in."),
    kind: "task",
  },
  {
    who: "alice",
    does: "open",
    issue: "token",
    title: "Q: Which token?",
    body: questionBody("{login}"),
  },
  { who: "maria", does: "comment", issue: "token", text: "/answer Opaque tokens in a table." },
];

/**
 * Two questions, a chain of tasks, commands good and bad, a blocker that is closed, reopened and closed again, and another
 * that turns out to be a duplicate of that one.
 */
export const longStory: Story = [
  {
    who: "alice",
    does: "open",
    issue: "login",
    title: "Sign in",
    body: taskBody("People can sign in."),
    kind: "task",
  },
  {
    who: "bob",
    does: "open",
    issue: "page",
    title: "Landing page",
    body: blockedTaskBody("It says what there is.", "{login}"),
    kind: "task",
  },
  {
    who: "alice",
    does: "open",
    issue: "token",
    title: "Q: Which token?",
    body: questionBody("{login}"),
  },
  { who: "bob", does: "open", issue: "name", title: "Q: Which name?", body: questionBody("{login}, {page}") },
  { who: "maria", does: "assign", issue: "page", to: "bob" },
  { who: "alice", does: "comment", issue: "token", text: "/help" },
  { who: "mallory", does: "comment", issue: "token", text: "/answer Whatever I say." },
  { who: "bob", does: "comment", issue: "token", text: "/answer" },
  { who: "alice", does: "comment", issue: "token", text: "/answer My own idea." },
  { who: "bob", does: "comment", issue: "token", text: "/answer Opaque tokens.\n\nThey can be taken back." },
  {
    who: "maria",
    does: "open",
    issue: "named",
    title: "A: The name",
    body: answerBody("{name}", "Signalbox, in one word."),
  },
  {
    who: "bob",
    does: "open",
    issue: "style",
    title: "Style sheet",
    body: taskBody("It looks well."),
    kind: "task",
  },
  { who: "bob", does: "block", issue: "page", blocker: "style" },
  {
    who: "bob",
    does: "open",
    issue: "looks",
    title: "Make it look well",
    body: taskBody("It looks well."),
    kind: "task",
  },
  {
    who: "alice",
    does: "open",
    issue: "footer",
    title: "Footer",
    body: blockedTaskBody("It says who made it.", "{looks}"),
    kind: "task",
  },
  { who: "bob", does: "block", issue: "page", blocker: "looks" },
  { who: "maria", does: "close", issue: "style", reason: "completed" },
  { who: "maria", does: "duplicate", issue: "looks", original: "style" },
  { who: "maria", does: "reopen", issue: "style" },
  { who: "alice", does: "close", issue: "login", reason: "completed" },
  { who: "bob", does: "close", issue: "style", reason: "completed" },
];

/** Three people working in parallel, each with something to ask of the others, and without mistakes. */
export const teamStory: Story = [
  {
    who: "alice",
    does: "open",
    issue: "login",
    title: "Sign in",
    body: taskBody("People can sign in."),
    kind: "task",
  },
  { who: "alice", does: "assign", issue: "login", to: "alice" },
  {
    who: "bob",
    does: "open",
    issue: "page",
    title: "Landing page",
    body: blockedTaskBody("It says what there is.", "{login}"),
    kind: "task",
  },
  { who: "bob", does: "assign", issue: "page", to: "bob" },
  { who: "alice", does: "open", issue: "token", title: "Q: Which token?", body: questionBody("{login}") },
  { who: "bob", does: "open", issue: "name", title: "Q: Which name?", body: questionBody("{page}") },
  { who: "maria", does: "comment", issue: "name", text: "/answer Signalbox, in one word." },
  { who: "bob", does: "comment", issue: "token", text: "/answer Opaque tokens.\n\nThey can be taken back." },
  { who: "alice", does: "close", issue: "login", reason: "completed" },
];
