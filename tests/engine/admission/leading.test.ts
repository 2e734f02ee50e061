/** Which of two installations on one repository leads, and what does not make another bot an installation. */
import { describe, expect, test } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import { leaderOver, type Traces } from "../../../src/engine/model/leading.ts";
import { demo, empty, issue, start } from "../../support/issues.ts";

const us = "BOT_us";
const status = (bot: string, issueNumber: number, at: number) => ({
  id: `IC_${bot}_${issueNumber}_${at}`,
  issueId: `I_${issueNumber}`,
  createdAt: at,
  author: { id: bot, login: bot.toLowerCase(), type: "Bot" as const },
});
const on = (issues: readonly number[], at: number, bot = "BOT_first") =>
  issues.map((number) => status(bot, number, at + number));
const traces = (ownSince: number | undefined, ...foreign: readonly Traces["foreign"][]) => ({
  ownSince,
  foreign: foreign.flat(),
});

describe("the installation whose first trace is older", () => {
  test("H03 the installation whose first trace is older leads, and the other does not", () => {
    const first = on([1, 2, 3], 100);
    expect(leaderOver(traces(undefined, first), undefined, us)?.id).toBe("BOT_first");
    expect(leaderOver(traces(500, first), undefined, us)?.id).toBe("BOT_first");
    expect(leaderOver(traces(50, first), undefined, us)).toBeUndefined();
  });

  test("H03 of two installations that began in the same second both agree on the leader", () => {
    const leaders = ["BOT_a", "BOT_b"].map((me) => {
      const other = me === "BOT_a" ? "BOT_b" : "BOT_a";
      return leaderOver(traces(101, on([1, 2, 3], 100, other)), undefined, me)?.id ?? me;
    });
    expect(leaders).toEqual(["BOT_a", "BOT_a"]);
  });

  test("H03 the earliest of several installations leads", () => {
    const three = traces(900, on([1, 2, 3], 200), on([4, 5, 6], 100, "BOT_elder"));
    expect(leaderOver(three, undefined, us)?.id).toBe("BOT_elder");
  });
});

describe("a bot that repeats markers", () => {
  test.each([
    ["on two issues", on([1, 2], 100)],
    ["many times on one issue", [1, 2, 3, 4].map((at) => status("BOT_first", 1, at))],
    ["together with others", [...on([1, 2], 100), ...on([3], 100, "BOT_other")]],
  ])("H03 a bot that repeats markers %s silences no installation", (_, foreign) => {
    expect(leaderOver(traces(undefined, foreign), undefined, us)).toBeUndefined();
  });

  test("H03 a bot silences no installation that wrote before it did, on however many issues", () => {
    const many = on(
      Array.from({ length: 50 }, (_, i) => i),
      1_000,
    );
    expect(leaderOver(traces(999, many), undefined, us)).toBeUndefined();
  });
});

test("H03 the settings override the traces", () => {
  const older = traces(500, on([1, 2, 3], 100));
  expect(leaderOver(older, us, us)).toBeUndefined();
  expect(leaderOver(older, "BOT_first", us)).toEqual({ id: "BOT_first", login: "bot_first" });
  expect(leaderOver(traces(1), "BOT_named", us)).toEqual({ id: "BOT_named", login: undefined });
});

test("H03 a status comment of another bot stays known when only newer comments are read", () => {
  const { issueId: _, ...first } = status("BOT_first", 40, start);
  const read = (foreign: readonly (typeof first)[] | undefined, at: number) =>
    ({
      type: "IssueSeen",
      issue: issue(40, { foreign, updatedAt: start + at }),
      readAt: start + at,
    }) as const;
  const { snapshot } = fold({ ...empty, repositories: new Map([[demo.id, demo]]) }, [
    read([first], 1),
    read(undefined, 2),
    read([first], 3),
  ]);
  expect(snapshot.records.get("I_40")?.seen.foreign).toEqual([first]);
});
