/** The status comment of a space: its progress, who holds what, and what happened last. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  added,
  closed,
  completed,
  decided,
  effectsOn,
  links,
  space,
  start,
  task,
  us,
} from "../../support/issues.ts";

const render = loadTexts().render;
const part = (number: number, status: string, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, { labels: ["kind:task", `status:${status}`], parent: links(space(5)).issues[0], ...changes });
const held = (lease: PersistedState["lease"]): Pick<IssueSeen, "own"> => ({
  own: [
    {
      id: "IC_9",
      key: "status",
      text: "x",
      createdAt: start,
      isMinimized: false,
      persisted: { ...emptyPersistedState, lease },
    },
  ],
});
const ofSpace = (...tasks: readonly IssueSeen[]): readonly IssueSeen[] => [
  space(5, { subIssues: links(...tasks).issues }),
  ...tasks,
];
const textOf = (issues: readonly IssueSeen[], settings = settingsSchema.parse({})): string => {
  const effect = effectsOn(decided(issues, {}, { render, settings }), 5).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const status = (at: number): Pick<IssueSeen, "own"> => ({
  own: [
    {
      id: "IC_5",
      key: "status",
      text: "x",
      persisted: {},
      isMinimized: false,
      createdAt: start,
      editedAt: at,
    },
  ],
});

describe("the status comment of a space", () => {
  test("S4.25 counts its tasks by state, names holders, and lists what happened last, the newest first", () => {
    const lease = {
      token: 3,
      since: start + 60 * 60_000,
      source: "claim" as const,
      holder: { account: "U_alice", login: "alice" },
    };
    const over = closed(part(11, "ready"), completed, start + 30 * 60_000);
    const text = textOf(
      ofSpace(
        over,
        part(12, "blocked"),
        part(13, "in-progress", held(lease)),
        part(14, "in-review"),
        part(15, "ready"),
      ),
    );
    expect(text).toContain("**Tasks: 1 of 5 closed**, 1 blocked, 2 in progress, 1 ready.");
    expect(text).toContain("- `alice` has #13 since 2026-01-01 01:00 UTC");
    const events = text.slice(text.indexOf("**Recent changes:**"));
    expect(events.split("\n").slice(2, 5)).toEqual([
      "- 2026-01-01 01:00 UTC: #13 taken by alice",
      "- 2026-01-01 00:30 UTC: #11 closed as completed",
      "- 2026-01-01 00:00 UTC: #15 opened",
    ]);
  });

  test("a space without tasks gets none: a first comment notifies people", () => {
    expect(textOf([space(5)])).toBe("");
  });

  test("counts a task that people made a sub-issue by hand, and no question", () => {
    const question = { ...part(12, "ready"), labels: ["kind:question"] };
    expect(textOf(ofSpace(part(11, "ready"), question))).toContain("**Tasks: 0 of 1 closed**");
  });

  test("says which of its agents the settings do not name", () => {
    const settings = settingsSchema.parse({ agents: { ada: { account: "MDQ6VXNlcjE=" } } });
    const issues = [space(5, { body: "### Purpose\n\nLog in.\n\n### Agents\n\nada\nbabbage\n" })];
    expect(textOf(issues, settings)).toContain("The settings name no agent `babbage`.");
    expect(textOf(issues)).toBe("");
  });

  test("shows its kind and its track as labels, and no status", () => {
    const labels = added(decided([space(5, { labels: [], title: "Space: Login" })]), 5);
    expect(labels).toEqual(expect.arrayContaining(["kind:space", "track:auth"]));
    expect(labels.filter((label) => label.startsWith("status:"))).toEqual([]);
  });

  test("is never closed by the App, however many of its tasks are", () => {
    const over = closed(part(11, "ready"), completed, start + 30 * 60_000, us);
    const effects = effectsOn(decided(ofSpace(over)), 5);
    expect(effects.has("close")).toBe(false);
  });
});

describe("a changed task has its space look again", () => {
  const asked = (at: number): readonly number[] => {
    const child = part(12, "ready");
    const home = space(5, { subIssues: links(child).issues, ...status(at) });
    const decision = decided([home, child], {}, { now: start + 1_000_000 });
    return decision.refreshes.filter(({ id }) => id === "I_5").map(({ afterMs }) => afterMs);
  };

  test("at once if its comment was last edited more than a minute ago", () => {
    expect(asked(start)).toEqual([0]);
  });

  test("and at most once a minute otherwise", () => {
    expect(asked(start + 980_000)).toEqual([40_000]);
  });

  test("without a read, as the index shows its tasks", () => {
    const child = part(12, "ready");
    const decision = decided(ofSpace(child));
    expect(decision.refreshes).toMatchObject([{ id: "I_5", unlessFresh: true, unlessRead: true }]);
  });
});
