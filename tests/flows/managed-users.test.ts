/** An enterprise that manages its users: every login ends in `_` and its short code. */
import { afterEach, expect, test } from "vitest";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { blockedPair } from "../support/freeing.ts";
import { escalationsIn, openVote, ours } from "../support/votes-story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("a managed user votes, is told when their task is free, and hands it to another", async () => {
  bus = await startCrew({ ada: { login: "mona_octo" }, bea: { login: "hubot_octo" } });
  const mona = bus.as("mona_octo");
  const vote = await openVote(bus.as("alice"), { Voters: "@mona_octo, @hubot_octo", Needs: "all" });
  const { task, question } = await blockedPair(bus);
  await bus.as("alice").assign(task, ["mona_octo"]);
  await bus.settled();
  await mona.comment(vote, "/vote 1");
  await bus.as("hubot_octo").comment(vote, "/vote 1");
  await bus.as("bob").comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect(await mona.see(vote)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await escalationsIn(bus)).toEqual([]);
  expect((await mona.see(task)).labels).toContain("status:in-progress");
  expect((await ours(bus, task)).join("\n")).toContain("@mona_octo");

  await mona.comment(task, "/release to bea");
  await bus.settled();
  expect((await ours(bus, task)).join("\n")).toContain("bea");
});
