/** Limits on exchanges with another bot: a number per issue and hour, and then no replies. */
import { describe, expect, test } from "vitest";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { bob, decided, effectsOn, mallory, question, start, task, us } from "../../support/issues.ts";

const minuteMs = 60_000;
const echo: Actor = { id: "BOT_echo", login: "echo[bot]", type: "Bot" };
const said = (id: number, author: Actor, minute: number, text = "/answer"): CommentSeen => ({
  id: `IC_${id}`,
  author,
  text,
  createdAt: start + minute * minuteMs,
});
const listed = { settings: settingsSchema.parse({ trust: { agents: [echo.id] } }) };
const asked = (
  comments: readonly CommentSeen[],
  known: Parameters<typeof decided>[2] = listed,
  changes: Partial<IssueSeen> = {},
) => decided([task(12), question(40, "#12", { comments, ...changes })], {}, known);
const answeredIn = (decision: ReturnType<typeof decided>): readonly string[] =>
  [...effectsOn(decision, 40).keys()].filter((slot) => /^(?:reply:|reaction )/.test(slot));
const four = [1, 2, 3, 4].map((at) => said(at, echo, at));

describe("a bot that answers each of our comments", () => {
  test("H02 a bot is answered three times within an hour, and then no more", () => {
    expect(answeredIn(asked(four))).toEqual(["reply:IC_1", "reply:IC_2", "reply:IC_3"]);
  });

  test("H02 a bot without write access gets no more reactions than it would get replies", () => {
    const roles = new Map([
      ["R_demo U_alice", "write"],
      [`R_demo ${echo.id}`, "none"],
    ]);
    const decision = decided([task(12), question(40, "#12", { comments: four })], { roles });
    expect(answeredIn(decision)).toEqual(["reaction IC_1", "reaction IC_2", "reaction IC_3"]);
  });

  test("H02 a bot's commands count again when an hour has passed since the first of the three", () => {
    const later = [...four, said(5, echo, 60), said(6, echo, 61), said(7, echo, 61)];
    expect(answeredIn(asked(later)).slice(3)).toEqual(["reply:IC_6"]);
  });

  test("H02 a muted bot's comments answer nothing", () => {
    const settled = (at: number) => asked([...four.slice(0, at), said(9, echo, 9, "/answer Use both.")]);
    const acceptedIn = (decision: ReturnType<typeof decided>) =>
      decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted?.decision;
    const policy = [{ name: "agents", who: ["agents"] }];
    const known = { settings: settingsSchema.parse({ trust: { agents: [echo.id] }, policy }) };
    const answers = (before: number) =>
      asked([...four.slice(0, before), said(9, echo, 9, "/answer Use both.")], known);
    expect(acceptedIn(settled(2))).toBeUndefined();
    expect(acceptedIn(answers(2))).toBe("Use both.");
    expect(acceptedIn(answers(3))).toBeUndefined();
  });

  test("H02 a mute affects neither people, nor other bots, nor other issues", () => {
    const other: Actor = { id: "BOT_other", login: "other[bot]", type: "Bot" };
    const known = { settings: settingsSchema.parse({ trust: { agents: [echo.id, other.id] } }) };
    const people = [bob, mallory, other].map((author, at) => said(20 + at, author, 10));
    const byBob = [31, 32, 33, 34].map((id) => said(id, bob, 11));
    expect(answeredIn(asked([...four, ...people, ...byBob], known))).toHaveLength(3 + 3 + 4);
    const beside = question(41, "#12", { comments: [said(51, echo, 12)] });
    const both = decided([task(12), question(40, "#12", { comments: four }), beside], {}, known);
    expect(effectsOn(both, 41).has("reply:IC_51")).toBe(true);
  });

  test("H02 only comments with commands count, up to the number in the settings", () => {
    const chat = [1, 2, 3, 4, 5].map((at) => said(at, echo, at, "I am a bot, /answer me."));
    expect(answeredIn(asked([...chat, said(9, echo, 9)]))).toEqual(["reply:IC_9"]);
    const one = { settings: settingsSchema.parse({ trust: listed.settings.trust, bots: { exchanges: 1 } }) };
    expect(answeredIn(asked(four, one))).toEqual(["reply:IC_1"]);
  });

  test("H02 a muted bot is named in the status comment for the hour, and the issue is refreshed after it", () => {
    const own = [
      {
        id: "IC_0",
        key: "status",
        text: "",
        persisted: { ...emptyPersistedState, edges: ["I_12"] },
        createdAt: start,
        isMinimized: false,
      },
    ];
    const at = (minute: number) =>
      asked(four, { ...listed, now: start + minute * minuteMs }, { own, updatedAt: start });
    const during = at(10);
    const told = JSON.stringify([{ login: "echo[bot]", until: "2026-01-01T01:01:00Z" }]);
    expect(JSON.stringify(effectsOn(during, 40).get("status"))).toContain(JSON.stringify(told).slice(1, -1));
    expect(during.refreshes).toContainEqual(
      expect.objectContaining({
        id: "I_40",
        afterMs: 51 * minuteMs,
        because: expect.stringMatching(/muted/),
      }),
    );
    const after = at(61);
    expect(JSON.stringify(effectsOn(after, 40).get("status"))).not.toContain("echo");
    expect(after.refreshes.filter(({ because }) => because.includes("muted"))).toEqual([]);
  });

  test("H02 a mute creates no status comment", () => {
    const chatty = task(13, { comments: four });
    expect(
      effectsOn(decided([chatty], {}, { ...listed, now: start + 10 * minuteMs }), 13).has("status"),
    ).toBe(false);
  });

  test("H02 our own bot is never muted", () => {
    const ours = [1, 2, 3, 4].map((at) => said(at, us, at));
    expect(answeredIn(asked([...ours, said(9, echo, 9)]))).toEqual(["reply:IC_9"]);
  });
});
