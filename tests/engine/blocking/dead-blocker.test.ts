import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  added,
  type alice,
  bob,
  closed,
  completed,
  context,
  decided,
  duplicate,
  effectsOn,
  links,
  mallory,
  maria,
  notPlanned,
  reopened,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const known = { ...context, render };
const dead = (issueState = notPlanned) => closed(task(40, { author: bob }), issueState, start + 60_000, bob);
const waiting = (blocker: IssueSeen, changes: Partial<IssueSeen> = {}) =>
  task(12, { blockedBy: links(blocker), ...changes });
const raise = (issueState = notPlanned) =>
  openedFor(decided([waiting(dead(issueState)), dead(issueState)], {}, known), 12);
const comment = (text: string, author = maria): CommentSeen => ({
  id: "IC_7",
  author,
  text,
  createdAt: start + 90_000,
});
const lostMemory = (): readonly OwnComment[] => [
  {
    id: "IC_1",
    key: "status",
    text: "",
    createdAt: start,
    isMinimized: false,
    persisted: { ...emptyPersistedState, lost: ["acme/demo#40"] },
  },
];
const memoryOf = (decision: ReturnType<typeof decided>, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;

describe("a task whose blocker will not be resolved", () => {
  it.each([
    ["not planned", notPlanned],
    ["a duplicate", duplicate],
  ])("a task is escalated, once, when its blocker is closed as %s", (_, issueState) => {
    const [effect, ...more] = raise(issueState);
    expect(more).toEqual([]);
    const { message, problems } = readingOf(effect);
    expect(problems).toEqual([]);
    expect(message).toMatchObject({
      regarding: { number: 12 },
      options: ["Continue without #40.", "Wait until #40 is reopened or replaced."],
    });
  });

  it("a task is not escalated while its blocker is open, completed, or withdrawn by its asker", () => {
    expect(openedFor(decided([waiting(task(40)), task(40)], {}, known), 12)).toEqual([]);
    expect(raise(completed)).toEqual([]);
  });

  it("D06 a task is escalated when its blocker was deleted, and continues without it when a person says so", () => {
    const lost = task(12, { own: lostMemory() });
    const [effect] = openedFor(decided([lost], {}, known), 12);
    expect(readingOf(effect).message).toMatchObject({
      options: [expect.stringContaining("Continue without acme/demo#40"), expect.anything()],
    });
    expect(effect?.body).toContain("#12 stays blocked until this is decided.\n");
    expect(effect?.body).toContain("2. Keep waiting for acme/demo#40.");
    const waits = decided([lost, asSeen(60, effect, { comments: [comment("/decide 2")] })], {}, known);
    expect(memoryOf(waits, 12)?.lost).toEqual(["acme/demo#40"]);
    const goesOn = decided([lost, asSeen(60, effect, { comments: [comment("/decide 1")] })], {}, known);
    expect(memoryOf(goesOn, 12)?.lost).toEqual([]);
  });

  it("an unblock notice says, once, who decided to continue without the blocker and why", () => {
    const persisted = { ...emptyPersistedState, lost: ["acme/demo#40"], heldBy: ["acme/demo#40"] };
    const lost = task(12, { own: lostMemory().map((status) => ({ ...status, persisted: persisted })) });
    const [effect] = openedFor(decided([lost], {}, known), 12);
    const escalation = asSeen(60, effect, { comments: [comment("/decide 1 because nobody needs it")] });
    const wakeAfter = (...own: readonly OwnComment[]) =>
      effectsOn(decided([{ ...lost, own: [...lost.own, ...own] }, escalation], {}, known), 12).get("wake");
    const said = "`maria` decided to continue without acme/demo#40:\n\n> nobody needs it";
    expect(wakeAfter()).toMatchObject({ text: expect.stringContaining(said) });
    const wake = { id: "IC_2", key: "wake:I_1@5", text: "", persisted: undefined, isMinimized: false };
    expect(wakeAfter({ ...wake, createdAt: start })).toMatchObject({ text: expect.stringContaining(said) });
    const later = { ...wake, createdAt: start + 95_000 };
    expect(wakeAfter(later)).toMatchObject({ text: expect.not.stringContaining("goes on without") });
  });

  it("a task names the escalation about its blocker until it is decided", () => {
    const lost = task(12, { own: lostMemory() });
    const [effect] = openedFor(decided([lost], {}, known), 12);
    const statusWith = (...comments: readonly CommentSeen[]) =>
      effectsOn(decided([lost, asSeen(60, effect, { comments })], {}, known), 12).get("status");
    expect(statusWith()).toMatchObject({
      text: expect.stringContaining("**Blocked: a person has to decide in #60**, due "),
    });
    expect(statusWith(comment("/decide 2"))).toMatchObject({ text: expect.not.stringContaining("see #60") });
  });

  it("a decision to continue without the blocker removes the dependency", () => {
    const [effect] = raise();
    const by = (author: typeof alice, text = "/decide 1") =>
      effectsOn(
        decided(
          [waiting(dead()), dead(), asSeen(60, effect, { comments: [comment(text, author)] })],
          {},
          known,
        ),
        60,
      );
    const removal = { type: "RemoveBlockedBy", blockedId: "I_12", blockerId: "I_40" };
    expect(by(maria).get("edge I_12 I_40")).toEqual(removal);
    expect(by(maria).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(by(maria, "/decide 2").has("edge I_12 I_40")).toBe(false);
    expect(by(mallory).has("edge I_12 I_40")).toBe(false);
  });

  it("a dependency that is created again after such a decision is not removed a second time", () => {
    const [effect] = raise();
    const ours = asSeen(60, effect, { comments: [comment("/decide 1")] });
    const keeping = ({ records }: ReturnType<typeof decided>) => ({
      records: new Map(records.map((each) => [each.seen.id, each])),
    });
    const chosen = decided([waiting(dead()), dead(), ours], {}, known);
    expect(memoryOf(chosen, 60)?.decided?.carriedOut).toBeUndefined();
    const gone = decided([task(12), dead(), ours], keeping(chosen), known);
    expect(memoryOf(gone, 60)?.decided).toMatchObject({ option: 1, carriedOut: true });
    const alive = task(40, { issueState: reopened });
    const again = decided([waiting(alive), alive, ours], keeping(gone), known);
    expect(effectsOn(again, 60).has("edge I_12 I_40")).toBe(false);
    expect(added(again, 12)).toEqual(["status:blocked"]);
  });

  it("no decision is needed any more when the blocker is reopened or its dependency removed", () => {
    const [effect] = raise();
    const again = task(40, { issueState: reopened });
    const left = (...issues: readonly IssueSeen[]) =>
      effectsOn(decided([...issues, asSeen(60, effect)], {}, known), 60);
    const obsolete = { type: "CloseIssue", reason: "not_planned" };
    expect(left(waiting(again), again).get("close")).toEqual(obsolete);
    expect(left(task(12)).get("close")).toEqual(obsolete);
    expect(left(waiting(dead()), dead()).has("close")).toBe(false);
    const status = left(task(12)).get("status");
    expect(status).toMatchObject({ text: expect.stringContaining("what #12 was waiting for has changed") });
  });
});
