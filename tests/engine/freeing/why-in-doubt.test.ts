/** What is said of ends of a blocker that do not count: why, so that a person knows what to do. */
import { expect, test } from "vitest";
import type { Actor, IssueSeen } from "../../../src/engine/model/fact.ts";
import { defaultSettings, type Settings } from "../../../src/protocol/settings/config.ts";
import {
  added,
  alice,
  bob,
  closed,
  closedAsDuplicate,
  completed,
  decided,
  effectsOn,
  links,
  mallory,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";

const closedAt = start + 60_000;
const editedAt = start + 50_000;

function decisionOn(
  blocker: IssueSeen,
  others: readonly IssueSeen[] = [],
  settings: Settings = defaultSettings,
) {
  return decided([task(12, { blockedBy: links(blocker) }), blocker, ...others], {}, { settings });
}

function whyIn(decision: ReturnType<typeof decided>): readonly string[] {
  const effects = [...effectsOn(decision, 12).values()];
  const status = effects.find(({ type }) => type === "ShowStatus");
  const asked = effects.find(({ type }) => type === "OpenIssue");
  const { inTheWay } = JSON.parse(status?.type === "ShowStatus" ? status.text : "{}").data ?? {};
  const { blocker } = JSON.parse(asked?.type === "OpenIssue" ? asked.body : "{}").data ?? {};
  return [inTheWay?.[0]?.why, blocker?.why];
}

function marked(by: Actor, changes: Partial<IssueSeen> = {}) {
  const answered = closed(task(41), completed, closedAt, bob);
  const asked = { ...closedAsDuplicate(question(40, "#12", changes), answered), closedBy: by };
  return { asked, answered };
}

test("a maintainer who changed a question and closes it as a duplicate is told why that does not count, and what to do", () => {
  const { asked, answered } = marked(maria, { editor: maria, editedAt });
  const decision = decisionOn(asked, [answered]);
  expect(added(decision, 12)).toEqual(["status:blocked"]);
  const said =
    "maria changed this question, so it asks in their words, too: someone else with write access has to settle it.";
  for (const why of whyIn(decision)) expect(why).toContain(said);
  const { asked: unchanged } = marked(maria);
  expect(added(decisionOn(unchanged, [answered]), 12)).toEqual(["status:ready"]);
});

test("an account without write access, an agent that did not ask, and nobody at all", () => {
  const done = closed(task(40), completed, closedAt, mallory);
  expect(whyIn(decisionOn(done))).toEqual(Array(2).fill("mallory has no write access there."));
  const gone = { ...done, closedBy: undefined };
  expect(whyIn(decisionOn(gone))).toEqual(
    Array(2).fill("GitHub does not say who did it, or the account is gone."),
  );
  const { trust } = defaultSettings;
  const settings = { ...defaultSettings, trust: { ...trust, agents: [bob.id] } };
  const { asked, answered } = marked(bob, { author: alice });
  expect(whyIn(decisionOn(asked, [answered], settings))).toEqual(
    Array(2).fill("bob is an agent, and did not ask it."),
  );
});

test("a bot's closing counts if the settings list it, and is put before a person otherwise: a bot has no role", () => {
  const bot: Actor = { id: "BOT_stale", login: "stale", type: "Bot" };
  const done = closed(task(40), completed, closedAt, bot);
  const roles = new Map([
    ["R_demo U_alice", "write"],
    ["R_demo BOT_stale", "none"],
  ] as const);
  const { trust } = defaultSettings;
  const listed = { ...defaultSettings, trust: { ...trust, agents: [bot.id] } };
  const all = [task(12, { blockedBy: links(done) }), done];
  expect(added(decided(all, { roles }), 12)).toEqual(["status:blocked"]);
  expect(added(decided(all, { roles }, { settings: listed }), 12)).toEqual(["status:ready"]);
});
