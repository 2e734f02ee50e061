/** Answers that no single voice gave: what agents voted for, and what an escalation's author proposed for silence. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { reasonsAgainstSilence } from "../../../src/engine/questions/lowered.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { recordOf } from "../../support/answered.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  bob,
  context,
  decided,
  effectsOn,
  issue,
  links,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";

const { render } = loadTexts();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const now = start + 6 * hourMs;
const agents = "agents: { ada: { account: U_alice }, bea: { account: U_bob }, cleo: { account: U_cleo } }\n";

function settingsFrom(yaml: string) {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
}

const status = (persisted: object) => ({
  id: "IC_status",
  key: "status",
  text: "",
  createdAt: start + minuteMs,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...persisted },
});
const admitted = (seen: IssueSeen) => ({ hash: seen.textHash, title: seen.title, by: seen.author?.id });

function asked(title: string, more: Readonly<Record<string, string>> = {}): IssueSeen {
  const sections = {
    "Blocking task": "#12",
    Category: "implementation",
    Urgency: "important",
    Context: "I cannot find it.",
    ...more,
  };
  return question(40, "#12", { author: alice, title, body: form(sections) });
}

const decide = (issues: readonly IssueSeen[], yaml: string, at = now, known: Partial<Snapshot> = {}) =>
  decided([task(12), ...issues], known, { ...context, render, now: at, settings: settingsFrom(yaml) });
const persistedOf = (decision: ReturnType<typeof decide>, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;

const peoples: readonly (readonly [title: string, more: Readonly<Record<string, string>>])[] = [
  ["Q: May the cleanup job delete all customer accounts?", {}],
  ["Q: Where is the token kept?", { "Decision class": "Breaking change" }],
  ["Q: Where is the token kept?", { Context: "Or should we stop encrypting the backups?" }],
];

describe("what agents voted for", () => {
  const yaml = `${agents}policy: [{name: people, who: [people]}, {name: votes, who: [vote], categories: [implementation]}]\n`;

  function carried(seen: IssueSeen, settings = yaml, changes: object = {}) {
    const vote = issue(50, {
      title: "Vote: which one?",
      labels: ["kind:vote"],
      author: alice,
      body: form({
        Question: "Which one?",
        Options: "1. Yes.\n2. No.",
        Voters: "bea, cleo",
        Needs: "2",
        Regarding: "#40",
        "Blocking task": "#12",
      }),
    });
    const outcome = {
      how: "count",
      result: "carried",
      option: 1,
      decision: "Yes.",
      version: { title: vote.title, hash: vote.textHash },
      votes: 2,
      voters: 2,
      at: start + 3 * hourMs,
      ...changes,
    };
    const own = [
      status({ kind: "vote", outcome, regarded: { settles: seen.textHash }, admitted: admitted(vote) }),
    ];
    return decide([seen, { ...vote, own }], settings);
  }

  test("answers what the policy lets votes answer", () => {
    expect(persistedOf(carried(asked("Q: Where is the token kept?")), 40)?.accepted).toMatchObject({
      how: "count",
      word: "I_50",
      number: 50,
      decision: "Yes.",
      by: { id: us.id, login: "signalbox" },
      row: expect.stringContaining("votes"),
    });
  });

  test("answers nothing else, whatever the App itself may answer", () => {
    const seen = asked("Q: Where is the token kept?", { "Decision class": "Bug fix approach" });
    const coordinator = `${agents}policy: [{name: people, who: [people]}, {name: app, who: [coordinator]}]\n`;
    expect(persistedOf(carried(seen, coordinator), 40)?.accepted).toBeUndefined();
    expect(persistedOf(carried(seen), 40)?.accepted).toBeDefined();
  });

  test("answers as the person's who decided it in the end, by whatever row that person may", () => {
    const by = { id: maria.id, login: "maria" };
    const decision = {
      how: "command",
      word: "IC_7",
      result: "decided",
      by,
      because: "we run it",
      row: "any",
    };
    const people = `${agents}policy: [{name: people, who: [people]}]\n`;
    expect(persistedOf(carried(asked("Q: Tokens"), people, decision), 40)?.accepted).toMatchObject({
      how: "decision",
      word: "I_50",
      number: 50,
      decision: "Yes.",
      by,
      because: "we run it",
    });
  });

  test.each(peoples)("is a suggestion where it is people's to decide: %s %j", (title, more) => {
    const seen = asked(title, more);
    expect(persistedOf(carried(seen), 40)?.accepted).toBeUndefined();
    const hash = createHash("sha256").update(`${seen.textHash}\0Yes.`).digest("hex");
    const text = `/approve ${hash}`;
    const approval = { id: "IC_9", commentNumber: 9, author: maria, text, createdAt: now - hourMs };
    const approved = persistedOf(carried({ ...seen, comments: [approval] }), 40)?.accepted;
    expect(approved).toMatchObject({ decision: "Yes.", by: { login: "maria" } });
  });
});

describe("what an escalation's author proposed for silence", () => {
  const yaml = `${agents}escalations: { defaults: [advisory], deadline: 1h }\npolicy: [{name: people, who: [people]}]\n`;

  function unanswered(
    seen: IssueSeen,
    says: Readonly<Record<string, string>> = {},
    known: Partial<Snapshot> = {},
  ) {
    const escalation = issue(41, {
      title: "Escalation: the token",
      labels: ["kind:escalation"],
      author: bob,
      body: form({
        Regarding: "#40",
        Urgency: "advisory",
        Context: "It was asked.",
        Question: "Which one?",
        Options: "1. The keychain.\n2. A file.",
        "Impact of delay": "none",
        Deadline: "1h",
        Default: "1",
        ...says,
      }),
    });
    const regarded = { first: { hash: seen.textHash, at: start + minuteMs }, shows: seen.textHash };
    const own = [status({ kind: "escalation", regarded, admitted: admitted(escalation) })];
    const first = decide([seen, { ...escalation, own }], yaml);
    const next = [status(persistedOf(first, 41) ?? {})];
    const open = decide([seen, { ...escalation, own }], yaml, start + minuteMs);
    return { open, first, later: decide([seen, { ...escalation, own: next }], yaml, now + hourMs, known) };
  }

  test("is taken at the deadline", () => {
    const { first, later } = unanswered(asked("Q: Where is the token kept?"));
    expect(persistedOf(first, 41)?.decided).toMatchObject({ how: "default", decision: "The keychain." });
    expect(persistedOf(later, 40)?.accepted).toMatchObject({
      decision: "The keychain.",
      how: "default",
      number: 41,
    });
  });

  test("is a suggestion where a page has a constraint about it", () => {
    const constraints = new Map([["I_41", ["`context/constraints.md` has a constraint about it."]]]);
    const { first, later } = unanswered(asked("Q: Where is the token kept?"), {}, { constraints });
    expect(persistedOf(first, 41)?.decided).toMatchObject({ how: "default" });
    expect(persistedOf(later, 40)?.accepted).toBeUndefined();
  });

  test.each(peoples)("is never taken where the question is people's: %s %j", (title, more) => {
    const { first, later } = unanswered(asked(title, more));
    for (const each of [first, later]) expect(persistedOf(each, 41)?.decided).toBeUndefined();
    expect(persistedOf(later, 40)?.accepted).toBeUndefined();
    const shown = effectsOn(later, 41).get("status");
    expect(shown?.type === "ShowStatus" && shown.text).toContain("Option 1 is not taken if no one decides.");
    expect(shown?.type === "ShowStatus" && shown.text).not.toMatch(/is taken at/);
    const { option, from, because } = persistedOf(later, 41)?.silence ?? {};
    expect({ option, from }).toEqual({ option: 1, from: undefined });
    expect(because).toMatch(/\.$/);
  });

  test("both statuses say in one line why it is not taken", () => {
    const peoples = asked("Q: May the cleanup job delete all customer accounts?");
    const own = [status({ admitted: admitted(peoples), edges: ["I_12"] })];
    const { open } = unanswered({ ...peoples, own, blocking: links(task(12)) });
    for (const number of [40, 41]) {
      const effect = effectsOn(open, number).get("status");
      const text = effect?.type === "ShowStatus" ? effect.text : "";
      expect(text).toMatch(/Option 1 is not taken if no one decides\. \S.*\./);
    }
  });

  test.each([
    [{ Deadline: "" }, "It sets no deadline."],
    [{ Urgency: "blocking" }, "The settings take no default where the urgency is blocking."],
  ])("says what bars it: %j", (says, because) => {
    const { open } = unanswered(asked("Q: Where is the token kept?"), says);
    expect(persistedOf(open, 41)?.silence).toEqual({ option: 1, because });
  });

  test.each([
    { Question: "May the cleanup job delete all customer accounts?" },
    { Context: "It would delete the production database." },
    { Options: "1. Delete all customer accounts.\n2. No." },
  ])("is never taken where the escalation's own words are people's: %j", (says) => {
    const { first } = unanswered(asked("Q: Where is the token kept?"), says);
    expect(persistedOf(first, 41)?.decided).toBeUndefined();
  });
});

describe("no silence answers", () => {
  const settings = settingsFrom(agents);

  test("a question whose words or class are people's; of an issue that asks nothing, nothing says so", () => {
    const peoples = recordOf(asked("Q: Where is the token kept?", { "Decision class": "Breaking change" }));
    expect(reasonsAgainstSilence(peoples, "The keychain.", settings)).toEqual([
      "The declared decision class is people's: Breaking change.",
    ]);
    expect(reasonsAgainstSilence(recordOf(task(12)), "Delete all backups.", settings)).toEqual([]);
  });
});
