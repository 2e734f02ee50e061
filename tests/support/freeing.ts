/**
 * The story that most flows tell: a task, a question that blocks it, an answer that unblocks it. Bodies are
 * written as an agent writes them by hand. `freed` says what must be true in the end, whatever happened in
 * between, so a failure story need not wait after each step.
 */
import { expect } from "vitest";
import type { Actor } from "./actor.ts";
import type { TestBus } from "./bus.ts";
import { type Chronicle, keysOf } from "./chronicle.ts";
import { hurry } from "./hurry.ts";

export const botLogin = "signalbox[bot]";

export interface TaskText {
  readonly title?: string;
  /** For example `#12, #13`. */
  readonly blockedBy?: string;
  readonly track?: string;
}

/** Opens a task; resolves to its number. */
export function openTask(
  actor: Actor,
  { title = "Sign in", blockedBy, track }: TaskText = {},
): Promise<number> {
  const sections = [
    "### Goal\n\nPeople can sign in.",
    `### Blocked by\n\n${blockedBy ?? "_No response_"}`,
    `### Track\n\n${track ?? "_No response_"}`,
  ];
  return actor.open(title, sections.join("\n\n"), ["kind:task"]);
}

export function questionText(task: number | string, context = "Opaque tokens or signed ones?"): string {
  const named = typeof task === "number" ? `#${task}` : task;
  return [
    `### Blocking task\n\n${named}`,
    "### Category\n\narchitecture",
    "### Urgency\n\nblocking",
    `### Context\n\n${context}`,
  ].join("\n\n");
}

/** Opens a question that blocks `task` and that was not asked before; resolves to its number. */
export function openQuestion(actor: Actor, task: number | string): Promise<number> {
  return actor.open(`Q: Which kind of token for task ${task} alone?`, questionText(task), ["kind:question"]);
}

/**
 * A discovery without a requested action: the status comment of `task`, which it otherwise lacks, shows it.
 */
export function openDiscovery(actor: Actor, task: number): Promise<number> {
  const sections = [
    "### Found by\n\nbob",
    `### Relevant to\n\n#${task}`,
    "### Finding\n\nTokens never end.",
    "### Action needed\n\nnone",
  ];
  return actor.open("Discovery: Tokens", sections.join("\n\n"), ["kind:discovery"]);
}

export interface Pair {
  readonly task: number;
  readonly question: number;
}

/** A task of alice's, blocked by her question, everything processed. */
export async function blockedPair(bus: TestBus): Promise<Pair> {
  const alice = bus.as("alice");
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await bus.settled();
  expect((await alice.see(task)).labels).toContain("status:blocked");
  expect(await alice.blockers(task)).toEqual([question]);
  return { task, question };
}

/**
 * What must be true of a pair whose question was answered with "Opaque tokens.", once faults have ended and
 * one sweep has run: everything done (R1), each thing once (R2), nothing early (R3), everything explained
 * (R7).
 */
export async function freed(bus: TestBus, chronicle: Chronicle, { task, question }: Pair): Promise<void> {
  bus.hub.faults.clear();
  await hurry(bus);
  await bus.sweep();
  await expectFreed(bus, chronicle, { task, question });
  const done = chronicle.writes().length;
  await bus.sweep();
  expect(chronicle.writes().slice(done)).toEqual([]);
}

async function expectFreed(bus: TestBus, chronicle: Chronicle, { task, question }: Pair): Promise<void> {
  const alice = bus.as("alice");
  expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(question)).labels).toContain("answered");
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  const statuses = ["status:ready", "status:blocked", "status:ready"];
  expect(chronicle.given(task).filter((label) => label.startsWith("status:"))).toSatisfy(
    (given: readonly string[]) =>
      [statuses, statuses.slice(1)].some((right) => right.join() === given.join()),
  );
  const closedAt = chronicle.closedAt(question);
  expect(chronicle.lastGivenAt(task, "status:ready")).toBeGreaterThan(closedAt ?? Number.POSITIVE_INFINITY);
  const onTask = (await alice.comments(task)).filter(({ author }) => author === botLogin);
  expect(keysOf(onTask)).toEqual([expect.stringMatching(/^wake:/)]);
  expect(onTask[0]?.body).toMatch(/@alice, this task is ready[\s\S]*> Opaque tokens\./);
  const onQuestion = (await alice.comments(question)).filter(({ author }) => author === botLogin);
  expect(keysOf(onQuestion)).toEqual(["status"]);
  expect(onQuestion[0]?.body).toMatch(/\*\*Answered\*\* by `\w+`[\s\S]*> Opaque tokens\./);
  await expectExplained(bus, task, ["show-task-status", "wake-waiting"]);
  await expectExplained(bus, question, ["make-edges", "close-settled", "mirror-labels", "show-status"]);
}

/** Checks that the ledger has an action and its reason for each of these rules on an issue. */
export async function expectExplained(bus: TestBus, issue: number, rules: readonly string[]): Promise<void> {
  const lines = await ledgerOf(bus, issue);
  for (const { because, what } of lines) expect([because, what].every((said) => said.length > 0)).toBe(true);
  expect(lines.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
}

export async function ledgerOf(bus: TestBus, issue: number) {
  const { board } = bus.server();
  const card = await board.card("acme", "demo", issue);
  return card === undefined ? [] : board.ledgerOf(card.id, 1_000);
}
